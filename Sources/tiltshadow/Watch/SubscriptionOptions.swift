public import ArgumentParser
public import TiltCore

extension ShadowMapping: ExpressibleByArgument {}
extension Reference: ExpressibleByArgument {}

/// What a watcher asks of the daemon; what is not given stays at the daemon's defaults.
struct SubscriptionOptions: ParsableArguments {
    /// What frames may carry besides the offset.
    enum Field: String, CaseIterable, ExpressibleByArgument { case up, raw }

    @Option(help: ArgumentHelp("Frames a second, 1 to 200.", valueName: "hz"))
    var rate: Double?

    @Option(help: ArgumentHelp("Points of offset per radian of tilt, -1000 to 1000.", valueName: "points"))
    var gain: Double?

    @Option(help: "The function from tilt to offset; seed is the one that jumps at the vertical.")
    var mapping: ShadowMapping?

    @Option(help: "The pose of no offset: flat, the one it has been held in, or the first one.")
    var reference: Reference?

    @Option(
        help: ArgumentHelp(
            "What frames carry besides: up, the direction away from the ground; raw, what the sensor says, for root and "
                + "the group tiltshadow-raw (shown by --json). May be repeated.", valueName: "field"))
    var include: [Field] = []

    func validate() throws {
        if let rate { try OptionRange.check("--rate", rate, Subscription.rates) }
        if let gain { try OptionRange.check("--gain", gain, Subscription.gains) }
    }

    var change: SubscriptionChange {
        var change = SubscriptionChange()
        change.rateHz = rate
        change.gain = gain
        change.mapping = mapping
        change.reference = reference
        if !include.isEmpty {
            change.includesUp = include.contains(.up)
            change.includesRaw = include.contains(.raw)
        }
        return change
    }
}
