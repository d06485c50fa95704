package import TiltCore

/// A log in the place of this machine's sensors: it plays from its start whenever it is opened.
package final class LogSource: SensorSource {
    private let path: String
    private let isRepeated: Bool
    private let clock: () -> Timestamp
    /// A pipe whose beginning has not come yet: what it gave so far would be lost with it.
    private var begun: LogFile?

    /// Plays `path` once, or again and again; `clock` is CLOCK_MONOTONIC, or a test's own.
    package init(path: String, isRepeated: Bool, clock: @escaping () -> Timestamp) {
        self.path = path
        self.isRepeated = isRepeated
        self.clock = clock
    }

    package var hotplugDescriptor: CInt? { nil }

    package func use(_ options: SensorOptions) {}

    package func drainHotplug() -> HotplugNews { .nothing }

    package func candidates() -> [SensorCandidate] {
        [
            SensorCandidate(
                id: "log:\(path)", name: path, kind: .log, device: path, sysPath: path, rank: 1,
                reason: "given by --replay")
        ]
    }

    package func open(_ candidate: SensorCandidate, now: Timestamp) throws(SensorError) -> any Sensor {
        let file: LogFile
        if let begun { file = begun } else { file = try LogFile(path: path, isPatient: false) }
        begun = nil
        do throws(SensorError) {
            return try LogSensor(file, path: path, isRepeated: isRepeated, clock: clock)
        } catch {
            if case .silent = error { begun = file }
            throw error
        }
    }
}
