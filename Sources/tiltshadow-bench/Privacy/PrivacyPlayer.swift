import Foundation
import TiltCore

/// Plays taps through everything between a sensor and a subscriber, in virtual time, and prints what the subscriber gets.
///
/// The output is made of two tables of numbers, for `Tests/Privacy/detect.py`: first the count of taps and a row for each
/// (`time left`), then a row for each message (`time x y pitch roll up_x up_y up_z still`), in seconds, as finely as the
/// protocol tells it.
struct PrivacyPlayer {
    private var stream = TapStream()
    private var subscription = Subscription()
    private var isUnheld = false

    /// Takes `--key value` pairs; `nil` where one is not understood.
    init?(_ arguments: [String]) {
        subscription.include = .up
        var rest = arguments[...]
        while let key = rest.popFirst() {
            switch key {
            case "--gyroscope": stream.hasGyroscope = true
            case "--across": stream.isAcross = true
            case "--silent": stream.restsInSilence = true
            case "--unheld": isUnheld = true
            case "--changed": subscription.when = .changed
            case "--yaw-assist": subscription.shadow.assistsYaw = true
            default:
                guard let text = rest.popFirst(), let value = Double(text), take(key, value) else {
                    return nil
                }
            }
        }
    }

    private mutating func take(_ key: String, _ value: Double) -> Bool {
        switch key {
        case "--amplitude": stream.amplitude = value
        case "--noise": stream.noise = value
        case "--hertz": stream.hertz = value
        case "--sensor-rate": stream.rateHz = value
        case "--count": stream.scale = value
        case "--decay": stream.decay = value
        case "--turn": stream.turn = value
        case "--taps": stream.taps = Int(value)
        case "--spacing": stream.spacing = value
        case "--sway": stream.sway = value
        case "--seed": stream.seed = UInt64(value)
        case "--rate": subscription.rateHz = value
        case "--gain":
            subscription.shadow.gain = value
            subscription.shadow.limit = Subscription.limits.upperBound
        case "--lookahead": subscription.shadow.lookaheadMilliseconds = value
        default: return false
        }
        return true
    }

    /// Runs to the end.
    func run() {
        let taps = stream.schedule()
        var output = ByteBuffer(capacity: 1 << 20)
        output.append(Int64(taps.count))
        output.append("\n")
        for tap in taps {
            output.append(1 + tap.time, decimals: 6)
            output.append(tap.isLeft ? " 1\n" : " 0\n")
        }
        let sensor = stream.sensor
        var inspector = SensorInspector(sensor)
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: sensor.restsInSilence)
        var mapper = ShadowMapper(subscription.shadow)
        var last: Frame?
        let (period, framePeriod) = (
            SharedTicks.period(subscription.rateHz), SharedTicks.framePeriod(subscription.rateHz)
        )
        var nextDue: Int64?
        // Who wants changes alone is served by slow ticks while nothing moves.
        var (pace, isStill) = (StillPace(), false)
        var isSlow: Bool { isStill && pace.isStill && subscription.when == .changed }
        // A tick falls between two samples.
        var tick: Int64 = 1_002_000_000
        stream.play(taps) { reading in
            while tick < reading.time.nanoseconds {
                engine.advance(to: Timestamp(nanoseconds: tick))
                let motion = (isUnheld ? engine.unheldMotion : engine.motion).rounded()
                pace.note(motion)
                let longest = StillPace.longestSilence(
                    frames: framePeriod, ticks: isSlow ? StillPace.period : period)
                defer { tick += isSlow ? max(StillPace.period, period) : period }
                guard SharedTicks.isDue(&nextDue, at: tick, period: framePeriod) else { continue }
                let view = mapper.view(of: motion)
                isStill = view?.isStill ?? false
                let frame = Frame(sequence: 0, motion: motion, view: view, subscription: subscription)
                if !(last.map { subscription.leavesOut(frame, after: $0, for: longest) } ?? false) {
                    Self.append(frame, to: &output)
                    last = frame
                }
            }
            engine.ingest(inspector.sample(from: reading))
            if output.count > 1 << 19 { Self.write(&output) }
        }
        Self.write(&output)
    }

    private static func append(_ frame: Frame, to output: inout ByteBuffer) {
        output.append(Double(frame.time.nanoseconds) * 1e-9, decimals: 6)
        for value in [frame.offset.x, frame.offset.y] {
            output.append(" ")
            output.append(value, decimals: 2)
        }
        for value in [frame.tilt?.pitch, frame.tilt?.roll, frame.up?.x, frame.up?.y, frame.up?.z] {
            output.append(" ")
            output.append(value ?? 0, decimals: 4)
        }
        output.append(frame.isStill ? " 1\n" : " 0\n")
    }

    private static func write(_ output: inout ByteBuffer) {
        FileHandle.standardOutput.write(Data(output.bytes))
        output.removeAll()
    }
}
