import TiltCore

/// A few seconds of frames, as they came.
struct FrameTally: Equatable {
    /// One frame and when it came, in nanoseconds of CLOCK_MONOTONIC.
    struct Arrival: Equatable {
        var frame: Frame
        var dropped: UInt64
        var time: Int64
    }

    /// Frames a second that the daemon promised.
    var promisedHz: Double
    private(set) var arrivals: [Arrival] = []
    /// Frames that came beyond the most that are kept.
    private(set) var surplus = 0
    /// Until when they were listened to, in nanoseconds of CLOCK_MONOTONIC; `nil` where that is not known.
    var end: Int64?

    /// The most frames that are kept: ten seconds at the fastest rate there is, longer than any visit.
    static let mostArrivals = 2000

    /// How long to listen for three frames at least, in seconds: a stranger's rate may be anything.
    static func leastSeconds(at hz: Double) -> Double { hz >= 1 ? 3.5 / hz : 3.5 }

    init(promisedHz: Double, arrivals: [Arrival] = []) {
        self.promisedHz = promisedHz
        for arrival in arrivals { add(arrival) }
    }

    /// Takes one that came.
    mutating func add(_ arrival: Arrival) {
        guard arrivals.count < Self.mostArrivals else { return surplus += 1 }
        arrivals.append(arrival)
    }

    /// Sequence numbers that never came.
    var missing: UInt64 {
        zip(arrivals, arrivals.dropFirst()).reduce(0) { sum, pair in
            let (last, next) = (pair.0.frame.sequence, pair.1.frame.sequence)
            return next > last ? sum.counting(next - last - 1) : sum
        }
    }

    /// Frames that the daemon says it left out for us.
    var dropped: UInt64 { arrivals.dropFirst().reduce(0) { $0.counting($1.dropped) } }

    /// From the tick to the moment we read the frame, in ms.
    var latency: Spread? {
        Spread(arrivals.map { Timestamp(nanoseconds: $0.time).seconds(since: $0.frame.time) * 1000 })
    }

    /// Between two ticks, in ms.
    var intervals: [Double] {
        zip(arrivals, arrivals.dropFirst()).map { $1.frame.time.seconds(since: $0.frame.time) * 1000 }
    }

    /// From the last frame until it was not listened any more, in seconds.
    private var silence: Double {
        guard let end, let last = arrivals.last?.time, end > last else { return 0 }
        return Timestamp(nanoseconds: end).seconds(since: Timestamp(nanoseconds: last))
    }

    /// True where no frame came for so long at the end that the daemon has stopped, and not just a busy machine.
    private var hasStopped: Bool { silence > max(1, 3 / promisedHz) }

    /// Frames a second, by their ticks, and by the silence behind them where they stopped; `nil` of fewer than three.
    var rateHz: Double? {
        guard arrivals.count > 2, let first = arrivals.first?.frame.time,
            let last = arrivals.last?.frame.time,
            last > first
        else { return nil }
        return Double(arrivals.count - 1) / (last.seconds(since: first) + (hasStopped ? silence : 0))
    }
}

extension FrameTally {
    /// The links that the frames tell of.
    ///
    /// `restart` is the command that starts the daemon anew, `socket` its socket where that has to be named.
    func checks(restart: String, socket: String? = nil) -> [Check] {
        [rateCheck(restart), gapCheck(socket), latencyCheck]
    }

    private static let load = "uptime   # is this machine too busy?"

    private func rateCheck(_ restart: String) -> Check {
        let title = "frames"
        guard !arrivals.isEmpty else {
            return Check(.subscriber, title, .problem, "none came", advice: restart)
        }
        guard arrivals.last?.frame.state != TrackingState.none else {
            return Check(.subscriber, title, .skipped, "the daemon has no sensor, and sends one a second")
        }
        // It slows down as soon as nothing changes any more.
        guard arrivals.last?.frame.state != .stale else {
            return Check(
                .subscriber, title, .skipped, "the daemon's sensor is silent, and few frames say that")
        }
        guard surplus == 0 else {
            return Check(
                .subscriber, title, .problem,
                "\(arrivals.count + surplus) came, \(DoctorText.number(promisedHz, 1)) Hz expected: they are no daemon's",
                advice: restart)
        }
        guard let rateHz else {
            return Check(.subscriber, title, .problem, "\(arrivals.count) came", advice: restart)
        }
        let text = "\(DoctorText.number(rateHz, 1)) Hz, \(DoctorText.number(promisedHz, 1)) expected"
        guard !hasStopped else {
            return Check(
                .subscriber, title, .problem,
                text + ": none came in the last \(DoctorText.number(silence, 1)) seconds", advice: restart)
        }
        guard rateHz < 0.95 * promisedHz else { return Check(.subscriber, title, .ok, text) }
        // A daemon that misses ticks now and then lacks a processor, not a restart.
        if let spread = Spread(intervals),
            spread.p99 > 1.2 * spread.median || 0.95...1.05 ~= spread.median * promisedHz / 1000
        {
            return Check(
                .subscriber, title, .warning, text + ": ticks were missed", advice: Self.load)
        }
        return Check(.subscriber, title, .problem, text, advice: restart)
    }

    private func gapCheck(_ socket: String?) -> Check {
        let title = "gaps"
        let isMarked = missing == dropped
        guard missing > 0 || dropped > 0 else { return Check(.subscriber, title, .ok, "none") }
        return Check(
            .subscriber, title, isMarked ? .warning : .problem,
            "\(missing) frames missing, \(dropped) of them marked as dropped",
            advice: isMarked
                ? Self.load
                : "tiltshadow doctor --report" + (socket.map { " --socket \($0.shellWord)" } ?? ""))
    }

    private var latencyCheck: Check {
        guard let latency, let jitter = Spread(intervals.map { ($0 - 1000 / promisedHz).magnitude }) else {
            return Check(.subscriber, "latency", .skipped, "too few frames")
        }
        let ms = { DoctorText.number($0, 2) }
        let text =
            "\(ms(latency.median)) ms from tick to us, p99 \(ms(latency.p99)) ms; ticks within \(ms(jitter.p99)) ms"
        guard latency.p99 > 20 else { return Check(.subscriber, "latency", .ok, text) }
        return Check(.subscriber, "latency", .warning, text, advice: Self.load)
    }
}
