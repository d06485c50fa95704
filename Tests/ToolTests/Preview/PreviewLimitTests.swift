import Foundation
import Testing
import TiltClient

/// Many pages, pages that stall, and a port that is taken.
@Suite struct `Preview under load` {
    /// How many subscribers the daemon has, whoever asks left out.
    private func subscribers(_ daemon: RunningDaemon) async throws -> Int {
        let connection = try TiltShadow(path: daemon.socket).connect()
        connection.send(.status(include: []))
        var count: Int?
        while count == nil {
            try await Task.sleep(for: .milliseconds(5))
            try connection.receive { event in
                guard case .status(let text) = event,
                    let status = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
                else { return }
                count = status["subscribers"] as? Int
            }
        }
        return (count ?? 0) - 1
    }

    /// Waits until nobody subscribes and the preview has `descriptors` open; fails after a minute.
    private func waitUntilIdle(_ preview: RunningPreview, _ daemon: RunningDaemon, descriptors: Int)
        async throws
    {
        for _ in 0..<3000 {
            if preview.descriptors <= descriptors, try await subscribers(daemon) == 0 { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record(
            "\(preview.descriptors) descriptors, \(try await subscribers(daemon)) subscribers are left")
    }

    @Test func `forgets pages that open and close, however they do it`() async throws {
        let daemon = try await RunningDaemon()
        let preview = try await RunningPreview(["--socket", daemon.socket])
        _ = try await preview.request()
        let descriptors = preview.descriptors
        for index in 0..<300 {
            let page = try OpenPage(preview)
            // At once, after the first event, half-closed, and with a frame.
            switch index % 4 {
            case 1: _ = try await page.next()
            case 2: page.socket.finishSending()
            case 3: _ = try await page.frame()
            default: break
            }
        }
        try await waitUntilIdle(preview, daemon, descriptors: descriptors)
        let page = try OpenPage(preview)
        _ = try await page.frame()
    }

    @Test func `tells one page too many what is wrong, and lets it in later`() async throws {
        let daemon = try await RunningDaemon()
        let preview = try await RunningPreview(["--socket", daemon.socket])
        var pages = try (0..<64).map { _ in try OpenPage(preview) }
        for page in pages { _ = try await page.frame() }
        #expect(try await subscribers(daemon) == 64)
        let answer = try await preview.request("GET", "/stream")
        #expect(answer.body.contains("event: daemon\ndata: {\"state\":\"refused\",\"message\":\"64 pages"))
        #expect(answer.body.hasPrefix("retry: "))
        pages.removeAll()
        try await waitUntilIdle(preview, daemon, descriptors: .max)
        _ = try await OpenPage(preview).frame()
    }

    @Test(arguments: [
        "", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", "POST /request HTTP/1.1\r\nContent-Length: 9\r\n\r\n",
    ])
    func `answers at once beside any number of connections that dawdle, and keeps its pages`(words: String)
        async throws
    {
        let preview = try await RunningPreview(["--demo"])
        let page = try OpenPage(preview)
        _ = try await page.frame()
        let crowd = try (0..<300).map { _ in try HTTPSocket(port: preview.port) }
        for idle in crowd { idle.send(words) }
        for _ in 0..<20 { #expect(try await preview.request().status == 200) }
        _ = try await page.frame()
        _ = try await OpenPage(preview).frame()
        // Those who came last are still in: they may yet ask.
        let last = try #require(crowd.last)
        guard words.isEmpty else { return }
        last.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(try await last.response().status == 200)
    }

    @Test func `says that there is no room where every connection is at work`() async throws {
        // Room for two connections beside what the pages need.
        let tool = BuiltProducts.path("tiltshadow")
        let preview = try RunningProgram(
            "/bin/sh", ["-c", "ulimit -n 98; exec \"$0\" preview --port 0 --socket /nowhere/s", tool])
        try await preview.wait(for: "address") { !$0.lines.isEmpty }
        let port = try #require(URL(string: preview.lines[0])?.port)
        let request = " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        let pages = try (0..<2).map { _ in try HTTPSocket(port: port) }
        for page in pages {
            page.send("GET /stream" + request)
            #expect(try await page.take(through: "event: page")?.hasPrefix("HTTP/1.1 200 OK") == true)
        }
        let third = try HTTPSocket(port: port)
        third.send("GET /" + request)
        let answer = try await third.response()
        #expect(answer.status == 503)
        #expect(
            answer.body
                == "This preview has no room for another connection: close a page of it and try again.\n")
        #expect(!pages[0].hasEnded && !pages[1].hasEnded)
        #expect(try await preview.end(SIGINT).status == 0)
    }

    @Test func `holds nothing for a page that does not read, and gives it the newest frame afterwards`()
        async throws
    {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        let preview = try await RunningPreview(["--socket", directory.path + "/s"])
        let page = try OpenPage(preview, receiveBuffer: 4096)
        try await daemon.answer(ScriptedDaemon.hello + ScriptedDaemon.frame(1))
        _ = try await page.frame()
        let before = preview.residentKilobytes
        // Seven minutes of frames, 2 MB.
        let count = 20_000
        for start in stride(from: 2, to: count, by: 100) {
            try await daemon.say((start..<start + 100).map(ScriptedDaemon.frame).joined())
        }
        #expect(preview.residentKilobytes - before < 1024)
        try await daemon.say("{\"type\":\"sensor\",\"event\":\"lost\"}\n")
        var frames = 0
        var newest = 0
        while true {
            let event = try #require(try await page.next())
            if event.type == "sensor" { break }
            frames += 1
            newest = event.object["seq"] as? Int ?? 0
        }
        #expect(frames < 1000)
        #expect(newest == count + 1)
    }

    @Test func `names who has the port, and what to try`() async throws {
        let preview = try await RunningPreview(["--socket", "/nowhere/s"])
        let second = try await ToolRun.tool([
            "preview", "--socket", "/nowhere/s", "--port", "\(preview.port)",
        ])
        #expect(second.status == 1)
        #expect(second.output.isEmpty)
        #expect(second.errors.contains("port \(preview.port) is in use by tiltshadow (pid "))
        #expect(second.errors.contains("--port 0"))
    }

    @Test(arguments: [
        (["--listen", "localhost"], 2, "--listen localhost: expected an IP address, such as 127.0.0.1"),
        (["--listen", "192.0.2.1"], 1, "192.0.2.1 is no address of this machine"),
        (["--allow-host", "tablet.lan:80"], 2, "--allow-host tablet.lan:80: expected the name of a host"),
        (["--allow-host", "*"], 2, "--allow-host *: expected the name of a host"),
        (["--port", "70000"], 2, "--port 70000: expected 0 to 65535"),
        (["--demo", "--replay", "x"], 2, "give one of --socket, --replay and --demo"),
        (["--replay", "/nowhere/log"], 1, "/nowhere/log"),
        (["--replay", "/dev/null"], 2, "--replay /dev/null: expected a file"),
    ])
    func `refuses what it cannot do`(arguments: [String], status: Int32, message: String) async throws {
        let run = try await ToolRun.tool(["preview"] + arguments)
        #expect(run.status == status)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `ends, and says so, when the daemon of its own has ended`(signal: Int32) async throws {
        let preview = try await RunningPreview(["--demo"])
        let page = try OpenPage(preview)
        _ = try await page.frame()
        let daemon = try #require(preview.children.first)
        kill(daemon, signal)
        try #require(try await preview.end() == 1)
        #expect(preview.errors.contains("the daemon") && preview.errors.contains("it has ended since"))
        while let event = try await page.next() { if event.type == "goodbye" { return } }
        Issue.record("no goodbye")
    }

    @Test(arguments: [["preview", "--port", "0", "--replay"], ["replay", "--socket", "/nowhere/s"]])
    func `plays no log without a row that makes sense`(command: [String]) async throws {
        let directory = try ScratchDirectory()
        let log = directory.path + "/nan.csv"
        try Data("t,ax,ay,az\n0,nan,0,9.81\n0.02,inf,1e400,9\n".utf8).write(to: URL(filePath: log))
        let run = try await ToolRun.program(
            "/usr/bin/timeout", ["-s", "KILL", "60", BuiltProducts.path("tiltshadow")] + command + [log])
        #expect(run.status == 1)
        #expect(run.errors.contains("ax is \"nan\"") && run.errors.contains("holds no samples"))
    }

    @Test func `serves at another address of loopback`() async throws {
        let preview = try RunningProgram(
            BuiltProducts.path("tiltshadow"), ["preview", "--listen", "127.0.0.2", "--port", "0", "--demo"])
        try await preview.wait(for: "address") { !$0.lines.isEmpty }
        let url = try #require(URL(string: preview.lines[0]))
        #expect(url.host() == "127.0.0.2")
        let socket = try HTTPSocket(port: try #require(url.port), address: 0x7f00_0002)
        socket.send("GET / HTTP/1.1\r\nHost: 127.0.0.2:\(try #require(url.port))\r\n\r\n")
        let answer = try await socket.response()
        #expect(answer.status == 200, "\(answer.body)")
        #expect(try await preview.end(SIGINT).status == 0)
    }

    @Test func `answers to a name that was allowed, and warns of it`() async throws {
        let preview = try RunningProgram(
            BuiltProducts.path("tiltshadow"),
            ["preview", "--allow-host", "Tablet.lan", "--port", "0", "--demo"])
        try await preview.wait(for: "address") { !$0.lines.isEmpty }
        let port = try #require(URL(string: preview.lines[0])?.port)
        for (host, status) in [("tablet.lan", 200), ("tablet.lan:\(port)", 200), ("lan", 403)] {
            let socket = try HTTPSocket(port: port)
            socket.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(try await socket.response().status == status, "\(host)")
        }
        let run = try await preview.end(SIGINT)
        #expect(run.errors.contains("warning: whoever decides where Tablet.lan leads"))
    }

    @Test func `warns where other machines are let in`() async throws {
        let preview = try RunningProgram(
            BuiltProducts.path("tiltshadow"), ["preview", "--listen", "0.0.0.0", "--port", "0", "--demo"])
        try await preview.wait(for: "address") { !$0.lines.isEmpty }
        let run = try await preview.end(SIGINT)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("http://127.0.0.1:"))
        #expect(run.errors.contains("warning: everybody who reaches 0.0.0.0"))
    }

    @Test(arguments: [["--demo"], ["--replay", DemoLog.path]])
    func `plays a log without a daemon`(arguments: [String]) async throws {
        let preview = try await RunningPreview(arguments)
        let page = try OpenPage(preview)
        let source = try await page.next { $0.name == "page" }.object["source"] as? String
        #expect(source == String(arguments[0].dropFirst(2)))
        #expect(try await page.frame()["state"] as? String != nil)
        #expect(preview.stop() == 0)
    }
}
