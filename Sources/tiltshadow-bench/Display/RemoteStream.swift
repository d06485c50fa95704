import TiltCore
import TiltRelay
import TiltScore

/// A network in one direction: what is sent comes after a while, and in order.
struct Network {
    /// The least time that a message needs, and how much more it may need, evenly spread, in seconds.
    let least: Double
    let spread: Double

    /// The issue's: 40 ± 15 ms.
    static let wide = Network(least: 0.025, spread: 0.03)
    /// A broker on the machine of both.
    static let here = Network(least: 0.0002, spread: 0.0004)
}

/// The frames of a trial as a subscriber of `tiltshadow-relay serve` gets them: published with 50 Hz, read from messages that
/// come when the network lets them, and served with 50 Hz at ticks of another machine, which follow them where they come evenly.
struct RemoteStream {
    /// How much later the ticks of the serving machine are than those of the publishing one, in nanoseconds.
    private static let phase: Int64 = 7_300_000
    private static let rateHz = 50.0
    /// How much later than its deadline a tick may be that waits for its pose, in nanoseconds.
    private static let patience: Int64 = 3_000_000
    /// The publishing machine's clock is so far ahead, in nanoseconds.
    private static let ahead: Int64 = 5_000_000_000_000

    private var feed = RemoteFeed()
    private(set) var frames: [Frame] = []

    /// Plays every so many samples of `trial` to somebody who subscribes with a lookahead, in milliseconds.
    init(_ trial: Trial, every: Int, over network: Network, lookahead: Double) {
        var arrivals = Self.arrivals(trial, every, network)[...]
        hear(Self.hello, .hello, at: 0)
        feed.open(true, at: 0)
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        var subscription = Subscription()
        subscription.shadow.lookaheadMilliseconds = lookahead
        var mapper = ShadowMapper(subscription.shadow)
        let period = SharedTicks.period(Self.rateHz)
        let end = Timestamp(seconds: trial.end).nanoseconds
        var (tick, patience) = (Self.phase, Int64(0))
        while tick < end {
            var now = tick + patience
            while let next = arrivals.first, next.at <= now {
                hear(next.payload, .frame, at: next.at)
                arrivals.removeFirst()
                guard let pose = feed.takeArrival(), pose.due > tick - period / 2 else { continue }
                (tick, now, patience) = (pose.due, next.at, Self.patience)
            }
            if let reading = feed.reading(at: now) { engine.take(given: reading) }
            engine.advance(to: Timestamp(nanoseconds: tick))
            tick += period
            let motion = engine.motion.rounded()
            var frame = Frame(
                sequence: UInt64(frames.count + 1), motion: motion, view: mapper.view(of: motion),
                subscription: subscription)
            frame.offset = frame.offset.asSent
            frames.append(frame)
        }
    }

    /// What is shown by one who joins the last two frames at each vsync, in seconds.
    func resampled(at vsyncs: [Double]) -> [ShadowOffset] {
        FrameStream(frames).resampled(at: vsyncs, rateHz: Self.rateHz)
    }

    private mutating func hear(_ payload: [UInt8], _ channel: Channel, at now: Int64) {
        payload.withUnsafeBufferPointer { feed.take($0, of: channel, at: now, timeOfDay: 1) }
    }

    private static let hello = Array(
        #"{"type":"hello","relay":1,"session":"bench","started_ns":0,"rate_hz":50,"sensor":{"name":"trial","gyro":true}}"#
            .utf8)

    /// What is published, and when it has come.
    private static func arrivals(
        _ trial: Trial, _ every: Int, _ network: Network
    ) -> [(at: Int64, payload: [UInt8])] {
        var (numbers, all) = (SeededNumbers(seed: 7), [(at: Int64, payload: [UInt8])]())
        let stream = FrameStream(
            trial, every: every, .auto, rateHz: rateHz, lookahead: 0, include: .up)
        for frame in stream.frames {
            let delay = network.least + network.spread * numbers.unit()
            let at = frame.time.nanoseconds + Timestamp(seconds: delay).nanoseconds
            var sent = frame
            sent.time = frame.time.advanced(by: ahead)
            let payload = Messages.frame(sent, sequence: frame.sequence, dropped: 0)
            all.append((max(at, all.last?.at ?? 0), payload))
        }
        return all
    }
}
