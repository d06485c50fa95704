import LinuxSystem
import Testing
import TiltClient
import TiltCore
import TiltDaemon

@testable import tiltshadow

@Suite struct `Rotate command` {
    /// Frames of a subscriber until `isEnough`.
    private func frame(_ connection: ClientConnection, where isEnough: (Frame) -> Bool) throws -> Frame? {
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

    @Test func `turns another program that follows, and says how many`() async throws {
        // Rolled by 0.5 rad: five points to the right.
        var log = "t,ax,ay,az\n"
        for row in 0..<3000 { log += "\(Double(row) / 50),-4.7015,0,8.6061\n" }
        let directory = try ScratchDirectory()
        let daemon = try await RunningDaemon(log: try directory.file("rolled.csv", log))
        let connection = try TiltShadow(path: daemon.socket).connect()
        var change = SubscriptionChange()
        change.rotation = .follow
        connection.send(.subscribe(change))
        let before = try #require(try frame(connection) { $0.offset.length > 4 })
        #expect(abs(before.offset.x) > 4)
        let run = try await ToolRun.tool(["rotate", "90", "--socket", daemon.socket])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == "1 turned by 90 degrees\n")
        #expect(try frame(connection) { abs($0.offset.y) > 4 && abs($0.offset.x) < 1 } != nil)
        // Kept for whoever comes later.
        let later = try await ToolRun.tool(
            ["watch", "--json", "--count", "1", "--rotation", "follow", "--socket", daemon.socket])
        #expect(later.status == 0, "\(later.errors)")
    }

    @Test func `says that nobody follows where that is so`() async throws {
        let daemon = try await RunningDaemon()
        let run = try await ToolRun.tool(
            ["rotate", "270"], environment: ["TILTSHADOW_SOCKET": daemon.socket])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("no program of yours follows"))
        #expect(run.output.contains("270 degrees"))
        let json = try await ToolRun.tool(["rotate", "0", "--json", "--socket", daemon.socket])
        #expect(json.output.contains(#""rotated":0,"left_alone":0}"#), "\(json.output)")
    }

    @Test(arguments: [
        (#"{"type":"ok","rotated":2,"left_alone":0}"#, "/s", "2 turned by 180 degrees"),
        (
            #"{"type":"ok","rotated":1,"left_alone":3}"#, DaemonPaths.systemSocket,
            "1 turned by 180 degrees\n3 of other users left alone; for all: sudo tiltshadow rotate 180 --all"
        ),
        (
            #"{"type":"ok","rotated":1,"left_alone":3}"#, "/tmp/my s",
            "1 turned by 180 degrees\n3 of other users left alone; for all: sudo tiltshadow rotate 180 --all "
                + "--socket '/tmp/my s'"
        ),
    ])
    func `puts the daemon's answer into words`(answer: String, socket: String, words: String) {
        #expect(RotateCommand.words(for: answer, .half, of: socket) == words)
    }

    @Test(arguments: [
        (#"{"type":"ok","rotated":2,"left_alone":0}"#, nil), (#"{"type":"ok","paused":true}"#, nil),
        (
            #"{"type":"ok","rotated":1,"left_alone":3}"#,
            "3 of other users left alone: --all is for root and the daemon's own user"
        ),
    ])
    func `says with --all whom it was not for`(answer: String, words: String?) {
        #expect(RotateCommand.words(ofLeftAlone: answer) == words)
    }

    @Test(arguments: [["rotate", "45"], ["rotate", "left"], ["rotate"], ["rotate", "90", "180"]])
    func `ends with 2 where no rotation is said, or two are`(words: [String]) async throws {
        let run = try await ToolRun.tool(words)
        #expect(run.status == 2 && !run.errors.isEmpty)
    }

    @Test func `ends with 69 where there is no daemon`() async throws {
        #expect(try await ToolRun.tool(["rotate", "90", "--socket", "/nowhere/s"]).status == 69)
    }
}
