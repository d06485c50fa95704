/// Pressing a card: it gives way while held, comes back when let go, and opens when lifted inside.
///
/// A finger that goes more than 10 points, or under which the page scrolls, wants to scroll: the card comes back at once
/// and does not open. Lifting inside opens the card whether or not it had given way. A second pointer is ignored. A new
/// press while the card still comes back is a press like any other; animate from the scale the card has.
public struct PressGesture: Equatable, Sendable {
    /// What to do after a touch.
    public enum Step: Equatable, Sendable {
        /// Nothing has changed.
        case none
        /// Animate to the feel's scale.
        case press
        /// Animate to 1.
        case release
        /// Animate to 1 where the card had given way, and open it.
        case open
    }

    /// How far a finger may go and still hold the card, in points.
    public static let allowableMovement = 10.0

    /// How the card gives way.
    public let feel: PressFeel
    /// Whether the card is drawn held.
    public private(set) var isHeld = false
    /// When to say ``PressTouch/waited``, in seconds on the caller's clock; `nil` when there is nothing to wait for.
    public private(set) var deadline: Double?

    private var pointer: Int?
    private var start = Point(x: 0, y: 0)

    /// Creates the gesture of a card.
    public init(feel: PressFeel = .bouncing) { self.feel = feel }

    /// Takes one touch at `now`, in seconds on any clock that does not run backwards.
    public mutating func handle(_ touch: PressTouch, at now: Double) -> Step {
        switch touch {
        case .began(let pointer, let point):
            guard self.pointer == nil, point.isFinite else { return .none }
            (self.pointer, start, deadline) = (pointer, point, now + feel.delay)
            return hold(at: now)
        case .moved(let pointer, let point):
            guard pointer == self.pointer, point.isFinite else { return .none }
            let (dx, dy) = (point.x - start.x, point.y - start.y)
            guard dx * dx + dy * dy <= Self.allowableMovement * Self.allowableMovement else { return drop() }
            return hold(at: now)
        case .ended(let pointer, let isInside):
            guard pointer == self.pointer else { return .none }
            let step = drop()
            return isInside ? .open : step
        case .cancelled(let pointer): return pointer == self.pointer ? drop() : .none
        case .scrolled: return drop()
        case .waited: return hold(at: now)
        }
    }

    private mutating func hold(at now: Double) -> Step {
        guard let deadline, now >= deadline else { return .none }
        self.deadline = nil
        isHeld = true
        return .press
    }

    private mutating func drop() -> Step {
        defer { (pointer, deadline, isHeld) = (nil, nil, false) }
        return isHeld ? .release : .none
    }
}
