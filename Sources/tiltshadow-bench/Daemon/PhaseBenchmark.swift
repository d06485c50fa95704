import CLinux
import Foundation
import LinuxSystem
import Synchronization

/// What ticks of subscribers' own cost a daemon in a process of its own, and what they cost a neighbour.
enum PhaseBenchmark {
    /// Measures each executable named for `--seconds` (by default 10) a row; false where one could not be measured.
    static func run(_ arguments: [String]) -> Bool {
        guard
            let (seconds, paths) = DaemonBenchmark.parse(
                arguments.contains("--seconds") ? arguments : ["--seconds", "10"] + arguments)
        else { return false }
        do {
            for path in paths {
                print("\(path), \(seconds) s a row")
                try compareCost(path, seconds: seconds)
                try compareNeighbour(path, seconds: seconds)
            }
            return true
        } catch {
            print("  cannot measure: \(error)")
            return false
        }
    }

    /// CPU a wake-up, against wake-ups of a plain rate with one frame each, as these are.
    private static func compareCost(_ path: String, seconds: Int) throws {
        let plain = try cost(path, seconds: seconds, "1 subscriber, 200 Hz", [("200", nil)], against: nil)
        let spread: (Int, Int) -> [(String, Int64?)] = { rate, count in
            (0..<count).map { ("\(rate)", 1_000_000_000 / Int64(rate) * Int64($0) / Int64(count)) }
        }
        _ = try cost(path, seconds: seconds, "8 phases of 25 Hz, as many", spread(25, 8), against: plain)
        _ = try cost(path, seconds: seconds, "8 phases of 60 Hz", spread(60, 8), against: plain)
    }

    private static func cost(
        _ path: String, seconds: Int, _ name: String, _ asked: [(rate: String, phase: Int64?)],
        against plain: Double?
    ) throws -> Double {
        let daemon = try MeasuredDaemon(path)
        let audience = try Audience(of: daemon, count: asked.count)
        audience.askEach { request(asked[$0].rate, asked[$0].phase) }
        audience.read(seconds: 1)
        let (before, start) = (try daemon.usage(), MonotonicClock.now())
        audience.read(seconds: seconds)
        let (after, end) = (try daemon.usage(), MonotonicClock.now())
        let wakeUps = max(1, after.wakeUps - before.wakeUps)
        let each = Double(after.cpuNanoseconds - before.cpuNanoseconds) / Double(wakeUps) / 1000
        let ratio = plain.map { ", \(Contest.fixed(each / $0, 2)) times that" } ?? ""
        row(
            name,
            "\(Contest.fixed(Double(wakeUps) / Double(end - start) * 1e9, 1)) wake-ups/s, "
                + "\(Contest.fixed(each, 1)) us of CPU each\(ratio)")
        return each
    }

    /// How late a subscriber of 50 Hz gets its frames beside 256 at 200 Hz, and alone.
    private static func compareNeighbour(_ path: String, seconds: Int) throws {
        for (name, count, hasPhases) in [
            ("a neighbour alone, us late: p50, p99, max", 0, false),
            ("beside 256 of 200 Hz without phases", 256, false),
            ("beside 256 of 200 Hz with 256 phases", 256, true),
        ] {
            let daemon = try MeasuredDaemon(path, ["--set", "socket.max_subscribers=300"])
            let audience = try Audience(of: daemon, count: max(1, count))
            if count > 0 {
                audience.askEach { request("200", hasPhases ? Int64($0) * 19_531 : nil) }
            } else {
                audience.askEach { _ in "{\"type\":\"pause\"}\n" }
            }
            audience.read(seconds: 1)
            let neighbour = Neighbour(at: daemon.socket)
            neighbour.start(seconds: seconds)
            audience.read(seconds: seconds + 1)
            row(name, neighbour.finish().text)
        }
    }

    private static func request(_ rate: String, _ phase: Int64?) -> String {
        "{\"type\":\"subscribe\",\"rate_hz\":\(rate)" + (phase.map { ",\"phase_ns\":\($0)" } ?? "") + "}\n"
    }

    private static func row(_ name: String, _ value: String) {
        print("    " + name + String(repeating: " ", count: max(1, 44 - name.count)) + value)
    }
}

/// A subscriber on a thread of its own: how long after the tick it has each frame.
private final class Neighbour: Sendable {
    private let socket: String
    private let delays = Mutex<[Int64]>([])
    private let isDone = DispatchSemaphore(value: 0)

    init(at socket: String) { self.socket = socket }

    func start(seconds: Int) {
        Thread.detachNewThread { [self] in
            if let audience = try? Audience(at: socket, count: 1) {
                audience.read(milliseconds: 100)
                audience.forget()
                audience.read(seconds: seconds)
                delays.withLock { $0 = audience.lastDelays }
            }
            isDone.signal()
        }
    }

    func finish() -> Distribution {
        isDone.wait()
        return Distribution(delays.withLock { $0 })
    }
}
