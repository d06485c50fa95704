/// What fingers on a page do, as a ``DismissGesture`` wants to know it.
///
/// A pointer is any number that tells fingers apart, such as a browser's `pointerId`; where only one finger is ever told
/// of, it may be left out.
public enum DismissTouch: Equatable, Sendable {
    /// A finger was put down at a place on the page, whose content is scrolled by that many points.
    case began(pointer: Int = 0, Point, scrolled: Double)
    /// It moved; both as they are now.
    case moved(pointer: Int = 0, Point, scrolled: Double)
    /// It was lifted.
    case ended(pointer: Int = 0)
    /// The system took it away.
    case cancelled(pointer: Int = 0)
}
