/// The App Store's download button: four states that change at once, and pictures of them that follow in turn.
///
/// ``state`` and ``progress`` are the truth and change with the call. The picture waits for the transitions before it, each
/// .1 s long, so that two are never drawn at once; a finished ring is seen for .3 s before it turns into a pill. What was
/// set faster than it can be drawn is drawn later and never skipped: pending, downloading, 1 and downloaded at once take
/// .1 + .1 + .3 + .1 s.
///
/// Time is the caller's, in seconds on any clock that does not run backwards.
public struct DownloadButton: Equatable, Sendable {
    /// How long a transition takes, in seconds.
    public static let transitionDuration = 0.1
    /// How long a full ring is seen before it becomes a pill, in seconds.
    public static let completionDelay = 0.3

    /// The state it is in.
    public private(set) var state = DownloadState.startDownload
    /// How much has come, 0 to 1.
    public private(set) var progress = 0.0

    /// What is drawn and will be, oldest first: the transition of now or the last one, and those that wait.
    public private(set) var transitions: [DownloadTransition] = []

    private var ring = ProgressRing()
    private var clock = -Double.infinity

    /// Creates a button that offers a download.
    public init() {}

    /// Changes the state; every change is allowed, also to the state it is in.
    ///
    /// - Returns: what will be drawn of it, and when.
    @discardableResult
    public mutating func set(_ next: DownloadState, at now: Double) -> DownloadTransition {
        advance(to: now)
        var begin = max(clock, transitions.last?.end ?? clock)
        if state == .downloading, next == .downloaded, progress == 1 { begin += Self.completionDelay }
        let isInstant = DownloadTransition.style(from: state, to: next) == .instant
        let end = isInstant ? begin : begin + Self.transitionDuration
        let transition = DownloadTransition(from: state, to: next, begin: begin, end: end)
        if next == .downloading, state != .downloading {
            ring.restart(toward: progress, at: end, now: clock)
        }
        transitions.append(transition)
        state = next
        return transition
    }

    /// Changes the progress; what is not between 0 and 1 becomes the nearest that is.
    public mutating func set(progress value: Double, at now: Double) {
        advance(to: now)
        progress = value.limited(to: 0...1)
        ring.move(to: progress, now: clock)
    }

    /// Takes a tap: starts, stops or opens, and does nothing while pending.
    public mutating func tap(at now: Double) -> DownloadTap? {
        switch state {
        case .startDownload:
            set(progress: 0, at: now)
            set(.pending, at: now)
            return .start
        case .pending: return nil
        case .downloading:
            set(.startDownload, at: now)
            return .stop
        case .downloaded: return .open
        }
    }

    /// Draws the truth from now on and forgets what waits; for a window that was hidden.
    public mutating func catchUp(at now: Double) {
        advance(to: now)
        transitions = []
        ring.jump(to: progress, now: clock)
    }

    /// What is drawn at `now`: the newest transition that has begun, before or amid or after it; `nil` before the first
    /// and after ``catchUp(at:)``, where ``state`` is drawn.
    public func transition(at now: Double) -> DownloadTransition? {
        transitions.last { $0.begin <= now } ?? transitions.first
    }

    /// How much of the ring is drawn at `now`, 0 to 1.
    public func drawnProgress(at now: Double) -> Double { ring.value(at: max(now, clock)) }

    private mutating func advance(to now: Double) {
        if now > clock { clock = now }
        guard let current = transitions.lastIndex(where: { $0.begin <= clock }) else { return }
        transitions.removeFirst(current)
    }
}
