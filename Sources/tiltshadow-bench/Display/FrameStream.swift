import TiltClient
import TiltCore
import TiltScore

/// The frames of a trial as a subscriber gets them: rounded like the lines of the protocol, in the order of their coming.
struct FrameStream {
    /// How long a frame takes to come, in seconds.
    static let delivery = 0.0005

    private(set) var frames: [Frame] = []

    /// These frames, as they come.
    init(_ frames: [Frame]) { self.frames = frames }

    /// Plays every so many samples of `trial` through the engine, for one who subscribes with rate and lookahead.
    init(
        _ trial: Trial, every: Int, _ kind: EstimatorKind, rateHz: Double, lookahead: Double,
        include: FrameFields = []
    ) {
        var settings = Settings()
        settings.motion.estimator = kind
        settings.shadow.rateHz = rateHz
        settings.shadow.lookaheadMilliseconds = lookahead
        var subscription = settings.subscription
        subscription.include = include
        var replay = Replay(
            engine: settings.engineParameters, options: subscription,
            sensor: LogHeader.neutralCSV.sensor, grain: .published)
        for index in stride(from: 0, to: trial.samples.count, by: every) {
            replay.feed(Reading(trial.samples[index])) { take($0) }
        }
        replay.finish { take($0) }
    }

    private mutating func take(_ frame: Frame) {
        var frame = frame
        frame.offset = frame.offset.asSent
        frames.append(frame)
    }

    /// What is shown by one who draws the newest frame at each vsync, in seconds.
    func newest(at vsyncs: [Double]) -> [ShadowOffset] {
        var newest = ShadowOffset.zero
        return shown(at: vsyncs, { newest = $0.offset }, { _ in newest })
    }

    /// What is shown by the resampler of ``TiltClient`` at each vsync, in seconds.
    func resampled(at vsyncs: [Double], rateHz: Double) -> [ShadowOffset] {
        var resampler = Resampler(rateHz: rateHz)
        return shown(at: vsyncs, { resampler.take($0) }, { resampler.offset(at: $0) ?? .zero })
    }

    /// What `draw` gives at each vsync, after `take` has had every frame that has come by then.
    private func shown(
        at vsyncs: [Double], _ take: (Frame) -> Void, _ draw: (Timestamp) -> ShadowOffset
    ) -> [ShadowOffset] {
        var next = 0
        return vsyncs.map { vsync in
            while next < frames.count, frames[next].time.seconds + Self.delivery <= vsync + 1e-9 {
                take(frames[next])
                next += 1
            }
            return draw(Timestamp(seconds: vsync))
        }
    }
}

extension ShadowOffset {
    /// The offset as a line of the protocol carries it: to 0.01 point.
    var asSent: ShadowOffset { ShadowOffset(x: (x * 100).rounded() / 100, y: (y * 100).rounded() / 100) }
}

extension Reading {
    /// A sample in physical units as a sensor of such units gives it.
    init(_ sample: Sample) {
        self.init(
            time: sample.time,
            accelerometer: sample.acceleration.map { Counts(x: $0.x, y: $0.y, z: $0.z) },
            gyroscope: sample.angularRate.map { Counts(x: $0.x, y: $0.y, z: $0.z) })
    }
}
