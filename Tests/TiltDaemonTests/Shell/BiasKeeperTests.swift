import CLinux
import LinuxSystem
import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `Bias keeper` {
    private let directory: ScratchDirectory
    private let loop: EventLoop
    private let keeper: BiasKeeper
    private let first = AngularRate<DeviceAxes>(x: 0.01, y: 0, z: 0)
    private let second = AngularRate<DeviceAxes>(x: 0.02, y: 0, z: 0)

    init() throws {
        directory = try ScratchDirectory()
        loop = try EventLoop()
        let journal = Journal(identifier: "test", fieldPrefix: "TEST", environment: Environment([:]))
        keeper = BiasKeeper(on: loop, BiasStore(directory: directory.path), journal)
    }

    /// What a daemon would find that begins now.
    private func kept(of id: String) -> AngularRate<DeviceAxes> {
        BiasStore(directory: directory.path).load(id)
    }

    @Test func `has them on the disk at the end`() {
        keeper.keep(first, of: "a")
        keeper.keep(first, of: "b")
        keeper.keep(second, of: "b")
        keeper.close(until: .max)
        #expect(kept(of: "a") == first)
        #expect(kept(of: "b") == second)
    }

    /// A pipe that nobody reads stands for the disk: to open it takes as long.
    @Test func `goes on, and knows what was given last, while the disk hangs`() throws {
        #expect(mkfifo(directory.path("bias-a.part"), 0o600) == 0)
        keeper.keep(first, of: "a")
        keeper.keep(first, of: "b")
        keeper.keep(second, of: "a")
        #expect(keeper.load("a") == second)
        #expect(keeper.load("b") == first)
        #expect(kept(of: "b") == .zero, "it is behind the one that hangs")
        // Somebody reads it: the disk answers.
        let pipe = try OwnedDescriptor.open(directory.path("bias-a.part"), O_RDONLY)
        while kept(of: "b") != first { try loop.step(timeoutMilliseconds: -1) }
        keeper.close(until: .max)
        #expect(kept(of: "a") == second)
        _ = consume pipe
    }

    @Test func `ends in time though the disk hangs`() throws {
        #expect(mkfifo(directory.path("bias-a.part"), 0o600) == 0)
        keeper.keep(first, of: "a")
        keeper.close(until: MonotonicClock.now() + 1_000_000)
        // The thread goes on alone.
        _ = try OwnedDescriptor.open(directory.path("bias-a.part"), O_RDONLY)
    }

    @Test func `reads again what it has forgotten`() {
        for number in 0...16 { keeper.keep(first, of: "\(number)") }
        keeper.close(until: .max)
        for number in 0...16 { #expect(keeper.load("\(number)") == first) }
    }
}
