import TiltCore

/// Options of a subscriber, from six bytes of an input.
enum ReplayOptions {
    static func subscription(_ source: inout ByteSource) -> Subscription {
        var subscription = Subscription()
        subscription.include = .up
        subscription.rateHz = source.one(of: [50, 1, 7, 60, 200])
        subscription.shadow.mapping = source.one(of: ShadowMapping.allCases)
        subscription.shadow.reference = source.one(of: Reference.allCases)
        subscription.shadow.displayRotation = source.one(of: DisplayRotation.allCases)
        subscription.shadow.lookaheadMilliseconds = source.one(of: [0, 16, 100])
        let extremes = source.byte()
        if extremes & 1 != 0 { subscription.shadow.gain = Subscription.gains.lowerBound }
        if extremes & 2 != 0 { subscription.shadow.limit = Subscription.limits.upperBound }
        if extremes & 4 != 0 { subscription.shadow.limit = 0 }
        if extremes & 8 != 0 { subscription.shadow.assistsYaw = true }
        return subscription
    }
}
