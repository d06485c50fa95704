import LinuxSystem
import Testing
import TiltCore
import TiltSensors

@testable import TiltDaemon

@Suite struct `Ticks that follow poses` {
    private static let start: Int64 = 1_000_000_000_000
    private static let millisecond: Int64 = 1_000_000
    private static let period: Int64 = 20_000_000

    private static func pace(_ period: Int64 = period) -> Pace {
        var pace = Pace()
        pace.change(to: period, at: start)
        return pace
    }

    private static func arrival(_ milliseconds: Double, period: Int64 = period) -> RemoteArrival {
        RemoteArrival(due: start + Int64(milliseconds * 1e6), period: period)
    }

    // MARK: the grid

    /// When poses come after a tick, and when the next tick is from then on, in milliseconds.
    @Test(arguments: [(3.0, 23.0), (9, 29), (11, 11), (19, 19), (20, 20), (20.05, 20), (43, 23), (-17, 23)])
    func `stand where they come, within half a period`(comes: Double, next: Double) {
        var pace = Self.pace()
        // Long after it, so that none lies in the future.
        let isMoved = pace.follow(Self.arrival(comes), at: Self.start + 50 * Self.millisecond) != nil
        #expect(isMoved)
        #expect(pace.nextShared == Self.start + Int64(next * 1e6))
    }

    @Test func `are put off for ever by nobody`() {
        var pace = Self.pace()
        for number in 1...1000 {
            let due = Double(number) * 7.3
            let now = Self.start + Int64(due * 1e6)
            _ = pace.follow(Self.arrival(due), at: now)
            #expect(pace.nextShared > pace.last && pace.nextShared <= pace.last + 3 * Self.period / 2)
            if pace.nextShared <= now { pace.take(pace.nextShared) }
        }
        #expect(pace.last > Self.start + 7_000 * Self.millisecond)
    }

    @Test func `lie at the pose at the latest`() {
        var pace = Self.pace()
        let now = Self.start + Self.period - Self.millisecond / 20
        _ = pace.follow(Self.arrival(19.95), at: now)
        #expect(pace.nextShared == now)
    }

    @Test func `may be so many times slower or faster, and of no other rhythm`() {
        for (period, patience) in [
            (Self.period, 3_000_000), (2 * Self.period, 3_000_000), (4 * Self.period, 3_000_000),
            (Self.period / 2, 1_500_000), (6_666_667, 1_500_000), (16_666_667, 0), (25_000_000, 0),
            (33_333_333, 0),
        ] as [(Int64, Int64)] {
            var pace = Self.pace(period)
            let distance = pace.follow(Self.arrival(3), at: Self.start + 3 * Self.millisecond)
            #expect((distance != nil) == (patience > 0), "\(period)")
            #expect(pace.delay == patience)
        }
    }

    @Test func `go by the timer alone where none has come for two seconds`() {
        var pace = Self.pace()
        _ = pace.follow(Self.arrival(20), at: Self.start + Self.period)
        pace.leaveSilentPoses(at: Self.start + 2000 * Self.millisecond)
        #expect(pace.delay == Pace.longestPatience)
        pace.isMoved = false
        pace.leaveSilentPoses(at: Self.start + 2021 * Self.millisecond)
        #expect(pace.delay == 0)
        #expect(pace.isMoved)
    }

    // MARK: the daemon

    /// A daemon with a remote sensor and subscribers, in time that is told.
    private struct Scene: ~Copyable {
        var core = DaemonCore(
            DaemonCore.Setup(settings: Settings(), userID: 0), at: `Ticks that follow poses`.start)
        var effects: [DaemonEffect] = []
        var sensor: SensorID?
        var timer: (period: Int64, start: Int64)?
        /// What each subscriber was sent that is a frame.
        var frames: [Int32: [JSONValue]] = [:]

        init(asking requests: [String]) {
            let start = `Ticks that follow poses`.start
            for (number, request) in requests.enumerated() {
                let connection = Connection(index: Int32(number), generation: 1)
                let peer = Peer(
                    credentials: PeerCredentials(pid: 1, uid: 1, gid: 1), command: "test", mayHaveRaw: false)
                feed(.accepted(connection, peer), at: start)
                Array((request + "\n").utf8).withUnsafeBytes { feed(.received(connection, $0), at: start) }
            }
        }

        mutating func feed(_ event: DaemonEvent, at now: Int64) {
            effects.removeAll()
            core.handle(event, at: now, &effects)
            var next = 0
            while next < effects.count {
                carryOut(effects[next], at: now)
                next += 1
            }
        }

        private mutating func carryOut(_ effect: DaemonEffect, at now: Int64) {
            switch effect {
            case .send(let connection, let range):
                let bytes = core.output.bytes[Int(range.start)..<Int(range.start + range.count)]
                for line in bytes.split(separator: UInt8(ascii: "\n")) {
                    guard let json = line.withUnsafeBufferPointer({ try? JSONParser.parse($0) }),
                        json["type"]?.string == "frame"
                    else { continue }
                    frames[connection.index, default: []].append(json)
                }
            case .survey:
                let candidate = SensorCandidate(
                    id: "remote:desk", name: "desk", kind: .remote, device: "desk", sysPath: "/", rank: 1,
                    reason: "given")
                core.handle(.surveyed([candidate]), at: now, &effects)
            case .openSensor(let id):
                sensor = id
                let axes = Calibration.Axes(scale: 1)
                let description = SensorDescription(
                    id: "remote:desk", name: "desk", kind: .remote, device: "desk",
                    calibration: Calibration(accelerometer: axes, gyroscope: axes))
                core.handle(.opened(id, description, bias: .zero), at: now, &effects)
            case .tick(let period, let start): timer = (period, start)
            default: break
            }
        }

        mutating func read(at now: Int64) {
            guard let sensor else { return }
            let flat = Reading(
                time: Timestamp(nanoseconds: now), accelerometer: Reading.Counts(x: 0, y: 0, z: 1),
                gyroscope: Reading.Counts(x: 0, y: 0, z: 0))
            withUnsafePointer(to: flat) {
                feed(.readings(sensor, UnsafeBufferPointer(start: $0, count: 1)), at: now)
            }
        }

        /// A pose comes so many nanoseconds behind the one that is due.
        mutating func hear(due: Int64, late: Int64) {
            read(at: due + late)
            feed(.arrived(RemoteArrival(due: due, period: 20_000_000)), at: due + late)
        }

        /// The timer comes, where it is before `now`.
        mutating func wait(until now: Int64) {
            while let timer, timer.start + timer.period <= now {
                let deadline = timer.start + timer.period
                self.timer = (timer.period, deadline)
                read(at: deadline)
                feed(.tick(deadline: deadline, missed: 0), at: deadline)
            }
        }

        func times(_ subscriber: Int32) -> [Int64] {
            (frames[subscriber] ?? []).compactMap { $0["t_ns"]?.integer }
        }
    }

    @Test func `bring each frame with its pose, whatever the timer says`() {
        var scene = Scene(asking: [#"{"type":"subscribe"}"#, #"{"type":"subscribe","rate_hz":25}"#])
        // 7.3 ms behind the timer's own, and up to 0.7 ms late.
        let dues = (0..<200).map { Self.start + 7_300_000 + $0 * Self.period }
        for (number, due) in dues.enumerated() {
            let late = Int64(number * 37 % 8) * 100_000
            scene.wait(until: due + late)
            scene.hear(due: due, late: late)
        }
        #expect(scene.times(0).suffix(190) == dues.suffix(190))
        let halves = scene.times(1).suffix(90)
        #expect(zip(halves, halves.dropFirst()).allSatisfy { $1 - $0 == 2 * Self.period }, "\(halves)")
        let numbers = (scene.frames[0] ?? []).compactMap { $0["seq"]?.integer }
        #expect(numbers == Array(1...Int64(numbers.count)))
        #expect(scene.frames[0]?.contains { $0["dropped"] != nil } == false)
    }

    @Test func `stand between two poses where there are more of them`() {
        var scene = Scene(asking: [#"{"type":"subscribe","rate_hz":100}"#])
        let dues = (0..<100).map { Self.start + 7_300_000 + $0 * Self.period }
        for due in dues {
            scene.wait(until: due)
            scene.hear(due: due, late: 0)
        }
        let expected = dues.suffix(90).flatMap { [$0 - Self.period / 2, $0] }
        #expect(scene.times(0).suffix(180) == expected[...])
    }

    @Test func `come 3 ms after their deadlines where a pose is late, and at them where there are none`() {
        var scene = Scene(asking: [#"{"type":"subscribe"}"#])
        let first = Self.start + 7_300_000
        for number in 0..<50 {
            let due = first + Int64(number) * Self.period
            scene.wait(until: due)
            scene.hear(due: due, late: 0)
        }
        // One is 8 ms late: its tick is not waited for, and the next one is in time.
        let late = first + 50 * Self.period
        scene.wait(until: late + 2_999_999)
        #expect(scene.times(0).last == late - Self.period)
        scene.wait(until: late + 3_000_000)
        #expect(scene.times(0).last == late)
        scene.hear(due: late, late: 8_000_000)
        #expect(scene.times(0).last == late)
        scene.hear(due: late + Self.period, late: 0)
        #expect(scene.times(0).last == late + Self.period)
        scene.wait(until: late + 300 * Self.period)
        #expect(scene.timer.map { ($0.start - late) % Self.period } == 0)
        let times = scene.times(0).dropFirst(2)
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(Set(steps) == [Self.period], "\(steps)")
    }

    @Test func `leave those with ticks of their own alone`() {
        let phase = Self.start + 3_000_000
        var scene = Scene(asking: [
            #"{"type":"subscribe","rate_hz":60,"phase_ns":\#(phase)}"#
        ])
        for number in 0..<20 { scene.hear(due: Self.start + Int64(number) * Self.period, late: 0) }
        #expect(scene.times(0).isEmpty)
        #expect(scene.core.pace.isPlanned)
    }
}
