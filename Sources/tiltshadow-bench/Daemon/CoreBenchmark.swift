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
        for people in [0, 1, 100, 1000] {
            var core = Core(people: max(people, 1), listening: people > 0)
            core.tick(200)
            let start = cpuTime()
            core.tick(ticks)
            let nanoseconds = Double(cpuTime() - start) / Double(ticks)
            let each = people > 0 ? "\(Int(nanoseconds) / people) ns a subscriber" : "nobody listens"
            print(
                "core, \(people) subscribers: \(Int(nanoseconds)) ns a tick, \(each), \(core.bytes) bytes sent"
            )
        }
        return true
    }

    private static func cpuTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private struct Core {
        private var core: DaemonCore
        private var effects: [DaemonEffect] = []
        private var now: Int64 = 1_000_000_000_000
        private var readings: [Reading] = []
        private var sensor: SensorID?
        private(set) var bytes = 0

        init(people: Int, listening: Bool) {
            var settings = Settings()
            settings.socket.maxSubscribers = 20_000
            core = DaemonCore(DaemonCore.Setup(settings: settings, userID: 0), at: now)
            let peer = Peer(
                credentials: PeerCredentials(pid: 1, uid: 1, gid: 1), command: "bench", mayHaveRaw: false)
            for index in 0..<people {
                let connection = Connection(index: Int32(index), generation: 1)
                feed(.accepted(connection, peer))
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

        private mutating func feed(_ event: DaemonEvent) {
            effects.removeAll(keepingCapacity: true)
            core.handle(event, at: now, &effects)
            var next = 0
            while next < effects.count {
                switch effects[next] {
                case .send(_, let range): bytes += Int(range.count)
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
