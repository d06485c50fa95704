package import LinuxSystem
package import TiltCore

/// The sensors of this machine: enumeration, hotplug, and which one wins and why.
package final class SensorCatalog: SensorSource {
    private var options: SensorOptions
    private let monitor: UdevMonitor?

    /// Why there is no hotplug, where there is none.
    package let hotplugError: SystemError?

    /// Starts to listen for hotplug, where `options` speak of this machine's own sysfs.
    package init(options: SensorOptions) {
        self.options = options
        guard options.sysRoot == "/sys" else {
            monitor = nil
            hotplugError = nil
            return
        }
        do throws(SystemError) {
            monitor = try UdevMonitor.open()
            hotplugError = nil
        } catch {
            monitor = nil
            hotplugError = error
        }
    }

    package var hotplugDescriptor: CInt? { monitor?.descriptor }

    package func use(_ options: SensorOptions) { self.options = options }

    package func drainHotplug() -> Bool { monitor?.drain() ?? false }

    package func candidates() -> [SensorCandidate] { survey().candidates() }

    package func open(_ candidate: SensorCandidate, now: Timestamp) throws(SensorError) -> any Sensor {
        let survey = survey()
        guard let record = survey.records.first(where: { $0.sysPath == candidate.sysPath }) else {
            throw .gone(path: candidate.device)
        }
        let mounting = survey.mounting(of: record, candidate: candidate).mounting
        let accelScale = survey.accelScale(for: candidate)
        switch candidate.kind {
        case .evdev:
            return try EvdevSensor(
                path: candidate.device, id: candidate.id, accelScale: accelScale, mounting: mounting)
        case .iioBuffer:
            return try IIOBufferSensor(
                device: survey.device(record), gyroscope: survey.gyroscope(of: record), id: candidate.id,
                accelScale: accelScale, mounting: mounting, samplingHz: options.samplingHz)
        case .iioPoll:
            return try IIOPollSensor(
                device: survey.device(record), id: candidate.id, accelScale: accelScale, mounting: mounting,
                samplingHz: options.samplingHz)
        case .log:
            throw .unsupported(path: candidate.device, text: "a log is not a device")
        }
    }

    private func survey() -> SensorSurvey {
        guard options.sysRoot == "/sys", let records = try? UdevEnumeration.records() else {
            return SensorSurvey(
                options: options,
                records: DeviceRecord.all(sysRoot: options.sysRoot, devRoot: options.devRoot))
        }
        return SensorSurvey(options: options, records: records)
    }
}
