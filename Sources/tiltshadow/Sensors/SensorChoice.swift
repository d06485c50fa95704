import LinuxSystem
import TiltCore
import TiltSensors

/// Opens the sensor a person means: the one named, or the best that can be opened.
enum SensorChoice {
    /// - Throws: ``ToolError/noSensor(found:)``, ``ToolError/unknownSensor(_:known:)``, or why the named one cannot be
    ///   opened.
    static func open(_ source: any SensorSource, named name: String?) throws(ToolError) -> any Sensor {
        let candidates = source.candidates()
        let now = Timestamp(nanoseconds: MonotonicClock.now())
        if let name {
            guard let candidate = candidates.first(where: { [$0.id, $0.name, $0.device].contains(name) })
            else {
                throw .unknownSensor(name, known: candidates.map { $0.id })
            }
            guard candidate.rank != nil else { throw .refusedSensor(name, reason: candidate.reason) }
            do throws(SensorError) { return try source.open(candidate, now: now) } catch {
                throw .sensor(error)
            }
        }
        var firstFailure: SensorError?
        for candidate in candidates where candidate.rank != nil {
            do throws(SensorError) { return try source.open(candidate, now: now) } catch {
                Diagnostics.warn("\(candidate.name): \(error.description)")
                firstFailure = firstFailure ?? error
            }
        }
        if let firstFailure { throw .sensor(firstFailure) }
        throw .noSensor(found: candidates.count)
    }
}
