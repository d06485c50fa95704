import Foundation
import Testing
import TiltClient

/// The stream of events and the requests of a page, against the real daemon where there is no reason against it.
@Suite struct `Preview stream` {
    @Test func `begins with who the page is and how the daemon stands, then says what the daemon says`()
        async throws
    {
        let daemon = try await RunningDaemon()
        let preview = try await RunningPreview(["--socket", daemon.socket])
        let page = try OpenPage(preview)
        // A daemon sends frames from its first tick on, which may come before its answer to the preview's subscription.
        var seen: [String] = []
        while !seen.contains("frame") || !seen.contains("ok") {
            let event = try #require(try await page.next())
            seen.append(event.type ?? event.name)
            if event.name == "page" { #expect(event.object["source"] as? String == "daemon") }
            if event.name == "daemon" { #expect(event.object["state"] as? String == "connected") }
        }
        #expect(Array(seen.prefix(3)) == ["page", "daemon", "hello"])
        let (first, second) = (try await page.frame(), try await page.frame())
        #expect((first["up"] as? [Double])?.count == 3)
        #expect((second["seq"] as? Int ?? 0) > (first["seq"] as? Int ?? 0))
    }

    @Test func `carries out a page's requests on its own frames and nobody else's`() async throws {
        let daemon = try await RunningDaemon()
        let preview = try await RunningPreview(["--socket", daemon.socket])
        let (changed, other) = (try OpenPage(preview), try OpenPage(preview))
        _ = try await changed.frame()
        _ = try await other.frame()
        let answer = try await changed.ask(#"{"type":"subscribe","gain":20,"limit":48}"#)
        #expect(answer.status == 200)
        #expect(answer.body.contains(#""type":"ok""#) && answer.body.contains(#""gain":20,"#))
        _ = try await changed.next { $0.type == "ok" && $0.data.contains(#""gain":20,"#) }
        // 20 and 10 points per radian, but for the rounding of both.
        for (page, gain) in [(changed, 20.0), (other, 10.0)] {
            for _ in 0..<10 {
                let frame = try await page.frame()
                let (x, roll) = (frame["x"] as? Double ?? .nan, frame["roll_rad"] as? Double ?? .nan)
                #expect(abs(x - gain * roll) < 0.01, "\(frame)")
            }
        }
        #expect(try await changed.ask(#"{"type":"recentre"}"#).status == 200)
    }

    @Test func `answers requests that cannot be carried out with an error and its reason`() async throws {
        let daemon = try await RunningDaemon()
        let preview = try await RunningPreview(["--socket", daemon.socket])
        let page = try OpenPage(preview)
        _ = try await page.frame()
        let recentre = #"{"type":"recentre"}"#
        let answers = [
            (try await page.ask(#"{"type":"subscribe","gain":2000}"#), 422, "out-of-range"),
            (try await page.ask(#"{"type":"subscribe","mapping":"dance"}"#), 422, "unknown-word"),
            (try await page.ask(#"{"type":"dance"}"#), 422, "not-permitted"),
            (try await page.ask(#"{"type":"pause"}"#), 422, "not-permitted"),
            (try await page.ask(#"{"type":"recentre","scope":"all"}"#), 422, "not-permitted"),
            (try await page.ask(#"{"type":"status","include":["subscribers"]}"#), 422, "not-permitted"),
            (try await page.ask(#"{"type":"subscribe","rate_hz":201}"#), 422, "out-of-range"),
            (try await page.ask(#"{"type":"subscribe","include":["raw"]}"#), 422, "not-permitted"),
            (try await page.ask(recentre, token: ""), 403, "wrong-token"),
            (try await page.ask(recentre, token: String(page.token.reversed())), 403, "wrong-token"),
            (try await page.ask(recentre, page: "nobody"), 404, "unknown-page"),
            (try await page.ask("{"), 400, "not-json"),
            (try await page.ask("5"), 400, "missing-request"),
            (try await page.ask(#"{"type":"\#(String(repeating: "x", count: 5000))"}"#), 413, "too-long"),
        ]
        for (answer, expected, code) in answers {
            #expect(answer.status == expected, "\(code)")
            #expect(answer.headers["content-type"] == "application/json")
            #expect(answer.body.contains(#""type":"error""#) && answer.body.contains(#""code":"\#(code)""#))
            #expect(answer.body.contains(#""hint":""#))
        }
        var statuses: Set<Int> = []
        for _ in 0..<80 { statuses.insert(try await page.ask(recentre).status) }
        #expect(statuses.isSubset(of: [200, 429]))
        _ = try await page.frame()
    }

    @Test func `goes on after a restart of the daemon, on the same connection`() async throws {
        let daemon = try await RunningDaemon()
        let preview = try await RunningPreview(["--socket", daemon.socket])
        let page = try OpenPage(preview)
        _ = try await page.frame()
        daemon.stop()
        let lost = try await page.next { $0.name == "daemon" }
        #expect(lost.object["state"] as? String == "waiting")
        let answer = try await page.ask(#"{"type":"recentre"}"#)
        #expect(answer.status == 503 && answer.body.contains(#""code":"no-daemon""#))
        try await daemon.start()
        _ = try await page.next { $0.name == "daemon" && $0.object["state"] as? String == "connected" }
        _ = try await page.next { $0.type == "hello" }
        _ = try await page.frame()
        #expect(try await page.ask(#"{"type":"recentre"}"#).status == 200)
    }

    @Test func `says that there is no daemon, and which`() async throws {
        let preview = try await RunningPreview(["--socket", "/nowhere/s"])
        let page = try OpenPage(preview)
        let state = try await page.next { $0.name == "daemon" }.object
        #expect(state["state"] as? String == "waiting")
        #expect((state["message"] as? String)?.contains("/nowhere/s") == true)
        #expect((state["hint"] as? String)?.isEmpty == false)
    }

    @Test func `refuses a daemon of a newer protocol, and takes its successor`() async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        let preview = try await RunningPreview(["--socket", directory.path + "/s"])
        let page = try OpenPage(preview)
        try await daemon.answer(#"{"type":"hello","protocol":2,"server":"tiltshadow 9.0"}"# + "\n")
        let refused = try await refusal(page)
        #expect(refused["message"] as? String == "tiltshadow 9.0 speaks protocol 2, this program 1")
        try await daemon.answer(ScriptedDaemon.hello + ScriptedDaemon.frame(1))
        #expect(try await page.frame()["seq"] as? Int == 1)
    }

    /// What is said of the daemon once it is refused; before that it may have been waited for, as the test was slow to answer.
    private func refusal(_ page: OpenPage) async throws -> [String: Any] {
        try await page.next { $0.name == "daemon" && $0.object["state"] as? String == "refused" }.object
    }

    static let strangers = [
        "SSH-2.0-OpenSSH_9.2\r\n", "\u{0}\u{1}\u{2}\n", #"{"type":"frame","seq":1}"# + "\n",
        String(repeating: "x", count: 10_000) + "\n",
    ]

    @Test(arguments: strangers)
    func `refuses what is no daemon`(greeting: String) async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        let preview = try await RunningPreview(["--socket", directory.path + "/s"])
        let page = try OpenPage(preview)
        try await daemon.answer(greeting)
        let refused = try await refusal(page)
        #expect((refused["message"] as? String)?.hasPrefix("this is no tiltshadow socket") == true)
    }

    @Test func `leaves out lines that make no sense and goes on`() async throws {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        let garbage = ["garbage\n", "\u{1b}[2J\n", "{\"type\":5}\n", "{\"type\":\"frame\"}\n", "\n"]
        let preview = try await RunningPreview(["--socket", directory.path + "/s"])
        let page = try OpenPage(preview)
        // Only now: before it was ready, the preview looked whether there is a daemon.
        daemon.play([
            ScriptedDaemon.hello + garbage.joined() + String(repeating: "y", count: 9000) + "\n"
                + ScriptedDaemon.frame(7)
        ])
        var seen: [String] = []
        while seen.last != "frame", seen.count < 100 {
            let event = try #require(try await page.next())
            seen.append(event.type ?? event.name)
        }
        #expect(seen == ["page", "daemon", "hello", "daemon", "frame"])
    }

    @Test func `ends with goodbye when the preview is stopped`() async throws {
        let daemon = try await RunningDaemon()
        let preview = try await RunningPreview(["--socket", daemon.socket])
        let page = try OpenPage(preview)
        _ = try await page.frame()
        preview.askToEnd()
        _ = try await page.next { $0.type == "goodbye" }
        while try await page.next() != nil {}
        #expect(preview.stop() == 0)
    }
}
