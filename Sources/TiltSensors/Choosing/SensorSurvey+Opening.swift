import LinuxSystem
import TiltCore

extension SensorSurvey {
    /// Opens one of the candidates, however long that takes; touches nothing but this value and the device.
    ///
    /// `clock` is CLOCK_MONOTONIC in nanoseconds, or a test's own: by it a buffer's timestamps are judged.
    package func open(
        _ candidate: SensorCandidate, clock: @escaping () -> Int64 = MonotonicClock.now
    ) throws(SensorError) -> any Sensor {
        guard let record = records.first(where: { $0.sysPath == candidate.sysPath }) else {
            throw .gone(path: candidate.device)
        }
        let mounting = mounting(of: record, candidate: candidate).mounting
        let accelScale = accelScale(for: candidate)
        switch candidate.kind {
        case .evdev:
            return try EvdevSensor(
                path: candidate.device, id: candidate.id, accelScale: accelScale, mounting: mounting)
        case .iioBuffer:
            return try IIOBufferSensor(
                device: device(record), gyroscope: gyroscope(of: record), id: candidate.id,
                accelScale: accelScale, mounting: mounting, samplingHz: options.samplingHz,
                trustsTrigger: !candidate.fellSilent, clock: clock)
        case .iioPoll:
            return try IIOPollSensor(
                device: device(record), id: candidate.id, accelScale: accelScale, mounting: mounting,
                samplingHz: options.samplingHz)
        case .log, .remote:
            throw .unsupported(path: candidate.device, text: "it is not a device")
        }
    }
}
