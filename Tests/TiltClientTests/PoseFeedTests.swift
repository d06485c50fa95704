import CLinux
import LinuxSystem
import Testing
import TiltCore

@testable import TiltClient

/// What is handed out for a page, and what comes of it.
@Suite struct `Pose feed` {
    let directory: ScratchDirectory
    let daemon: FakeDaemon
    let feed: PoseFeed

    init() throws {
        directory = try ScratchDirectory()
        daemon = try FakeDaemon(directory.path + "/s")
        feed = try PoseFeed(path: directory.path + "/s", rateHz: 100)
        try daemon.accept()
        daemon.say(FakeDaemon.hello)
        _ = try daemon.heard()
    }

    static let line = #"{"type":"page","id":"page","rate_hz":100}"# + "\n"

    private func refusals() throws -> [String] {
        var texts: [String] = []
        try feed.receive { event in
            if case .refused(let refusal) = event { texts.append(refusal.message) }
        }
        return texts
    }

    /// A file with the first bytes of a page, sealed by these numbers of `fcntl`.
    private func file(
        version: UInt32 = 1, size: UInt32 = 128, bytes: Int = 128, seals: CInt = 2
    ) throws -> OwnedDescriptor {
        var buffer = ByteBuffer()
        PosePage().append(to: &buffer)
        var image = buffer.bytes
        withUnsafeBytes(of: (version, size)) { head in
            for (index, byte) in head.enumerated() { image[PosePage.Place.version + index] = byte }
        }
        let file = OwnedDescriptor(adopting: clinux_memfd("page"))
        try #require(pwrite(file.raw, image, image.count, 0) == image.count)
        try #require(ftruncate(file.raw, bytes) == 0 && clinux_fcntl(file.raw, F_ADD_SEALS, seals) == 0)
        return file
    }

    @Test(arguments: [(128, 128), (192, 192), (4096, 8192)] as [(UInt32, Int)])
    func `reads a page that is only longer`(size: UInt32, bytes: Int) throws {
        daemon.say(Self.line, passing: try file(size: size, bytes: bytes))
        #expect(try refusals() == [] && feed.read() == PosePage())
    }

    /// Frames go on where it cannot be read, and another is not asked for.
    private func expectFrames(because flaw: String) throws {
        #expect(try refusals() == ["cannot read the daemon's page: \(flaw)"])
        #expect(feed.read() == nil)
        let requests = #"{"type":"pause"}"# + "\n" + #"{"type":"resume"}"# + "\n"
        #expect(try daemon.heard() == requests)
        daemon.say(FakeDaemon.frame(1))
        #expect(try refusals() == [] && !daemon.isAsked)
    }

    @Test(arguments: [(2, 128), (1, 127), (1, 0)] as [(UInt32, UInt32)])
    func `has frames where it is of another version`(version: UInt32, size: UInt32) throws {
        daemon.say(Self.line, passing: try file(version: version, size: size))
        try expectFrames(because: "it is no page of version 1")
    }

    @Test(arguments: [0, 127])
    func `has frames where it is shorter`(bytes: Int) throws {
        daemon.say(Self.line, passing: try file(bytes: bytes))
        try expectFrames(because: "it is shorter than 128 bytes")
    }

    // 4 is F_SEAL_GROW.
    @Test(arguments: [0, 4] as [CInt])
    func `has frames where it could be cut short later`(seals: CInt) throws {
        daemon.say(Self.line, passing: try file(seals: seals))
        try expectFrames(because: "it is not sealed against shrinking")
    }

    @Test func `has frames where its descriptor does not come along`() throws {
        daemon.say(Self.line)
        try expectFrames(because: "its descriptor has not come along")
    }
}
