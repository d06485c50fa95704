public import ArgumentParser
public import TiltCore

extension ShadowMapping: ExpressibleByArgument {}
extension Reference: ExpressibleByArgument {}
extension EstimatorKind: ExpressibleByArgument {}
extension DisplayRotation: ExpressibleByArgument {}

/// The options of everything that makes frames from readings.
struct EngineOptions: ParsableArguments {
    @Option(help: "The function from tilt to offset; seed is the one that jumps at the vertical.")
    var mapping = ShadowMapping.tilt

    @Option(help: "The pose of no offset: flat, the one it has been held in, or the first one.")
    var reference = Reference.absolute

    @Option(help: ArgumentHelp("Points of offset per radian of tilt, -1000 to 1000.", valueName: "points"))
    var gain = ShadowMapper.Options().gain

    @Option(
        help: ArgumentHelp(
            "The longest offset, 0 to 1000 points. (default: 16; none for the seed mapping, which had none)",
            valueName: "points"))
    var limit: Double?

    @Option(help: "The filter that tells gravity from the motion of a hand.")
    var estimator = EstimatorKind.oneEuro

    @Option(help: "How the picture is turned, in degrees counterclockwise.")
    var displayRotation = DisplayRotation.none

    @Option(help: ArgumentHelp("Frames a second, 1 to 200.", valueName: "hz"))
    var rate = Subscription().rateHz

    func validate() throws {
        try Self.check("--gain", gain, Subscription.gains)
        try Self.check("--limit", limit ?? 0, Subscription.limits)
        try Self.check("--rate", rate, Subscription.rates)
    }

    static func check(_ option: String, _ value: Double, _ range: ClosedRange<Double>) throws {
        guard !range.contains(value) else { return }
        let (low, high) = (range.lowerBound.shortText, range.upperBound.shortText)
        throw ValidationError("\(option) \(value.shortText): expected \(low) to \(high)")
    }

    var parameters: TiltEngine.Parameters {
        var parameters = TiltEngine.Parameters()
        parameters.estimator.kind = estimator
        return parameters
    }

    /// The settings of a daemon whose defaults these options are.
    var settings: Settings {
        var settings = Settings()
        settings.motion.estimator = estimator
        settings.shadow.rateHz = rate
        settings.shadow.mapping = mapping
        settings.shadow.reference = reference
        settings.shadow.gain = gain
        settings.shadow.limit = longest
        settings.shadow.displayRotation = displayRotation
        return settings
    }

    /// The limit given, else the usual one, else none: the seed mapping is there to show how far it jumps.
    private var longest: Double {
        limit ?? (mapping == .seed ? Subscription.limits.upperBound : ShadowMapper.Options().limit)
    }

    /// The subscription; CSV frames always carry up.
    func subscription(for format: FrameFormat) -> Subscription {
        var subscription = Subscription()
        subscription.includesUp = format == .csv
        subscription.rateHz = rate
        subscription.shadow.mapping = mapping
        subscription.shadow.reference = reference
        subscription.shadow.gain = gain
        subscription.shadow.limit = longest
        subscription.shadow.displayRotation = displayRotation
        return subscription
    }
}
