import CLinux
import LinuxSystem
import Testing
import TiltCore
import TiltSensors

@testable import TiltDaemon

@Suite struct `Device survey` {
    /// Looks at a device for as long as the test likes.
    private final class SlowSource: SensorSource {
        private let gate: SocketPair
        /// What a look waits for on its thread, or `nil` where it is done at once.
        private let pass: (() -> Bool)?

        init(isSlow: Bool) throws {
            gate = try SocketPair()
            let near = gate.near.raw
            pass = isSlow ? { Self.reads(near) } : nil
        }

        private static func reads(_ descriptor: CInt) -> Bool {
            var byte: UInt8 = 0
            return read(descriptor, &byte, 1) == 1
        }

        func allow() {
            var byte: UInt8 = 1
            #expect(write(gate.far.raw, &byte, 1) == 1)
        }

        var hotplugDescriptor: CInt? { nil }
        func drainHotplug() -> HotplugNews { .nothing }
        func use(_ options: SensorOptions) {}

        func candidates() -> [SensorCandidate] { [Self.candidate] }

        func beginSurvey() -> ThreadAnswer<[SensorCandidate]>? {
            guard let pass else { return nil }
            return try? ThreadAnswer { pass() ? [Self.candidate] : [] }
        }

        func open(_ candidate: SensorCandidate, now: Timestamp) throws(SensorError) -> any Sensor {
            throw .gone(path: candidate.device)
        }

        static let candidate = SensorCandidate(
            id: "slow", name: "slow", kind: .iioBuffer, device: "/dev/slow", sysPath: "/sys/slow", rank: 1,
            reason: "the only one")
    }

    @Test func `leaves the loop to others while a thread looks, and tells what it found`() throws {
        let loop = try EventLoop()
        let source = try SlowSource(isSlow: true)
        let other = try SocketPair()
        var heard: [String] = []
        let survey = try DeviceSurvey(
            on: loop, source, late: { heard.append("late") }, done: { heard.append("found \($0.count)") })
        let watch = try loop.watch(other.near.raw, for: .readable) { _ in heard.append("other") }
        #expect(survey.begin(by: .max) == nil)
        var byte: UInt8 = 1
        #expect(write(other.far.raw, &byte, 1) == 1)
        while heard.isEmpty { try loop.step(timeoutMilliseconds: -1) }
        #expect(heard == ["other"])
        _ = consume watch
        source.allow()
        while heard.count < 2 { try loop.step(timeoutMilliseconds: -1) }
        #expect(heard == ["other", "found 1"])
    }

    @Test func `tells once that a look is late, and then what it found`() throws {
        let loop = try EventLoop()
        let source = try SlowSource(isSlow: true)
        var heard: [String] = []
        let survey = try DeviceSurvey(
            on: loop, source, late: { heard.append("late") }, done: { heard.append("found \($0.count)") })
        #expect(survey.begin(by: MonotonicClock.now()) == nil)
        while heard.isEmpty { try loop.step(timeoutMilliseconds: -1) }
        try loop.step(timeoutMilliseconds: 0)
        #expect(heard == ["late"])
        source.allow()
        while heard.count < 2 { try loop.step(timeoutMilliseconds: -1) }
        #expect(heard == ["late", "found 1"])
    }

    @Test func `tells at once what cannot block`() throws {
        let survey = try DeviceSurvey(
            on: try EventLoop(), try SlowSource(isSlow: false), late: { Issue.record("late") },
            done: { _ in Issue.record("told twice") })
        #expect(survey.begin(by: .max)?.count == 1)
    }

    @Test func `ends while a thread looks`() throws {
        let loop = try EventLoop()
        let source = try SlowSource(isSlow: true)
        let survey = try DeviceSurvey(
            on: loop, source, late: { Issue.record("late after the end") },
            done: { _ in Issue.record("told after the end") })
        #expect(survey.begin(by: 1) == nil)
        survey.close()
        source.allow()
        try loop.step(timeoutMilliseconds: 0)
    }
}
