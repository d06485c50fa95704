/// A rectangle, in points: x to the right, y *down*, from the top left corner.
public struct Rectangle: Equatable, Sendable {
    /// The left edge, in points.
    public var x: Double
    /// The top edge, in points.
    public var y: Double
    /// The width, in points.
    public var width: Double
    /// The height, in points.
    public var height: Double

    /// Creates a rectangle from its top left corner and its size, in points.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The same rectangle without `margin` points on each side; never narrower than nothing.
    public func inset(by margin: Double) -> Rectangle {
        Rectangle(
            x: x + margin, y: y + margin, width: max(0, width - 2 * margin),
            height: max(0, height - 2 * margin))
    }
}
