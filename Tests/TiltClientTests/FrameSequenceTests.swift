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
        var daemon = try FakeDaemon(path)
        var frames = TiltShadow(path: path).frames().makeAsyncIterator()
        for sequence in [1, 2] {
            try await daemon.acceptLater()
            daemon.say(FakeDaemon.hello + FakeDaemon.frame(sequence))
            #expect(try await frames.next()?.sequence == UInt64(sequence))
            if sequence == 1 {
                daemon.hangUp()
                daemon = try Self.restarted(&daemon, path)
            }
        }
    }

    /// The old socket must be gone before the new one can be bound.
    private static func restarted(_ daemon: inout FakeDaemon, _ path: String) throws -> FakeDaemon {
        daemon = try FakeDaemon(path + ".other")
        return try FakeDaemon(path)
    }

    @Test func `never hands out a frame older than the last, and always the newest in the end`() async throws
    {
        let daemon = try FakeDaemon(path)
        var frames = TiltShadow(path: path).frames(patience: .never).makeAsyncIterator()
        try await daemon.acceptLater()
        daemon.say(FakeDaemon.hello + FakeDaemon.frame(1))
        #expect(try await frames.next()?.sequence == 1)
        daemon.say((2...40).map { FakeDaemon.frame($0) }.joined())
        var last: UInt64 = 1
        while last < 40 {
            let frame = try #require(try await frames.next())
            #expect(frame.sequence > last)
            last = frame.sequence
        }
    }

    @Test func `throws where there is no daemon`() async {
        await #expect(throws: ClientError.noSocket(path: path)) {
            for try await _ in TiltShadow(path: path).frames() {}
        }
    }

    @Test func `hangs up when its task is cancelled`() async throws {
        let daemon = try FakeDaemon(path)
        let shadow = TiltShadow(path: path)
        let task = Task {
            var count = 0
            for try await _ in shadow.frames() { count += 1 }
            return count
        }
        try await daemon.acceptLater()
        daemon.say(FakeDaemon.hello)
        task.cancel()
        try await daemon.waitForHangUp()
        #expect(try await task.value == 0)
    }

    @Test(arguments: [
        (["TILTSHADOW_SOCKET": "/a", "XDG_RUNTIME_DIR": "/r"], true, "/a"),
        (["TILTSHADOW_SOCKET": "", "XDG_RUNTIME_DIR": "/r"], true, "/r/tiltshadow.sock"),
        (["XDG_RUNTIME_DIR": "/r"], false, "/run/tiltshadow/tiltshadow.sock"),
        ([:], true, "/run/tiltshadow/tiltshadow.sock"),
    ])
    func `finds the daemon that the user means`(environment: [String: String], exists: Bool, path: String) {
        #expect(TiltShadow.defaultPath(environment: { environment[$0] }, exists: { _ in exists }) == path)
    }
}
