import LinuxSystem
import Testing
import TiltClient
import TiltCore
import TiltDaemon

@testable import tiltshadow

@Suite struct `Recentre command` {
    /// Frames of a subscriber until `isEnough`.
    private func frames(_ connection: ClientConnection, until isEnough: (Frame) -> Bool) throws -> Frame? {
        var found: Frame?
        let end = MonotonicClock.now() + 60_000_000_000
        while found == nil, MonotonicClock.now() < end {
            _ = DescriptorWait.readable([connection.descriptor], nanoseconds: 1_000_000_000)
            try connection.receive { event in
                if case .frame(let frame, _) = event, isEnough(frame), found == nil { found = frame }
            }
        }
        return found
    }

    @Test func `makes the present pose neutral for another program, and says for how many`() async throws {
        // Flat and on a slope in turn, two seconds each, whose shadows lie 6 points apart: either is neutral at first.
        var log = "t,ax,ay,az\n"
        for row in 0..<200 {
            log += "\(Double(row) / 50),0,\(row < 100 ? "0,9.80665" : "5.6,8.05")\n"
        }
        let directory = try ScratchDirectory()
        let daemon = try await RunningDaemon(log: try directory.file("slope.csv", log))
        let connection = try TiltShadow(path: daemon.socket).connect()
        var change = SubscriptionChange()
        change.reference = .startup
        connection.send(.subscribe(change))
        #expect(try frames(connection) { $0.offset.length > 5.5 } != nil)
        let run = try await ToolRun.tool(["recentre", "--socket", daemon.socket])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == "1 recentred\n")
        #expect(try frames(connection) { $0.offset.length < 0.1 } != nil)
    }

    @Test func `says that nobody has a neutral pose where that is so`() async throws {
        let daemon = try await RunningDaemon()
        let listener = try TiltShadow(path: daemon.socket).connect()
        let run = try await ToolRun.tool(["recentre"], environment: ["TILTSHADOW_SOCKET": daemon.socket])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("no program has a neutral pose"))
        #expect(run.output.contains("tiltshadow calibrate --level"))
        let json = try await ToolRun.tool(["recentre", "--json", "--socket", daemon.socket])
        #expect(json.output.contains(#""recentred":0,"left_alone":0}"#), "\(json.output)")
        _ = listener.descriptor
    }

    @Test(arguments: [
        (#"{"type":"ok","recentred":2,"left_alone":0}"#, "/s", "2 recentred"),
        (
            #"{"type":"ok","recentred":1,"left_alone":3}"#, DaemonPaths.systemSocket,
            "1 recentred\n3 of other users left alone; for all: sudo tiltshadow recentre"
        ),
        (
            #"{"type":"ok","recentred":0,"left_alone":1}"#, "/tmp/my s",
            "no program of yours has a neutral pose that this changes\n1 of other users left alone; for all: sudo tiltshadow recentre "
                + "--socket '/tmp/my s'"
        ),
    ])
    func `puts the daemon's answer into words`(answer: String, socket: String, words: String) throws {
        #expect(try RecentreCommand.words(for: answer, of: socket) == words)
    }

    @Test func `knows a daemon that recentres only who asks`() {
        #expect(throws: ToolError.oldDaemon) {
            try RecentreCommand.words(for: #"{"type":"ok","id":1,"paused":false}"#, of: "/s")
        }
        #expect(ToolError.oldDaemon.exitCode == 1)
    }

    @Test(arguments: [
        (["recentre"], #"{"type":"ok","id":1,"recentred":2,"left_alone":0}"#),
        (["rotate", "90"], #"{"type":"ok","id":1,"rotated":2,"left_alone":0}"#),
        (["status", "--json"], #"{"type":"status","id":1,"state":"tracking"}"#),
    ])
    func `takes the answer of a daemon that ends right behind it`(words: [String], answer: String)
        async throws
    {
        let directory = try ScratchDirectory()
        let daemon = try ScriptedDaemon(directory.path + "/s")
        daemon.play([ScriptedDaemon.hello, answer + "\n"], hangsUp: true)
        let run = try await ToolRun.tool(words + ["--socket", directory.path + "/s"])
        #expect(run.status == 0 && run.lines.count == 1, "\(run.output) \(run.errors)")
    }

    @Test func `ends with 69 where there is no daemon`() async throws {
        #expect(try await ToolRun.tool(["recentre", "--socket", "/nowhere/s"]).status == 69)
    }
}
