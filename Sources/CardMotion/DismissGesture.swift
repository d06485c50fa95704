/// Dragging a page closed: from the edge, by pulling it down, or by scrolling to its top and on.
///
/// | kind | begins where | progress |
/// |---|---|---|
/// | edge | a finger put down at x < 50 goes right, and not more up or down than that | dx/width · .5 |
/// | pull | the content was at its top all the time and the finger is below its start | dy/height |
/// | scroll | the content has come to its top under the finger, which goes on | (y − y₀)/height |
///
/// y₀ is where the finger was when the top was reached: a drag through a long page does not close it suddenly by its
/// whole length. Pull and scroll give the finger back to the scroller once they are undone. The page closes once, as soon
/// as its scale is .82 or less, and nothing happens after that: a page opened anew has a gesture of its own.
///
/// Feed it every touch in order and do what it says; while ``kind`` is set, the content does not scroll.
public struct DismissGesture: Equatable, Sendable {
    /// What to do after a touch.
    public enum Step: Equatable, Sendable {
        /// Nothing has changed.
        case none
        /// Draw ``DismissGesture/pose``.
        case follow
        /// Go back to ``DismissPose/open`` within ``DismissGesture/snapBackDuration``.
        case snapBack
        /// Close the page from where it is; said once.
        case close
    }

    /// How far from the left edge a swipe begins, in points.
    public static let edgeWidth = 50.0
    /// How long going back takes, in seconds.
    public static let snapBackDuration = 0.1

    /// The page's width, in points.
    public let width: Double
    /// The page's height, in points.
    public let height: Double
    /// How the page is drawn.
    public private(set) var pose = DismissPose.open
    /// The gesture that holds the page; `nil` while the content scrolls, and after the end.
    public private(set) var kind: DismissKind?
    /// Whether the page was told to close.
    public private(set) var isClosed = false

    private var drag: DismissDrag?

    /// Creates the gesture of a page of this size, in points.
    public init(width: Double, height: Double) {
        self.width = max(1, width.finiteOrZero)
        self.height = max(1, height.finiteOrZero)
    }

    /// Takes one touch and says what to do; a second finger is ignored, and so is everything after ``Step/close``.
    public mutating func handle(_ touch: DismissTouch) -> Step {
        guard !isClosed else { return .none }
        switch touch {
        case .began(let pointer, let point, let scrolled):
            guard drag == nil, point.isFinite else { return .none }
            drag = DismissDrag(pointer: pointer, start: point, scrolled: scrolled.finiteOrZero)
            return .none
        case .moved(let pointer, let point, let scrolled):
            guard pointer == drag?.pointer, point.isFinite else { return .none }
            return move(to: point, scrolled: scrolled.finiteOrZero)
        case .ended(let pointer), .cancelled(let pointer): return pointer == drag?.pointer ? end() : .none
        }
    }

    private mutating func move(to point: Point, scrolled: Double) -> Step {
        guard var drag else { return .none }
        let before = pose
        kind = drag.move(to: point, scrolled: scrolled, kind: kind)
        self.drag = drag
        pose = DismissPose(progress: progress(drag))
        guard pose.isPastThreshold else { return pose == before ? .none : .follow }
        isClosed = true
        (self.drag, kind) = (nil, nil)
        return .close
    }

    private mutating func end() -> Step {
        let isMoved = pose != .open
        (drag, kind, pose) = (nil, nil, .open)
        return isMoved ? .snapBack : .none
    }

    private func progress(_ drag: DismissDrag) -> Double {
        switch kind {
        case nil: 0
        case .edge: ((drag.last.x - drag.start.x) / width).limited(to: 0...1) * 0.5
        case .pull, .scroll: ((drag.last.y - drag.top) / height).limited(to: 0...1)
        }
    }
}
