import TiltCore
import TiltSensors

extension SensorDescription {
    /// What the journal keeps beside a message about this sensor.
    var fields: KeyValuePairs<String, String?> {
        [
            "SENSOR": id, "KIND": kind.rawValue, "DEVICE": device,
            "MOUNT_MATRIX": mounting.matrix.description, "MOUNT_SOURCE": mounting.source.rawValue,
        ]
    }
}
