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
        _ page: PosePage = PosePage(), version: UInt32 = 1, size: UInt32 = 128, bytes: Int = 128,
        seals: CInt = 2
    ) throws -> OwnedDescriptor {
        var buffer = ByteBuffer()
        page.append(to: &buffer)
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

    /// A page of a panel that is mounted a quarter round, whose user has turned the picture by another.
    private func turnedPage() throws -> PosePage {
        let up = try #require(Up<DeviceAxes>(of: AngularRate<DeviceAxes>(x: 0.3, y: 0.1, z: 0.9)))
        let motion = Motion(
            time: Timestamp(nanoseconds: 9_000_000_000), state: .tracking, estimate: GravityEstimate(up: up),
            fade: 1)
        var page = PosePage(motion, isStill: false)
        (page.panelRotation, page.displayRotation) = (.quarter, .quarter)
        return page
    }

    @Test(arguments: [(DisplayRotation.none, false, 90), (.half, false, 270), (.half, true, 180)])
    func `turns a pose as the panel is, and as it is told or as the user has said`(
        own: DisplayRotation, follows: Bool, sum: Int
    ) throws {
        let page = try turnedPage()
        daemon.say(Self.line, passing: try file(page))
        #expect(try refusals() == [])
        feed.options.displayRotation = own
        feed.followsRotation = follows
        var options = ShadowMapper.Options()
        options.displayRotation = try #require(DisplayRotation(rawValue: sum))
        var mapper = ShadowMapper(options)
        let expected = mapper.view(of: page.motion)
        let view = feed.view(at: page.target)
        #expect(view == expected)
    }

    @Test func `keeps its neutral pose from one picture to the next`() throws {
        let page = try turnedPage()
        daemon.say(Self.line, passing: try file(page))
        #expect(try refusals() == [])
        feed.options.reference = .startup
        _ = feed.view(at: page.target)
        feed.options.gain = 20
        let view = try #require(feed.view(at: page.target))
        #expect(view.offset.length < 1e-9)
    }

    @Test func `eases to the fallback where the page is old`() throws {
        let page = try turnedPage()
        daemon.say(Self.line, passing: try file(page))
        #expect(try refusals() == [])
        let fresh = try #require(feed.view(at: page.time.advanced(by: 3_000_000_000))).offset
        let half = try #require(feed.view(at: page.time.advanced(by: 3_500_000_000))).offset
        let old = try #require(feed.view(at: page.time.advanced(by: 4_000_000_000))).offset
        let fallback = feed.options.fallback
        #expect((half - 0.5 * (fresh + fallback)).length < 1e-9 && old == fallback)
    }

    /// What a daemon writes on a page that has ended, and on one that it hands out before it has a pose.
    private static let poseless = [PosePage.ended(at: Timestamp(nanoseconds: 9_000_000_000)), PosePage()]

    @Test(arguments: poseless)
    func `keeps what was drawn where the page has ended, or has no pose yet, and eases it`(
        next: PosePage
    ) throws {
        let page = try turnedPage()
        daemon.say(Self.line, passing: try file(page))
        #expect(try refusals() == [])
        feed.options.fallback = ShadowOffset(x: 0, y: -8)
        // Within a second of what follows: what lies still for longer is held by the dead band at first.
        let drawn = try #require(feed.view(at: page.time.advanced(by: 2_500_000_000))).offset
        daemon.say(Self.line, passing: try file(next))
        #expect(try refusals() == [] && feed.read() == next)
        let kept = try #require(feed.view(at: page.time.advanced(by: 3_000_000_000))).offset
        let half = try #require(feed.view(at: page.time.advanced(by: 3_500_000_000))).offset
        let old = try #require(feed.view(at: page.time.advanced(by: 4_000_000_000))).offset
        let fallback = feed.options.fallback
        #expect(drawn == kept && (drawn - fallback).length > 2)
        #expect((half - 0.5 * (kept + fallback)).length < 1e-9 && old == fallback)
    }

    @Test func `goes on from the feed before it until it has a pose`() throws {
        let page = try turnedPage()
        daemon.say(Self.line, passing: try file(page))
        #expect(try refusals() == [])
        let drawn = try #require(feed.view(at: page.time))
        daemon.hangUp()
        #expect(throws: ClientError.closed(reason: nil)) { try feed.receive() }
        let next = try PoseFeed(path: directory.path + "/s", after: feed)
        #expect(next.view(at: page.time)?.offset == drawn.offset && next.read() == nil)
        #expect(try PoseFeed(path: directory.path + "/s").view(at: page.time) == nil)
    }

    /// Frames go on where it cannot be read, and another is not asked for.
    private func expectFrames(because flaw: String) throws {
        #expect(try refusals() == ["cannot read the daemon's page: \(flaw)"])
        #expect(feed.read() == nil && feed.view(at: Timestamp(nanoseconds: 0)) == nil)
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
