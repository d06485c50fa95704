import CLinux
import LinuxSystem
package import TiltCore

/// A recorded log played in real time, as if its sensor were here: readings come due by their own timestamps.
package final class LogSensor: Sensor {
    package let description: SensorDescription
    package var urgentDescriptor: CInt? { nil }

    private let path: String
    private let isRepeated: Bool
    private let clock: () -> Timestamp
    private var file: LogFile
    private var next: Reading?
    /// The latest time of a reading so far, in the log's own time; `nil` before the first of each round.
    private var latest: Timestamp?
    /// When the newest reading was due, on the clock.
    private var last = Timestamp(nanoseconds: 0)
    /// Log time to clock time, in nanoseconds.
    private var shift: Int64
    /// When the log was drained last, on the clock.
    private var drained: Timestamp

    /// The most readings that come due a second: what the fastest inertial sensors give.
    ///
    /// Rows that stand closer than that come later than they should, because the daemon's loop must go on.
    private static let mostPerSecond: Int64 = 32_000
    /// What a drain may take however little time has passed since the last.
    private static let leastAtOnce: Int64 = 256

    /// Plays `file`, whose first reading is due now; `clock` is CLOCK_MONOTONIC, or a test's own.
    ///
    /// - Throws: ``SensorError/log(path:text:)`` or ``SensorError/system(_:)``; ``SensorError/silent(path:reason:)``
    ///   where the beginning has not come yet: then the same file may be tried again.
    package init(
        _ file: LogFile, path: String, isRepeated: Bool, clock: @escaping () -> Timestamp
    ) throws(SensorError) {
        self.path = path
        self.isRepeated = isRepeated
        self.clock = clock
        self.file = file
        let header = try file.header()
        let first = try Self.firstReading(of: file, path)
        description = header.sensor.played
        next = first
        drained = clock()
        shift = drained.nanoseconds &- first.time.nanoseconds
    }

    package func drain(_ body: (Reading) -> Void) throws(SensorError) {
        let now = clock()
        let elapsed = min(1_000_000_000, max(0, now.nanoseconds &- drained.nanoseconds))
        var room = max(Self.leastAtOnce, elapsed * Self.mostPerSecond / 1_000_000_000)
        defer { drained = now }
        var hasStartedAgain = false
        while room > 0 {
            if next == nil { next = try file.next() }
            guard var reading = next else {
                // Once a call: a log whose times overflow the clock would otherwise never let go.
                guard file.isAtEnd, !hasStartedAgain else { return }
                hasStartedAgain = true
                try startAgain()
                continue
            }
            let time = reading.time
            if let latest, time.breaksClock(after: latest) {
                goOn(with: reading)
                self.latest = time
            }
            reading.time = time.advanced(by: shift)
            guard reading.time <= now else { return }
            body(reading)
            last = reading.time
            latest = max(latest ?? time, time)
            next = nil
            room -= 1
        }
    }

    package func probe() throws(SensorError) {}

    /// Starts over, or ends.
    private func startAgain() throws(SensorError) {
        guard isRepeated else { throw .log(path: path, text: "the log has ended") }
        file = try LogFile(path: path, isPatient: false)
        let first = try Self.firstReading(of: file, path)
        next = first
        latest = nil
        goOn(with: first)
    }

    /// Has `reading` come due one sample interval after the last one; what came late is not caught up with.
    private func goOn(with reading: Reading) {
        let rate = max(1, description.rateHz ?? 100)
        shift = max(last.nanoseconds &+ Int64(1e9 / rate), drained.nanoseconds) &- reading.time.nanoseconds
    }

    private static func firstReading(of file: LogFile, _ path: String) throws(SensorError) -> Reading {
        if let first = try file.next() { return first }
        guard file.isAtEnd else { throw .silent(path: path, reason: "the first row has not come yet") }
        throw .log(path: path, text: LogError.empty.description)
    }
}
