/// One finger on a page, from where it was put down to where it is.
struct DismissDrag: Equatable, Sendable {
    /// Which finger it is.
    let pointer: Int
    /// Where it was put down.
    let start: Point
    /// Where it is.
    private(set) var last: Point
    /// y₀, the height from which on the page is pulled, in points.
    private(set) var top: Double
    private var lastScrolled: Double
    private var wasScrolled: Bool

    init(pointer: Int, start: Point, scrolled: Double) {
        self.pointer = pointer
        self.start = start
        last = start
        top = start.y
        lastScrolled = scrolled
        wasScrolled = scrolled > 0
    }

    /// Takes the next place of the finger and says which gesture holds the page then.
    mutating func move(to point: Point, scrolled: Double, kind: DismissKind?) -> DismissKind? {
        defer { (last, lastScrolled) = (point, scrolled) }
        switch kind {
        case .edge: return .edge
        case .pull, .scroll: return point.y > top ? kind : nil
        case nil: break
        }
        let (right, down) = (point.x - start.x, point.y - start.y)
        // A finger that goes down along the left edge wants to scroll, even where it trembles to the right.
        if start.x < DismissGesture.edgeWidth, right > 0, right >= max(down, -down) { return .edge }
        guard scrolled <= 0 else {
            wasScrolled = true
            return nil
        }
        guard wasScrolled else { return down > 0 ? .pull : nil }
        // The finger took the content along, so the top was reached as far below the last place as the content was
        // scrolled there; not at this place, which in a fast drag is far beyond.
        if lastScrolled > 0 { top = min(point.y, last.y + lastScrolled) }
        return point.y > top ? .scroll : nil
    }
}
