package import LinuxSystem
package import TiltCore
package import TiltSensors

/// What the parts of the daemon take from the settings.
extension Settings {
    /// For the engine.
    package var engineParameters: TiltEngine.Parameters {
        var parameters = TiltEngine.Parameters()
        parameters.estimator.kind = motion.estimator
        parameters.estimator.oneEuro.minimumCutoff = motion.minCutoffHz
        parameters.estimator.oneEuro.beta = motion.beta
        parameters.estimator.oneEuro.derivativeCutoff = motion.derivativeCutoffHz
        parameters.estimator.lowPassCutoff = motion.lowPassHz
        parameters.staleAfter = sensor.staleAfterMilliseconds / 1000
        return parameters
    }

    /// For a subscriber that asks for nothing.
    package var subscriptionDefaults: Subscription {
        var subscription = Subscription()
        subscription.rateHz = shadow.rateHz
        subscription.shadow.gain = shadow.gain
        subscription.shadow.limit = shadow.limit
        subscription.shadow.base = shadow.base
        subscription.shadow.fallback = shadow.fallback
        subscription.shadow.mapping = shadow.mapping
        subscription.shadow.reference = shadow.reference
        subscription.shadow.displayRotation = shadow.displayRotation
        subscription.shadow.neutralTimeConstant = shadow.neutralTimeSeconds
        subscription.shadow.neutralWidestAngle = shadow.neutralAngleDegrees * .pi / 180
        return subscription
    }

    /// For the publisher.
    package var publisherDefaults: Publisher.Defaults {
        Publisher.Defaults(
            subscription: subscriptionDefaults, blur: shadow.blurPx, opacity: shadow.opacity,
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
}

extension LogLevel {
    /// The same level in the journal's terms.
    package var journalLevel: JournalLevel { JournalLevel(name: rawValue) ?? .info }
}
