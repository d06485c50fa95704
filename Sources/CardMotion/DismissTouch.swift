/// What a finger on a page does, as a ``DismissGesture`` wants to know it.
public enum DismissTouch: Equatable, Sendable {
    /// It was put down at a place on the page, whose content is scrolled by that many points.
    case began(Point, scrolled: Double)
    /// It moved; both as they are now.
    case moved(Point, scrolled: Double)
    /// It was lifted.
    case ended
    /// The system took it away.
    case cancelled
}
