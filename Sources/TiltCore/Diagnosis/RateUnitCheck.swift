/// Looks whether rates are °/s taken for rad/s, or the other way round: the one mistake that a second of motion shows.
///
/// Of the change y of the mean force from one half second to the next, and of what the rates make of it, p, either
/// y = p or y = p·π/180 or y = p·180/π. Where only gravity is felt, the wrong one is off by more than any motion makes.
struct RateUnitCheck: Equatable, Sendable {
    /// Lengths of the force, in g, at which hardly anything but gravity is felt: a device that swings on a string, whose
    /// force does not turn with it, reaches others.
    private static let leastGravity = 0.75
    private static let mostGravity = 1.25
    /// Changes, in g, that °/s taken for rad/s make of 0.03 rad in half a second, and that no string makes.
    private static let impossible = 1.5
    /// The least change of gravity that goes with it, in g: a gyroscope that turns while nothing does has a bias.
    private static let leastChange = 0.015
    /// The change of gravity, in g, that a car does not make, whose rates are next to nothing.
    private static let largeChange = 0.35
    /// The shares of the change that °/s, and rad/s, may leave unexplained where they are the right unit: rates that are
    /// next to nothing may be noise, which fits seldom.
    private static let degreesRest = 0.4
    private static let radiansRest = 0.2
    /// Windows in a row that must agree.
    private static let confirmations = 3

    private static let degree = Double.pi / 180

    /// Windows in a row that agreed on °/s; below 0, on rad/s.
    private var agreeing = 0

    /// Takes a change of gravity, in g, what the rates make of it, and the shortest and the longest force meanwhile; the
    /// factor that the rates need, where that is known.
    mutating func take(
        _ change: Acceleration<DeviceAxes>, _ predicted: Acceleration<DeviceAxes>, from shortest: Double,
        to longest: Double
    ) -> Double? {
        guard shortest > Self.leastGravity, longest < Self.mostGravity else { return nil }
        let y = change.length
        let isDegrees = predicted.length > Self.impossible
        guard y > (isDegrees ? Self.leastChange : Self.largeChange) else { return nil }
        let factor = isDegrees ? Self.degree : 1 / Self.degree
        let rest = isDegrees ? Self.degreesRest : Self.radiansRest
        guard (change - factor * predicted).length < rest * y else {
            agreeing = 0
            return nil
        }
        agreeing = isDegrees ? max(agreeing, 0) + 1 : min(agreeing, 0) - 1
        return agreeing.magnitude >= Self.confirmations ? factor : nil
    }
}
