/// Holds what is published exactly where it is while the device rests, so that it says nothing of taps beside it.
///
/// It stands between the engine's own motion and everybody who maps it: what is gone here, no gain, no rate, no
/// prediction and no number of subscriptions brings back. It holds after a second without a turn and lets go at the
/// first sign of one, as ``TurnDetector`` tells; the ways there and back are eased. Neither a sample nor a filter that
/// still moves is ever held, but a mean. It begins by holding, too: who opens the sensor again and again learns no more
/// than who listens on. Why it is so, and what it costs, stands in `RestHold.md`.
struct RestHold: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        /// This pose is published until it is known where the device rests.
        case starting(GravityEstimate, since: Timestamp)
        /// The motion is published as it is; the last turn was seen then.
        case following(since: Timestamp)
        /// This pose is, whatever taps come.
        case holding(GravityEstimate)
    }

    /// How long the first mean takes, in seconds.
    private static let beginning = 0.5
    /// How far from the first sample the device must be at the start before it is followed, in radians.
    ///
    /// Twice as far as a tap can be, and some more: the first sample may have been one.
    private static let farthestAtStart = 6.5 * Double.pi / 180
    /// A device that is found this near to where it was held before lies there still, in radians: as far as a tap can be.
    private static let sameBefore = 3.5 * Double.pi / 180
    /// How long there must be no turn, in seconds.
    private static let quiet = 1.0
    /// After a turn the device swings, in seconds: only what comes later counts for the mean that is held.
    private static let swinging = 0.4
    /// τ with which the detector's place follows, in seconds.
    private static let settling = (following: 0.7, holding: 2.0)
    /// The longest mean, in seconds, and then τ with which it follows: in that of less, of a sensor of 10 Hz, strong vibration
    /// would show.
    private static let longestMean = 10.0
    /// How far from the pose that is held the device may come to rest, in radians: half a degree.
    private static let farthest = 0.5 * Double.pi / 180
    /// How far from the strength that is held the mean's may be: a tap of 0.5 m/s² for 0.1 s is 0.01 of it.
    private static let farthestStrength = 0.03
    /// A turn about the vertical of no more than this is none, in radians: half a degree.
    private static let farthestYaw = 0.5 * Double.pi / 180
    /// How long catching up with a turn takes, and creeping to another place, in seconds.
    private static let easing = (catchingUp: 0.25, creeping: 1.0)
    /// An ease that begins counts from the last tick, but from no longer ago than ticks are apart, in nanoseconds: after a
    /// stall it would be over before any of it was shown.
    private static let longestTick = SharedTicks.slowest
    /// Ticks are so far apart where nobody asks for another rate, in nanoseconds.
    private static let everydayTick: Int64 = 20_000_000

    /// Samples that are farther apart, in seconds, are of a sensor that said nothing in between because nothing changed.
    private static let silence = 0.05
    /// Longest specific force believed, in m/s²: 4 g.
    private static let longestForce = 40.0

    private var state: State?
    private var detector = TurnDetector()
    private var source = GravityEstimator.Source.accelerometer
    /// The mean of the forces that count, in m/s²: of up to ``longestMean``, and of ever newer ones after that.
    private var mean = MatrixRow(x: 0, y: 0, z: 0)
    /// How long that was taken over, in seconds.
    private var gathered = 0.0
    private var lastSample: Timestamp?
    private var lastSeen: MatrixRow?
    private var handover: Handover?
    /// True where nothing of ``handover`` was shown yet.
    private var handoverIsNew = false
    /// The turn about the vertical that is published while held, or was the last that counted, in radians.
    private var yaw = 0.0
    /// What was held last.
    private var remembered: GravityEstimate?
    /// What was shown of another sensor, until this one has its first sample.
    private var leftBehind: GravityEstimate?
    /// What was published last, and when.
    private var shown: GravityEstimate?
    private var lastTick: Timestamp?

    /// Takes what the engine made of one sample: `force` in m/s², `yaw` in radians.
    mutating func take(
        _ force: Acceleration<DeviceAxes>?, _ estimate: GravityEstimate?,
        from source: GravityEstimator.Source, yaw: Double,
        at time: Timestamp
    ) {
        guard let estimate, let seen = Self.direction(force, estimate, source) else { return }
        if source != self.source {
            // A device that was turned while nothing was heard of it has left the place where it was held.
            if case .holding = state { detector.changeSource() } else { detector = TurnDetector() }
            // What the other said does not last until this one says something.
            lastSeen = nil
            self.source = source
        }
        let interval = max(0, lastSample.map { time.seconds(since: $0) } ?? 0)
        if case .following = state {} else { self.yaw = YawAssist.leaked(self.yaw, for: interval) }
        lastSample = time
        // After a silence it was the old one that lasted.
        let lasting = interval > Self.silence ? lastSeen ?? seen : seen
        lastSeen = seen
        switch state {
        case nil:
            _ = hasTurned(seen, yaw, Self.settling.holding, at: time)
            let pose = start(seen, estimate)
            state = .starting(pose, since: time)
            self.yaw = yaw
            guard leftBehind != nil else { return }
            leftBehind = nil
            handOver(to: pose, over: Self.easing.catchingUp, isPrompt: false, at: lastTick ?? time)
        case .starting(let pose, let since):
            gather(lasting, for: interval)
            _ = hasTurned(seen, yaw, Self.settling.holding, at: time)
            if detector.distance > Self.farthestAtStart {
                follow(yaw, at: time)
                handOver(to: estimate, over: Self.easing.catchingUp, isPrompt: true, at: lastTick ?? time)
            } else if time.seconds(since: since) >= Self.beginning {
                settle(from: pose, at: time)
            }
        case .following(let since):
            let turns = hasTurned(seen, yaw, Self.settling.following, at: time)
            guard !turns else { return follow(yaw, at: time) }
            let lull = time.seconds(since: since)
            if lull > Self.swinging { gather(lasting, for: interval) }
            if lull >= Self.quiet, let place = mean.unit { hold(place, yaw, at: time) }
        case .holding(let held):
            gather(lasting, for: interval)
            let turns = hasTurned(seen, yaw, Self.settling.holding, at: time)
            if turns {
                follow(yaw, at: time)
                handOver(to: estimate, over: Self.easing.catchingUp, isPrompt: true, at: lastTick ?? time)
            } else {
                creep(from: held, at: time)
            }
        }
    }

    /// What may be published of `motion`, the engine's own at a tick; `silence` is that of all sensors, in seconds.
    mutating func published(_ motion: Motion, after silence: Double = 0) -> Motion {
        guard let estimate = motion.estimate else { return motion }
        var next = estimate
        var published = motion
        switch state {
        case .starting(let pose, _), .holding(let pose):
            next = pose
            published.yaw = YawAssist.leaked(yaw, for: lastSample.map { motion.time.seconds(since: $0) } ?? 0)
        case .following: break
        case nil: next = leftBehind?.slowed(untoldFor: silence) ?? estimate
        }
        if handoverIsNew {
            setOut(toward: next, at: motion.time)
            handoverIsNew = false
        }
        let eased = handover?.applied(to: next, at: motion.time)
        if eased == nil { handover = nil }
        published.estimate = eased ?? next
        shown = published.estimate
        lastTick = motion.time
        return published
    }

    /// Begins an ease of which nothing was shown yet, at the tick of `time`.
    ///
    /// Where ticks are farther apart, since the device lay still, the turn has gone on from where it was noticed: what it has
    /// come to by now is eased, too, as from a tick of everyday ago, or the first step would be as long as the wait.
    private mutating func setOut(toward next: GravityEstimate, at time: Timestamp) {
        guard let shown, let lastTick, time.seconds(since: lastTick) > Double(Self.longestTick) * 1e-9 else {
            handover?.begin(noEarlierThan: time.advanced(by: -Self.longestTick))
            return
        }
        handover = handover?.renewed(from: shown, to: next, at: time.advanced(by: -Self.everydayTick))
    }

    /// Begins again, and remembers what was held: a device that still lies there is shown there.
    mutating func restart() {
        let remembered = remembered
        self = RestHold()
        self.remembered = remembered
    }

    /// Another sensor: what is shown stays until it is known where that one rests.
    mutating func changeSensor() {
        let (shown, lastTick) = (shown, lastTick)
        restart()
        (self.shown, self.lastTick, leftBehind) = (shown, lastTick, shown)
        // As a place, whatever the device did there: what is held does not turn.
        remembered = shown.map { GravityEstimate(up: $0.up, strength: $0.strength) } ?? remembered
    }

    /// The pose to begin with: that of before, or what the first sample gave.
    private func start(_ seen: MatrixRow, _ estimate: GravityEstimate) -> GravityEstimate {
        if let remembered, let direction = seen.unit,
            (direction - MatrixRow(remembered.up)).length < Self.sameBefore
        {
            return remembered
        }
        return GravityEstimate(up: estimate.up, strength: estimate.strength)
    }

    /// The first mean is known: `pose` stays where it is one of before, and near enough.
    private mutating func settle(from pose: GravityEstimate, at time: Timestamp) {
        guard let place = mean.unit else { return }
        // Where it was held before is known better than from half a second, in which there may be taps.
        if pose == remembered, (place - MatrixRow(pose.up)).length <= 2 * Self.farthest, isMean(pose.strength)
        {
            detector.settle(at: MatrixRow(pose.up))
            state = .holding(pose)
        } else {
            detector.settle(at: place)
            rest(at: place, over: Self.easing.creeping, at: time)
        }
    }

    private mutating func gather(_ force: MatrixRow, for interval: Double) {
        guard interval > 0 else { return }
        gathered = min(gathered + interval, Self.longestMean)
        mean = mean + min(1, interval / gathered) * (force - mean)
    }

    /// The strength of the mean, as ``GravityEstimate/strength`` has it.
    private var strength: Double { min(1, mean.length / (GravityEstimate.fullStrength * standardGravity)) }

    private func isMean(_ strength: Double) -> Bool {
        (strength - self.strength).magnitude <= Self.farthestStrength
    }

    /// What tells of a turn, in m/s²: the fused direction, or the force itself, which no filter has delayed.
    private static func direction(
        _ force: Acceleration<DeviceAxes>?, _ estimate: GravityEstimate, _ source: GravityEstimator.Source
    ) -> MatrixRow? {
        guard source == .accelerometer else {
            return standardGravity * MatrixRow(estimate.up)
        }
        guard let force = force?.shortened(to: longestForce), force.isFinite else { return nil }
        return MatrixRow(x: force.x, y: force.y, z: force.z)
    }

    private mutating func hasTurned(
        _ seen: MatrixRow, _ yaw: Double, _ settling: Double, at time: Timestamp
    ) -> Bool {
        let turned =
            source == .fused
            ? detector.take(fused: seen, at: time, settling: settling)
            : detector.take(force: seen, at: time, settling: settling)
        return turned || (yaw - self.yaw).magnitude > Self.farthestYaw
    }

    private mutating func follow(_ yaw: Double, at time: Timestamp) {
        state = .following(since: time)
        detector.settle()
        (mean, gathered) = (.zero, 0)
        self.yaw = yaw
    }

    private mutating func hold(_ place: MatrixRow, _ yaw: Double, at time: Timestamp) {
        detector.settle(at: place)
        self.yaw = yaw
        rest(at: place, over: Self.easing.catchingUp, at: time)
    }

    private mutating func creep(from held: GravityEstimate, at time: Timestamp) {
        guard handover == nil, let place = detector.place,
            (place - MatrixRow(held.up)).length > Self.farthest || !isMean(held.strength)
        else { return }
        rest(at: place, over: Self.easing.creeping, at: time)
    }

    private mutating func rest(at place: MatrixRow, over seconds: Double, at time: Timestamp) {
        let held = GravityEstimate(up: Up(x: place.x, y: place.y, z: place.z), strength: strength)
        state = .holding(held)
        remembered = held
        handOver(to: held, over: seconds, isPrompt: false, at: lastTick ?? time)
    }

    private mutating func handOver(
        to next: GravityEstimate, over seconds: Double, isPrompt: Bool, at time: Timestamp
    ) {
        handover = shown.map {
            Handover(from: $0, to: next, at: time, over: seconds, isPrompt: isPrompt)
        }
        handoverIsNew = true
    }
}

extension MatrixRow {
    /// The same three numbers.
    fileprivate init(_ up: Up<DeviceAxes>) { self.init(x: up.x, y: up.y, z: up.z) }
}
