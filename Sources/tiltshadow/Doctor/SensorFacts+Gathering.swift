import TiltCore
import TiltSensors

extension SensorFacts {
    /// The mounting of the sensor that is used, by the daemon's `status` or as we would open it.
    static func gather(_ devices: DeviceFacts, _ survey: SensorSurvey, status: JSONValue?) -> SensorFacts {
        var facts = SensorFacts()
        if devices.playsLog {
            facts.name = status?["sensor"]?["name"]?.string
            return facts
        }
        guard
            let device = devices.devices.first(where: { $0.candidate.id == devices.inUse?.id })
                ?? devices.best,
            let record = survey.records.first(where: { $0.sysPath == device.candidate.sysPath })
        else { return facts }
        facts.name =
            "\(device.candidate.name), \(device.candidate.device) (\(device.candidate.kind.rawValue))"
        facts.mounting = survey.mounting(of: record, candidate: device.candidate).mounting
        guard facts.mounting?.source != .config else { return facts }
        facts.rejected = rejected(record.mountMatrix, "udev's ACCEL_MOUNT_MATRIX")
        // The lookup ends at the first matrix that can be used.
        guard facts.mounting?.source != .udev, record.isIIODevice else { return facts }
        let directory = SysfsDirectory(record.sysPath)
        let attribute = MountMatrixLookup.attributes.first { directory.has($0) }
        facts.rejected += rejected(attribute.flatMap { directory.text($0) }, attribute ?? "sysfs")
        return facts
    }

    private static func rejected(_ text: String?, _ origin: String) -> [RejectedMatrix] {
        guard let text else { return [] }
        do throws(MountMatrixError) {
            _ = try MountMatrix(parsing: text)
            return []
        } catch { return [RejectedMatrix(text: text, origin: origin, error: error)] }
    }
}
