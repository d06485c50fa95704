extension Settings {
    /// What these settings mean to the engine.
    public var engineParameters: TiltEngine.Parameters {
        var parameters = TiltEngine.Parameters()
        parameters.estimator.kind = motion.estimator
        parameters.estimator.oneEuro.minimumCutoff = motion.minCutoffHz
        parameters.estimator.oneEuro.beta = motion.beta
        parameters.estimator.oneEuro.derivativeCutoff = motion.derivativeCutoffHz
        parameters.estimator.lowPassCutoff = motion.lowPassHz
        parameters.estimator.sensorDelay = motion.sensorDelayMilliseconds.map { $0 / 1000 }
        parameters.staleAfter = sensor.staleAfterMilliseconds / 1000
        return parameters
    }

    /// What a subscriber gets that asks for nothing.
    public var subscription: Subscription {
        var subscription = Subscription()
        subscription.rateHz = shadow.rateHz
        subscription.shadow.gain = shadow.gain
        subscription.shadow.base = shadow.base
        subscription.shadow.fallback = shadow.fallback
        let usualLimit = subscription.shadow.limit
        subscription.shadow.use(
            shadow.mapping, limit: shadow.limit == usualLimit ? nil : shadow.limit)
        subscription.shadow.reference = shadow.reference
        subscription.shadow.panelRotation = shadow.displayRotation
        subscription.shadow.lookaheadMilliseconds = shadow.lookaheadMilliseconds
        subscription.shadow.assistsYaw = shadow.assistsYaw
        subscription.shadow.neutralTimeConstant = shadow.neutralTimeSeconds
        subscription.shadow.neutralWidestAngle = shadow.neutralAngleDegrees * .pi / 180
        return subscription
    }
}
