import Testing
import TiltClient
import TiltCore

@Suite struct `Frame sequence` {
    let directory: ScratchDirectory
    let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.path + "/s"
    }

    @Test func `goes on by itself after the daemon was restarted`() async throws {
        let frames = TiltShadow(path: path).frames()
        var iterator: FrameSequence.Iterator?
        for sequence in [1, 2] {
            let daemon = try FakeDaemon(path)
            daemon.greetNext(FakeDaemon.hello + FakeDaemon.frame(sequence))
            var frames = iterator ?? frames.makeAsyncIterator()
            #expect(try await frames.next()?.sequence == UInt64(sequence))
            iterator = frames
            daemon.end()
        }
    }

    @Test func `never hands out a frame older than the last, and always the newest in the end`() async throws
    {
        let daemon = try FakeDaemon(path)
        daemon.greetNext(FakeDaemon.hello + FakeDaemon.frame(1))
        var frames = TiltShadow(path: path).frames(patience: .never).makeAsyncIterator()
        #expect(try await frames.next()?.sequence == 1)
        daemon.say((2...40).map { FakeDaemon.frame($0) }.joined())
        var last: UInt64 = 1
        while last < 40 {
            let frame = try #require(try await frames.next())
            #expect(frame.sequence > last)
            last = frame.sequence
        }
        // It is there until then, whatever the optimizer thinks of it.
        daemon.end()
    }

    @Test func `tells the daemon how the picture is turned, and each later one`() async throws {
        let frames = TiltShadow(path: path).frames()
        let daemon = try FakeDaemon(path)
        daemon.greetNext(FakeDaemon.hello + FakeDaemon.frame(1))
        var iterator = frames.makeAsyncIterator()
        #expect(try await iterator.next()?.sequence == 1)
        frames.turn(to: .quarter)
        #expect(try daemon.heard() == #"{"type":"subscribe","id":1,"display_rotation":90}"# + "\n")
        frames.turn(to: .quarter)
        frames.turn(to: .half, moves: false)
        let both = #","display_rotation":180,"moves":false}"# + "\n"
        #expect(try daemon.heard() == #"{"type":"subscribe","id":2"# + both)
        daemon.end()
        let next = try FakeDaemon(path)
        next.greetNext(FakeDaemon.hello + #"{"type":"ok","id":1}"# + "\n" + FakeDaemon.frame(2))
        #expect(try await iterator.next()?.sequence == 2)
        #expect(try next.heard() == #"{"type":"subscribe","id":1"# + both)
    }

    @Test func `throws where there is no daemon`() async {
        await #expect(throws: ClientError.noSocket(path: path)) {
            for try await _ in TiltShadow(path: path).frames() {}
        }
    }

    @Test func `hangs up when its task is cancelled`() async throws {
        let daemon = try FakeDaemon(path)
        daemon.greetNext(FakeDaemon.hello + FakeDaemon.frame(1))
        let shadow = TiltShadow(path: path)
        let (beginnings, beginning) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            defer { beginning.finish() }
            for try await _ in shadow.frames() { beginning.yield() }
        }
        for await _ in beginnings { break }
        task.cancel()
        try await task.value
        daemon.waitForHangUp()
    }

    @Test(arguments: [
        (["TILTSHADOW_SOCKET": "/a", "XDG_RUNTIME_DIR": "/r"], ["/r/tiltshadow/tiltshadow.sock"], "/a"),
        (
            ["TILTSHADOW_SOCKET": "", "XDG_RUNTIME_DIR": "/r"],
            ["/r/tiltshadow/tiltshadow.sock", "/r/tiltshadow.sock"], "/r/tiltshadow/tiltshadow.sock"
        ),
        (["XDG_RUNTIME_DIR": "/r"], ["/r/tiltshadow.sock"], "/r/tiltshadow.sock"),
        (["XDG_RUNTIME_DIR": "/r"], [], "/run/tiltshadow/tiltshadow.sock"),
        (["XDG_RUNTIME_DIR": ""], ["/tiltshadow.sock"], "/run/tiltshadow/tiltshadow.sock"),
        ([:], ["/tiltshadow.sock"], "/run/tiltshadow/tiltshadow.sock"),
    ])
    func `finds the daemon that the user means`(
        environment: [String: String], files: [String], path: String
    ) {
        #expect(
            TiltShadow.defaultPath(environment: { environment[$0] }, exists: { files.contains($0) }) == path)
    }
}
