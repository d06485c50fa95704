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
    /// Log time to clock time, in nanoseconds.
    private var shift: Int64

    /// Opens `path`, whose first reading is due now; `clock` is CLOCK_MONOTONIC, or a test's own.
    ///
    /// - Throws: ``SensorError/log(path:text:)`` or ``SensorError/system(_:)``.
    package init(path: String, isRepeated: Bool, clock: @escaping () -> Timestamp) throws(SensorError) {
        self.path = path
        self.isRepeated = isRepeated
        self.clock = clock
        file = try LogFile(path: path)
        let header = try file.header()
        guard let first = try file.next() else { throw .log(path: path, text: LogError.empty.description) }
        var description = header.sensor
        description.kind = .log
        self.description = description
        next = first
        shift = clock().nanoseconds &- first.time.nanoseconds
    }

    package func drain(_ body: (Reading) -> Void) throws(SensorError) {
        let now = clock()
        while var reading = next {
            reading.time = reading.time.advanced(by: shift)
            guard reading.time <= now else { return }
            body(reading)
            next = try file.next()
            if next == nil { try startAgain(after: reading.time) }
        }
    }

    package func probe() throws(SensorError) {}

    /// Starts over one sample interval after the last reading, or ends.
    private func startAgain(after last: Timestamp) throws(SensorError) {
        guard isRepeated else { throw .log(path: path, text: "the log has ended") }
        let rate = max(1, description.rateHz ?? 100)
        file = try LogFile(path: path)
        guard let first = try file.next() else { throw .log(path: path, text: LogError.empty.description) }
        next = first
        shift = last.nanoseconds &+ Int64(1e9 / rate) &- first.time.nanoseconds
    }
}
