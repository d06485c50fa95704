import CLinux
import LinuxSystem
import Testing
import TiltCore
import TiltSensors

@testable import TiltDaemon

@Suite struct `Open sensors` {
    /// What a thread waits at, until the test lets it through by a byte.
    ///
    /// The thread holds it, too: it may come here when the test is over, and by then the descriptor's number would be that
    /// of another test's gate.
    private final class Gate {
        private let pair: SocketPair

        init() throws { pair = try SocketPair() }

        /// True where it was let through.
        func pass() -> Bool {
            var byte: UInt8 = 0
            return read(pair.near.raw, &byte, 1) == 1
        }

        func allow() {
            var byte: UInt8 = 1
            #expect(write(pair.far.raw, &byte, 1) == 1)
        }
    }

    /// A device whose opening and closing take as long as the test likes.
    private final class SlowSource: SensorSource {
        let openings: Gate
        let closings: Gate
        /// True where an opening fails without a thread.
        var failsAtOnce = false
        private(set) var begun = 0

        init() throws {
            openings = try Gate()
            closings = try Gate()
        }

        var hotplugDescriptor: CInt? { nil }
        func drainHotplug() -> HotplugNews { .nothing }
        func candidates() -> [SensorCandidate] { [] }
        func use(_ options: SensorOptions) {}

        func open(_ candidate: SensorCandidate, now: Timestamp) throws(SensorError) -> any Sensor {
            throw .gone(path: candidate.device)
        }

        func beginOpening(_ candidate: SensorCandidate, now: Timestamp) -> SensorOpening {
            begun += 1
            if failsAtOnce { return SensorOpening(.failed(.gone(path: candidate.device))) }
            let (openings, closings) = (openings, closings)
            let open = try? SensorOpening(onThread: {
                openings.pass() ? .opened(SlowSensor(closings)) : .failed(.gone(path: "closed"))
            })
            return open ?? SensorOpening(.failed(.gone(path: "no thread")))
        }
    }

    private final class SlowSensor: Sensor {
        let description = SensorDescription(
            id: "slow", name: "slow", kind: .iioBuffer, device: "/dev/slow",
            calibration: Calibration(accelerometer: Calibration.Axes(scale: 1)),
            mounting: Mounting(matrix: .identity, source: .identity))
        var urgentDescriptor: CInt? { nil }
        private let gate: Gate

        init(_ gate: Gate) { self.gate = gate }

        deinit { _ = gate.pass() }

        func drain(_ body: (Reading) -> Void) throws(SensorError) {}
        func probe() throws(SensorError) {}
    }

    private final class World {
        let loop: EventLoop
        let source: SlowSource
        var heard: [String] = []
        /// Called with the number of each that is told of.
        var answers: (UInt32) -> Void = { _ in }
        private(set) var sensors: OpenSensors?

        init() throws {
            loop = try EventLoop()
            source = try SlowSource()
            sensors = OpenSensors(on: loop, source) { [unowned self] entry, outcome in
                switch outcome {
                case .pending: heard.append("\(entry.id.number) pending")
                case .opened: heard.append("\(entry.id.number) opened")
                case .failed(let error): heard.append("\(entry.id.number) failed: \(error.description)")
                }
                answers(entry.id.number)
            }
        }

        func open(_ number: UInt32, at path: String = "/sys/slow") {
            let candidate = SensorCandidate(
                id: "slow", name: "slow", kind: .iioBuffer, device: "/dev/slow", sysPath: path, rank: 1,
                reason: "the only one")
            guard case .pending? = sensors?.open(SensorID(number: number), candidate).1 else {
                Issue.record("opened at once")
                return
            }
        }

        func close(_ number: UInt32) { sensors?.close(SensorID(number: number)) }

        func waitFor(_ count: Int) throws {
            while heard.count < count { try loop.step(timeoutMilliseconds: -1) }
        }
    }

    @Test func `opens on a thread, and tells when it is done`() throws {
        let world = try World()
        world.open(1)
        #expect(world.sensors?[SensorID(number: 1)]?.sensor == nil)
        world.source.openings.allow()
        try world.waitFor(1)
        #expect(world.heard == ["1 opened"])
        #expect(world.sensors?[SensorID(number: 1)]?.sensor != nil)
        world.source.closings.allow()
        world.sensors?.closeAll(until: .max)
    }

    /// `close` would wait for the byte that only comes afterwards.
    @Test func `closes on a thread, and opens the same device when that is done, another at once`() throws {
        let world = try World()
        world.open(1)
        world.source.openings.allow()
        try world.waitFor(1)
        world.close(1)
        #expect(world.sensors?.entries.isEmpty == true)
        world.open(2)
        world.open(3, at: "/sys/other")
        world.source.openings.allow()
        try world.waitFor(2)
        #expect(world.heard == ["1 opened", "3 opened"])
        world.source.openings.allow()
        world.source.closings.allow()
        try world.waitFor(3)
        // Told that it has begun, then that it is open.
        try world.waitFor(world.heard[2] == "2 pending" ? 4 : 3)
        #expect(world.heard.last == "2 opened")
        world.source.closings.allow()
        world.source.closings.allow()
        world.sensors?.closeAll(until: .max)
    }

    /// Nobody would ever close it.
    @Test func `does not open what is closed because of what was told of another`() throws {
        let world = try World()
        world.open(1)
        world.source.openings.allow()
        try world.waitFor(1)
        world.close(1)
        world.open(2)
        world.open(3)
        world.source.failsAtOnce = true
        world.answers = { [unowned world] number in if number == 2 { world.close(3) } }
        world.source.closings.allow()
        try world.waitFor(2)
        #expect(world.heard == ["1 opened", "2 failed: /dev/slow was unplugged"])
        #expect(world.source.begun == 2)
        world.sensors?.closeAll(until: .max)
    }

    @Test func `stops opening without waiting, and hears no more of it`() throws {
        let world = try World()
        world.open(1)
        world.close(1)
        world.source.openings.allow()
        world.source.closings.allow()
        world.open(2)
        world.source.openings.allow()
        try world.waitFor(1)
        #expect(world.heard == ["2 opened"])
        world.source.closings.allow()
        world.sensors?.closeAll(until: .max)
    }

    @Test func `gives up at the end on a device that hangs`() throws {
        let world = try World()
        world.open(1)
        world.source.openings.allow()
        try world.waitFor(1)
        world.sensors?.closeAll(until: MonotonicClock.now() + 1_000_000)
        #expect(world.sensors?.entries.isEmpty == true)
        // The thread goes on alone.
        world.source.closings.allow()
    }
}
