/// The offset of a card's drop shadow, in points: x to the right, y *down* the screen.
public struct ShadowOffset: Equatable, Sendable {
    /// Points to the right.
    public var x: Double
    /// Points down the screen.
    public var y: Double

    /// Creates an offset in points.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// No offset: the shadow lies right behind its card.
    @inlinable public static var zero: ShadowOffset { ShadowOffset(x: 0, y: 0) }

    /// The distance from the card, in points.
    @inlinable public var length: Double { (x * x + y * y).squareRoot() }

    /// The same direction, shortened to `limit` points where it is longer.
    public func clamped(to limit: Double) -> ShadowOffset {
        let length = length
        return length > limit ? (limit / length) * self : self
    }

    /// The sum by component.
    @inlinable public static func + (a: ShadowOffset, b: ShadowOffset) -> ShadowOffset {
        ShadowOffset(x: a.x + b.x, y: a.y + b.y)
    }

    /// The difference by component.
    @inlinable public static func - (a: ShadowOffset, b: ShadowOffset) -> ShadowOffset {
        ShadowOffset(x: a.x - b.x, y: a.y - b.y)
    }

    /// The offset scaled by a number without unit.
    @inlinable public static func * (k: Double, a: ShadowOffset) -> ShadowOffset {
        ShadowOffset(x: k * a.x, y: k * a.y)
    }
}
