import CLinux
import Foundation
import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// The daemon's core alone, without a kernel: what a tick costs with so many subscribers, four readings each.
enum CoreBenchmark {
    static func run(_ words: [String]) -> Bool {
        let ticks = words.first.flatMap { Int($0) } ?? 5000
        for people in [0, 1, 100, 1000, 10_000] {
            // As many as come in one tick, as those of a page that is opened, have equal numbers for good.
            for arrivals in people < 100 ? [1] : [1, 20] { measure(people, arrivals, ticks) }
        }
        measurePhases(ticks)
        return true
    }

    /// What a tick costs where subscribers came over so many ticks: the median of five rounds.
    private static func measure(_ people: Int, _ arrivals: Int, _ ticks: Int) {
        var core = Core(people: max(people, 1), listening: people > 0, arrivals: arrivals)
        core.tick(200)
        let count = max(20, min(ticks, 1_000_000 / max(people, 1)))
        let rounds = (0..<5).map { _ in
            let start = cpuTime()
            core.tick(count)
            return Double(cpuTime() - start) / Double(count)
        }
        let nanoseconds = rounds.sorted()[2]
        let each = people > 0 ? "\(Int(nanoseconds) / people) ns a subscriber" : "nobody listens"
        let come = arrivals > 1 ? " of \(arrivals) ticks" : ""
        print("core, \(people) subscribers\(come): \(Int(nanoseconds)) ns a tick, \(each)")
    }

    /// Wake-ups of ticks of one's own beside those of a plain rate, and what they cost a neighbour of 50 Hz.
    private static func measurePhases(_ wakeUps: Int) {
        for (name, people, request) in [
            ("1 subscriber, 200 Hz", 1, { _ in (200, nil) }),
            ("8 phases of 25 Hz", 8, { (25, Int64($0) * 5_000_000) }),
            ("8 phases of 60 Hz", 8, { (60, Int64($0) * 2_083_333) }),
            ("256 subscribers, 200 Hz", 256, { _ in (200, nil) }),
            ("256 subscribers, 256 phases, 200 Hz", 256, { (200, Int64($0) * 19_531) }),
            ("256 users, 250 phases, 4 Hz", 250, { (4, Int64($0) * 1_000_000) }),
        ] as [(String, Int, (Int) -> (Int, Int64?))] {
            var core = Core(people: people + 1, listening: true, isEachAUser: name.contains("users"))
            for person in 0..<people {
                let (rate, phase) = request(person)
                core.ask(
                    person,
                    "{\"type\":\"subscribe\",\"rate_hz\":\(rate)"
                        + (phase.map { ",\"phase_ns\":\($0)" } ?? "") + "}\n")
            }
            if people < 10 { core.ask(people, "{\"type\":\"pause\"}\n") }
            core.wake(200)
            core.forget()
            let start = cpuTime()
            core.wake(wakeUps)
            let nanoseconds = Double(cpuTime() - start) / Double(wakeUps)
            let late = people < 10 ? "" : ", a neighbour's frame \(Distribution(core.delays).text) us after"
            print("core, \(name): \(Int(nanoseconds)) ns a wake-up, \(core.sends) sends\(late)")
        }
    }

    private static func cpuTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private struct Core: ~Copyable {
        private var core: DaemonCore
        private var effects: [DaemonEffect] = []
        private var now: Int64 = 1_000_000_000_000
        private var readings: [Reading] = []
        private var sensor: SensorID?
        private(set) var sends = 0
        private(set) var delays: [Int64] = []
        private let people: Int
        private var timer: (period: Int64, next: Int64) = (0, 0)
        private var lastReading: Int64 = 0

        init(people: Int, listening: Bool, isEachAUser: Bool = false, arrivals: Int = 1) {
            self.people = people
            var settings = Settings()
            settings.socket.maxSubscribers = 20_000
            core = DaemonCore(DaemonCore.Setup(settings: settings, userID: 0), at: now)
            for index in 0..<people {
                let user = isEachAUser ? UInt32(index) : 1
                let peer = Peer(
                    credentials: PeerCredentials(pid: 1, uid: user, gid: 1), command: "bench",
                    mayHaveRaw: false)
                let connection = Connection(index: Int32(index), generation: 1)
                feed(.accepted(connection, peer))
                if arrivals > 1, index % (people / arrivals) == 0 { tick(1) }
                let pause: StaticString = "{\"type\":\"pause\"}\n"
                guard !listening else { continue }
                feed(
                    .received(
                        connection,
                        UnsafeRawBufferPointer(start: pause.utf8Start, count: pause.utf8CodeUnitCount)))
            }
        }

        mutating func tick(_ count: Int) {
            for number in 0..<count {
                readings.removeAll(keepingCapacity: true)
                for part in 0..<4 {
                    let time = now + Int64(part) * 5_000_000
                    let angle = 0.3 * sin(Double(number) * 0.02)
                    readings.append(
                        Reading(
                            time: Timestamp(nanoseconds: time),
                            accelerometer: Reading.Counts(x: 9.81 * angle, y: 0.3, z: 9.5)))
                }
                now += 20_000_000
                if let sensor {
                    let readings = readings
                    readings.withUnsafeBufferPointer { feed(.readings(sensor, $0)) }
                }
                feed(.tick(deadline: now, missed: 0))
            }
        }

        mutating func ask(_ person: Int, _ text: String) {
            let bytes = Array(text.utf8)
            bytes.withUnsafeBytes { feed(.received(Connection(index: Int32(person), generation: 1), $0)) }
        }

        mutating func forget() {
            (sends, delays) = (0, [])
            delays.reserveCapacity(10_000)
        }

        /// Lets the timer come so often, with readings of 200 Hz.
        mutating func wake(_ count: Int) {
            for _ in 0..<count {
                now = max(now, timer.next)
                if timer.period > 0 { timer.next += timer.period }
                readings.removeAll(keepingCapacity: true)
                while lastReading + 5_000_000 <= now {
                    lastReading = max(lastReading + 5_000_000, now - 20_000_000)
                    readings.append(
                        Reading(
                            time: Timestamp(nanoseconds: lastReading),
                            accelerometer: Reading.Counts(
                                x: 9.81 * 0.3 * sin(Double(lastReading) * 1e-9), y: 0.3, z: 9.5)))
                }
                if let sensor, !readings.isEmpty {
                    let readings = readings
                    readings.withUnsafeBufferPointer { feed(.readings(sensor, $0)) }
                }
                feed(.tick(deadline: now, missed: 0), isTick: true)
            }
        }

        private mutating func feed(_ event: DaemonEvent, isTick: Bool = false) {
            effects.removeAll(keepingCapacity: true)
            let begun = isTick ? MonotonicClock.now() : 0
            core.handle(event, at: now, &effects)
            var next = 0
            while next < effects.count {
                switch effects[next] {
                case .send(let connection, _):
                    sends += 1
                    if isTick, Int(connection.index) == people - 1 {
                        // The core hands a tick over as a whole; a send takes some 3 us, and goes by its place.
                        delays.append(MonotonicClock.now() - begun + Int64(next) * 3_000)
                    }
                case .tick(let period, let start): timer = (period, start + period)
                case .tickOnce(let deadline): timer = (0, deadline)
                case .survey:
                    core.handle(
                        .surveyed([
                            SensorCandidate(
                                id: "bench", name: "bench", kind: .evdev, device: "/dev/bench",
                                sysPath: "/sys/bench", rank: 1, reason: "of the benchmark")
                        ]), at: now, &effects)
                case .openSensor(let sensor):
                    self.sensor = sensor
                    core.handle(
                        .opened(
                            sensor,
                            SensorDescription(id: "bench", name: "bench", kind: .evdev, device: "/dev/bench"),
                            bias: .zero), at: now, &effects)
                default: break
                }
                next += 1
            }
        }
    }
}
