package import LinuxSystem
package import TiltCore
package import TiltSensors

/// What the parts of the daemon take from the settings.
extension Settings {
    /// For those who are served.
    var servingDefaults: Serving.Defaults {
        Serving.Defaults(
            subscription: subscription, blur: shadow.blurPx, opacity: shadow.opacity,
            maxSubscribers: socket.maxSubscribers)
    }

    /// How long the sensor is held after the last subscriber left, in nanoseconds.
    package var holdNanoseconds: Int64 { Int64(sensor.holdSeconds * 1e9) }
}

extension Settings {
    /// For the catalog of this machine's sensors.
    package var sensorOptions: SensorOptions {
        SensorOptions(
            device: sensor.device.isEmpty ? nil : sensor.device, accelScale: sensor.accelScale,
            mountMatrix: sensor.mountMatrix, matrixConvention: sensor.matrixConvention,
            rawSign: sensor.rawSign,
            samplingHz: sensor.samplingHz)
    }

    /// Takes back what is set of a sensor that a log has of its own; `false` where nothing was.
    package mutating func leaveSensorToLog() -> Bool {
        let own = Settings()
        guard sensorOptions != own.sensorOptions else { return false }
        let (hold, stale) = (sensor.holdSeconds, sensor.staleAfterMilliseconds)
        sensor = own.sensor
        (sensor.holdSeconds, sensor.staleAfterMilliseconds) = (hold, stale)
        return true
    }
}

extension LogLevel {
    /// The same level in the journal's terms.
    package var journalLevel: JournalLevel {
        switch self {
        case .error: .error
        case .warning: .warning
        case .info: .info
        case .debug: .debug
        }
    }
}
