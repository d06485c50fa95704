/// Looks whether rates are °/s taken for rad/s, or the other way round: the one mistake that a second of motion shows.
///
/// Of the change y of the mean force from one half second to the next, and of what the rates make of it, p, either
/// y = p or y = p·π/180 or y = p·180/π. Where only gravity is felt, the wrong one is off by more than any motion makes.
struct RateUnitCheck: Equatable, Sendable {
    /// Lengths of the force, in g, at which hardly anything but gravity is felt: a device that swings on a string, whose
    /// force does not turn with it, reaches others.
    private static let gravity = 0.75...1.25
    /// Changes, in g, that °/s taken for rad/s make of 0.03 rad in half a second, and that no string makes.
    private static let impossible = 1.5
    /// The least change of gravity that goes with it, in g: a gyroscope that turns while nothing does has a bias.
    private static let leastChange = 0.015
    /// The change of gravity, in g, that a car does not make, whose rates are next to nothing.
    private static let largeChange = 0.35
    /// The shares of the change that °/s, and rad/s, may leave unexplained where they are the right unit: rates that are
    /// next to nothing may be noise, which fits seldom.
    private static let (degreesRest, radiansRest) = (0.4, 0.2)
    /// Windows in a row that must agree.
    private static let confirmations = 3

    private static let degree = Double.pi / 180

    /// The factor that the last windows agreed on, and how many.
    private var factor = 1.0
    private var agreeing = 0

    /// Takes a change of gravity, in g, what the rates make of it, and the shortest and the longest force meanwhile; the
    /// factor that the rates need, where that is known.
    mutating func take(
        _ change: Acceleration<DeviceAxes>, _ predicted: Acceleration<DeviceAxes>, from shortest: Double,
        to longest: Double
    ) -> Double? {
        guard Self.gravity.contains(shortest), Self.gravity.contains(longest) else { return nil }
        let (y, p) = (change.length, predicted.length)
        let found, rest: Double
        if p > Self.impossible {
            guard y > Self.leastChange else { return nil }
            (found, rest) = (Self.degree, Self.degreesRest)
        } else if y > Self.largeChange {
            (found, rest) = (1 / Self.degree, Self.radiansRest)
        } else {
            return nil
        }
        guard (change - found * predicted).length < rest * y else {
            agreeing = 0
            return nil
        }
        agreeing = found == factor ? agreeing + 1 : 1
        factor = found
        return agreeing >= Self.confirmations ? found : nil
    }
}
