/// The ways of dragging a page closed; the first that fits is kept until the finger is lifted.
public enum DismissKind: String, CaseIterable, Sendable {
    /// From the left edge to the right.
    case edge
    /// Down, with the content at its top.
    case pull
    /// Scrolling to the top, and on.
    case scroll

    /// Whether the scroll indicator is hidden meanwhile; the originals keep it during a swipe from the edge.
    public var hidesScrollIndicator: Bool { self != .edge }
}
