/// What pointers on a card do, as a ``PressGesture`` wants to know it.
///
/// A pointer is any number that tells fingers apart, such as a browser's `pointerId`.
public enum PressTouch: Equatable, Sendable {
    /// A pointer was put down on the card.
    case began(pointer: Int, Point)
    /// It moved.
    case moved(pointer: Int, Point)
    /// It was lifted, over the card or beside it.
    case ended(pointer: Int, isInside: Bool)
    /// The system took it away.
    case cancelled(pointer: Int)
    /// The page around the card scrolls.
    case scrolled
    /// Nothing; the time has come that ``PressGesture/deadline`` named.
    case waited
}
