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
        let found = survey.mounting(of: record, candidate: device.candidate)
        (facts.mounting, facts.rejected) = (found.mounting, found.rejected)
        if device.candidate.id == devices.inUse?.id, let matrix = status?["mount_matrix"]?.string,
            let source = status?["mount_source"]?.string
        {
            let isSame =
                matrix == found.mounting.matrix.description && source == found.mounting.source.rawValue
            facts.inForce = isSame ? nil : "\(matrix) from \(source)"
        }
        return facts
    }
}
