/// A log played on a virtual clock: readings in, frames out, as fast as the machine goes.
///
/// Frames stand at t₀ + k / rate with t₀ the time of the first reading, and of the first after a break of the clock, with
/// ticks between them where they are more than 50 ms apart; the ticks of ``Grain/published`` are as far apart as those that
/// a daemon's subscribers share, in whole nanoseconds and never more than 50 ms. A tick belongs after every reading that is
/// not later than itself, as in the daemon, which drains its sensor before it makes a frame. The same readings therefore
/// give the same frames, byte for byte, whoever feeds them and in whatever chunks. ``Grain/published`` ones are those that a
/// daemon sends to its only subscriber, who named no phase, where its ticks stand there, too, none and no reading is late,
/// and no silence makes it look for another sensor.
public struct Replay: Sendable {
    /// How much frames tell.
    public enum Grain: Sendable {
        /// As much as the engine knows, and at the very rate that was asked for: to measure by.
        case measured
        /// As much as the daemon tells: the motion as finely as any subscriber may learn it, at those of its ticks that are
        /// of the subscription's rate, and no more frames at rest than ``RestPace`` lets through.
        case published
    }

    /// The options the frames are made with, but for two: frames that change nothing are not left out, and none has raw
    /// samples.
    public let subscription: Subscription
    /// The sensor whose readings these are.
    public let sensor: SensorDescription
    /// How much the frames tell.
    public let grain: Grain
    /// Frames handed out so far.
    public private(set) var frames: UInt64 = 0

    /// What is wrong with the sensor at the last reading.
    public var faults: [SensorFault] { inspector.faults }

    private var inspector: SensorInspector
    private var engine: TiltEngine
    private var mapper: ShadowMapper
    private var restPace = RestPace()
    /// When the next published frame is due, in nanoseconds.
    private var nextDue: Int64?
    /// Nanoseconds from tick to tick; not whole at a rate such as 60 Hz, so ticks are counted and not added up.
    private let period: Double
    /// How many ticks there are to a frame of ``Grain/measured``.
    private let ticksToFrame: Int64
    private var gridStart: Timestamp?
    private var ticksSinceStart: Int64 = 0
    /// The next tick; `nil` before the first reading and beyond the end of time.
    private var nextTick: Timestamp?
    private var lastReading: Timestamp?

    /// Creates a replay that has seen no reading; the rate of `subscription` must be greater than 0.
    public init(
        engine parameters: TiltEngine.Parameters = .init(), options subscription: Subscription,
        sensor: SensorDescription, grain: Grain = .measured
    ) {
        self.subscription = subscription
        self.sensor = sensor
        self.grain = grain
        inspector = SensorInspector(sensor)
        engine = TiltEngine(parameters)
        engine.sensorAppeared(reportsOnlyChanges: sensor.restsInSilence)
        mapper = ShadowMapper(subscription.shadow)
        switch grain {
        case .measured:
            let framePeriod = 1e9 / subscription.rateHz
            // The engine eases from tick to tick, and a daemon's are never farther apart.
            let ticks = (framePeriod / Double(SharedTicks.slowest)).rounded(.up)
            (period, ticksToFrame) = (framePeriod / ticks, Int64(ticks))
        case .published:
            (period, ticksToFrame) = (Double(SharedTicks.period(subscription.rateHz)), 1)
        }
    }

    /// Takes the next reading; `body` gets the frames of the ticks before it.
    public mutating func feed(_ reading: Reading, _ body: (Frame) -> Void) {
        if lastReading.map({ reading.time.breaksClock(after: $0) }) ?? true {
            finish(body)
            startGrid(at: reading.time)
        }
        while let tick = nextTick, tick < reading.time { emit(tick, body) }
        engine.ingest(inspector.sample(from: reading))
        if lastReading.map({ $0 < reading.time }) ?? true { lastReading = reading.time }
    }

    /// Hands out the ticks that are left, up to the time of the last reading.
    public mutating func finish(_ body: (Frame) -> Void) {
        guard let lastReading else { return }
        while let tick = nextTick, tick <= lastReading { emit(tick, body) }
    }

    /// Judges the sensor of a log that has come to its end, however short it was: ``faults`` tells.
    public mutating func judgeEnd() {
        if let lastReading { inspector.finish(at: lastReading) }
    }

    private mutating func startGrid(at time: Timestamp) {
        gridStart = time
        ticksSinceStart = 0
        nextTick = time
        restPace.restart()
        nextDue = nil
    }

    private mutating func emit(_ tick: Timestamp, _ body: (Frame) -> Void) {
        let isFrames = ticksSinceStart % ticksToFrame == 0
        ticksSinceStart += 1
        nextTick = tickTime(ticksSinceStart)
        if grain == .published, waitsForFirst(at: tick) { return }
        engine.advance(to: tick)
        guard isFrames, let motion = told(engine.motion) else { return }
        frames += 1
        let view = mapper.view(of: motion)
        body(Frame(sequence: frames, motion: motion, view: view, subscription: subscription))
    }

    /// True while the log has not said yet where up is, and a daemon would not show the fallback before it does: its first
    /// tick is one after the opening.
    private func waitsForFirst(at tick: Timestamp) -> Bool {
        guard !engine.hasBegun, engine.newest == nil, let gridStart else { return false }
        return Double(tick.nanoseconds - gridStart.nanoseconds) + period < Double(TiltEngine.beginning)
    }

    /// What frames tell of the motion at a tick; `nil` where there is none to be.
    private mutating func told(_ motion: Motion) -> Motion? {
        switch grain {
        case .measured: return motion
        case .published:
            guard restPace.admits(motion),
                SharedTicks.isDue(
                    &nextDue, at: motion.time.nanoseconds,
                    period: SharedTicks.framePeriod(subscription.rateHz))
            else { return nil }
            return motion.rounded()
        }
    }

    /// Never wraps to the beginning of time, where the loop above would not end.
    private func tickTime(_ count: Int64) -> Timestamp? {
        guard let gridStart, let nanoseconds = Int64(exactly: (Double(count) * period).rounded()) else {
            return nil
        }
        let (sum, overflow) = gridStart.nanoseconds.addingReportingOverflow(nanoseconds)
        return overflow ? nil : Timestamp(nanoseconds: sum)
    }
}
