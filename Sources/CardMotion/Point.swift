/// A place, in points: x to the right, y *down*.
public struct Point: Equatable, Sendable {
    /// Points to the right.
    public var x: Double
    /// Points down.
    public var y: Double

    /// Creates a place from coordinates in points.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// False as soon as one coordinate is NaN or infinite.
    var isFinite: Bool { x.isFinite && y.isFinite }
}
