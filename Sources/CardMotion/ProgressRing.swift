/// The ring's drawn progress: each new value is reached in .3 s, eased out, from wherever the ring is then.
///
/// No value is lost on the way and none is jumped to: the newest one is always what the ring moves to.
struct ProgressRing: Equatable, Sendable {
    private struct Stretch: Equatable, Sendable {
        var begin: Double
        var from: Double
        var to: Double

        func value(at now: Double) -> Double {
            from + (to - from) * CubicEasing.easeOut((now - begin) / ProgressRing.duration)
        }
    }

    /// How long a value takes, in seconds.
    static let duration = 0.3

    private var stretches: [Stretch] = []

    /// The ring as it is drawn at `now`, 0 to 1.
    func value(at now: Double) -> Double {
        stretches.last { $0.begin <= now }?.value(at: now) ?? 0
    }

    /// Fills the ring anew, from nothing to `target`, beginning at `begin`.
    mutating func restart(toward target: Double, at begin: Double, now: Double) {
        forget(now)
        stretches.removeAll { $0.begin >= begin }
        stretches.append(Stretch(begin: begin, from: 0, to: target))
    }

    /// Moves to `target` from where the ring is at `now`, or, where it is to begin later, then.
    mutating func move(to target: Double, now: Double) {
        forget(now)
        guard let last = stretches.last else { return }
        if last.begin > now {
            stretches[stretches.count - 1].to = target
        } else if last.to != target {
            stretches = [Stretch(begin: now, from: last.value(at: now), to: target)]
        }
    }

    /// Shows `value` from `now` on.
    mutating func jump(to value: Double, now: Double) {
        stretches = [Stretch(begin: now, from: value, to: value)]
    }

    private mutating func forget(_ now: Double) {
        guard let current = stretches.lastIndex(where: { $0.begin <= now }) else { return }
        stretches.removeFirst(current)
    }
}
