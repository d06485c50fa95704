/// Turns samples into motion: estimator, staleness and the ease to and from the fallback.
///
/// A tick is: `ingest` every sample that has come, `advance(to:)` the tick's instant, then read ``motion``. Each
/// subscription's ``ShadowMapper`` makes its frame from that. Nothing here reads a clock.
public struct TiltEngine: Equatable, Sendable {
    /// What may be tuned.
    public struct Parameters: Equatable, Sendable {
        /// The filter.
        public var estimator = GravityEstimator.Parameters()
        /// Silence after which the state is `stale`, in seconds; greater than 0; default 0.5 s.
        public var staleAfter = 0.5
        /// How long a stale offset is kept before it eases to the fallback, in seconds; default 2 s.
        public var staleHold = 2.0

        /// Creates the default parameters.
        public init() {}
    }

    /// The parameters in force.
    public private(set) var parameters: Parameters
    /// What may be published of the last tick: held while the device rests.
    public private(set) var motion: Motion
    /// What is known at the last tick, taps beside the device and all: to measure by, never to be published.
    public private(set) var unheldMotion: Motion

    private var estimator: GravityEstimator
    private var fade: Fade?
    private var yaw = YawAssist()
    private var hold = RestHold()
    private var hasSensor = false
    private var holdsLastSample = false
    var newest: Sample?
    /// The first tick after ``newest`` has come, whenever that was taken; `nil` where it is still to come.
    private var heardAt: Timestamp?
    /// When the hold was last given a sample, or one again.
    private var heldUntil: Timestamp?
    /// Until when a sensor, be it gone by now, has said how fast the device turns.
    private var toldUntil: Timestamp?
    #if !hasFeature(Embedded)
        /// The pose that another engine made, filtered and held: no sample is asked then; see ``take(given:)``.
        var given: GravityEstimate?
        /// Hides how far that had turned behind a silence.
        var handover: Handover?
    #endif

    /// How long a sensor that reports only changes may be silent and turn on as it did, in seconds.
    private static let longestTurn = 0.1
    /// How long a sensor that reports only changes is silent before its last sample is given to the hold again, in
    /// nanoseconds: 0.3 s, longer than any such sensor waits from one look at its axes to the next (4 Hz).
    private static let untilHeldAgain: Int64 = 300_000_000
    /// More of those than that at once tell it nothing: after a stall, or where a stamp is of another clock.
    private static let mostHeldAgain: Int64 = 16

    /// Creates an engine without a sensor.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = GravityEstimator(parameters.estimator)
        unheldMotion = Motion(time: Timestamp(nanoseconds: 0))
        motion = unheldMotion
    }

    /// Takes new parameters and keeps all state: pose, bias, fade and the newest sample.
    ///
    /// A sensor that reports only changes may have nothing to say for hours: what it said last stays true.
    public mutating func use(_ parameters: Parameters) {
        guard parameters != self.parameters else { return }
        self.parameters = parameters
        estimator.use(parameters.estimator)
    }

    /// Nobody listens any more: all begins anew with the next sensor, but a device that lies where it was held stays there.
    ///
    /// With a new engine in its place, who comes and goes again and again would learn of taps by where each one begins.
    public mutating func restart() {
        hold.restart()
        let kept = hold
        self = TiltEngine(parameters)
        hold = kept
    }

    /// A sensor was opened: the filter starts afresh with its first sample, eased to while the last pose still shows.
    ///
    /// A gyroscope's bias is its own, so nothing of the last one's is kept.
    /// `reportsOnlyChanges` is ``SensorDescription/restsInSilence``: silence then means stillness.
    /// `bias` is the gyroscope's from an earlier run, in rad/s: a hint.
    public mutating func sensorAppeared(reportsOnlyChanges: Bool, bias: AngularRate<DeviceAxes> = .zero) {
        hasSensor = true
        holdsLastSample = reportsOnlyChanges
        (newest, heldUntil) = (nil, nil)
        if fade?.weight(at: motion.time) ?? 0 == 0 {
            #if !hasFeature(Embedded)
                // Otherwise what was given last shows on until another pose is.
                (given, handover) = (nil, nil)
            #endif
            estimator = GravityEstimator(parameters.estimator, bias: bias)
            hold.restart()
        } else {
            estimator.changeSensor(at: motion.time, bias: bias)
            hold.changeSensor()
        }
    }

    /// The gyroscope's bias, in rad/s; `nil` without a gyroscope.
    public var gyroscopeBias: AngularRate<DeviceAxes>? { estimator.bias }

    /// What the newest estimate came from.
    public var source: GravityEstimator.Source { estimator.source }

    /// The sensor is gone: the last offset eases to the fallback.
    public mutating func sensorLost() {
        hasSensor = false
        (newest, heldUntil) = (nil, nil)
    }

    /// The machine slept for so many seconds, in which no clock ran and the device may have been turned.
    public mutating func sleep(for seconds: Double) { estimator.sleep(for: seconds) }

    /// Feeds one sample; see ``GravityEstimator/ingest(_:)`` for what is ignored.
    public mutating func ingest(_ sample: Sample) {
        if holdsLastSample { repeatToHold(before: sample.time) } else { forget(before: sample) }
        estimate(sample)
        give(sample, at: sample.time)
        guard sample.acceleration != nil, sample.time >= newest?.time ?? sample.time else { return }
        (newest, heardAt) = (sample, nil)
    }

    /// How long the first reading of a sensor that was just opened is waited for before the fallback is shown in its place,
    /// in nanoseconds: that of a sensor of 25 Hz is there by then.
    package static let beginning: Int64 = 40_000_000

    /// True from the first tick on: later changes of what is shown are eased.
    package var hasBegun: Bool { fade != nil }

    /// Moves to the instant of a tick, at or after the last one.
    public mutating func advance(to time: Timestamp) {
        if holdsLastSample {
            repeatLastSample(at: time)
            repeatToHold(before: time.advanced(by: 1))
        }
        let silence = newest.map { time.seconds(since: $0.time) }
        if let newest {
            toldUntil = holdsLastSample ? time : max(newest.time, estimator.lastRate ?? newest.time)
        }
        let untold = toldUntil.map { time.seconds(since: $0) } ?? 0
        let state: TrackingState
        switch silence {
        case nil: state = .none
        case .some(let seconds):
            state = holdsLastSample || seconds <= parameters.staleAfter ? .tracking : .stale
        }
        let isKept = state == .stale && silence ?? 0 <= parameters.staleAfter + parameters.staleHold
        ease(to: state == .tracking || isKept, at: time)
        unheldMotion = Motion(
            time: time, state: state,
            estimate: (estimator.estimate(at: time) ?? unheldMotion.estimate)?.slowed(untoldFor: untold),
            fade: fade?.weight(at: time) ?? 0, yaw: yaw.angle(at: time))
        #if !hasFeature(Embedded)
            if let given {
                // A tick that is late is drained late.
                let late = newest.map { time.seconds(since: $0.time) } ?? 0
                let estimate = given.carried(min(0, late)).slowed(untoldFor: untold)
                let eased = handover?.applied(to: estimate, at: time)
                if eased == nil { handover = nil }
                unheldMotion.estimate = eased ?? estimate
                motion = unheldMotion
                return
            }
        #endif
        motion = hold.published(unheldMotion, after: untold)
    }

    /// After a silence so long that nothing of the old pose shows any more, what the device is now is not eased to from
    /// what it was: nobody has seen the turn between the two.
    private mutating func forget(before sample: Sample) {
        let longest = parameters.staleAfter + parameters.staleHold + Fade.easeSeconds
        guard sample.acceleration != nil, let newest, sample.time.seconds(since: newest.time) > longest else {
            return
        }
        estimator = GravityEstimator(parameters.estimator, bias: estimator.bias ?? .zero)
        hold.restart()
    }

    private mutating func estimate(_ sample: Sample) {
        estimator.ingest(sample)
        yaw.update(turnRate: estimator.turnRate, at: sample.time)
    }

    private mutating func give(_ sample: Sample, at time: Timestamp) {
        hold.take(
            sample.acceleration, estimator.estimate, from: estimator.source, yaw: yaw.angle, at: time)
        heldUntil = time
    }

    /// A sensor that reports only changes goes quiet when the device lies still, in the middle of the filter's settling:
    /// what it last said is still true, so the filter has it again at every tick.
    ///
    /// But a device that lies still does not turn: the last rate of a turn, given again and again, would turn the pose for
    /// as long as the silence lasts.
    private mutating func repeatLastSample(at time: Timestamp) {
        guard hasSensor, var sample = newest, time > sample.time else { return }
        let heardAt = heardAt ?? time
        self.heardAt = heardAt
        if time.seconds(since: heardAt) > Self.longestTurn { sample.angularRate = nil }
        sample.time = time
        estimate(sample)
    }

    /// The same for the hold, which has it again after every 0.3 s of silence and not at ticks.
    ///
    /// To the hold samples are what tells a turn from a tap. A tap's, given again at the ticks of somebody who asks for 200 a
    /// second, would be forty samples on one side: a turn.
    private mutating func repeatToHold(before time: Timestamp) {
        guard hasSensor, let newest, let heldUntil else { return }
        let silence = time.nanoseconds &- heldUntil.nanoseconds
        guard silence > Self.untilHeldAgain else { return }
        let count = (silence - 1) / Self.untilHeldAgain
        let skipped = max(0, count - Self.mostHeldAgain)
        for number in skipped + 1...count {
            give(newest, at: heldUntil.advanced(by: number * Self.untilHeldAgain))
        }
    }

    /// The very first tick starts where it belongs; later changes are eased.
    private mutating func ease(to isPresent: Bool, at time: Timestamp) {
        guard var fade else {
            self.fade = Fade(isPresent, at: time)
            return
        }
        fade.turn(to: isPresent, at: time)
        self.fade = fade
    }
}
