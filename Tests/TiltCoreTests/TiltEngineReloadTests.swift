import Foundation
import Testing

@testable import TiltCore

@Suite struct `New parameters` {
    private static func time(_ seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: Int64((seconds * 1e9).rounded()))
    }

    /// A turn about x and y by sums of sines, of its own speed and phase for each seed.
    private struct Hand {
        let amplitude: Double
        let hertz: Double
        let phase: Double

        init(_ random: inout SplitMix64) {
            amplitude = random.below(3) == 0 ? 0 : 0.6 * random.unit()
            hertz = 0.2 + random.unit()
            phase = 6 * random.unit()
        }

        func angle(_ seconds: Double) -> Double { amplitude * sin(2 * .pi * hertz * seconds + phase) }

        func sample(_ seconds: Double, hasGyroscope: Bool) -> Sample {
            let a = angle(seconds)
            let force = standardGravity * Acceleration<DeviceAxes>(x: 0, y: sin(1 + a), z: cos(1 + a))
            let speed = (angle(seconds + 0.0005) - angle(seconds - 0.0005)) / 0.001
            return Sample(
                time: time(seconds), acceleration: force,
                angularRate: hasGyroscope ? AngularRate(x: -speed, y: 0, z: 0) : nil)
        }
    }

    /// The defaults with one key at another value; `nil` where the value is not for this key.
    private static func parameters(_ assignment: String) -> TiltEngine.Parameters? {
        var settings = Settings()
        do { try settings.apply(assignment, option: "--set") } catch { return nil }
        return settings.engineParameters
    }

    /// Values to change to and from, for every key that reaches the engine.
    private static var choices: [TiltEngine.Parameters] {
        SettingsTable.all.filter { $0.section == .motion || $0.key == "stale_after_ms" }.flatMap { setting in
            ["auto", "one-euro", "low-pass", "raw", "0", "0.5", "3", "12", "50", "90", "200"]
                .compactMap { parameters("\(setting.name)=\($0)") }
        }
    }

    @Test func `reach the engine from every key of the settings`() {
        let keys = SettingsTable.all.filter { $0.section == .motion }
        for key in keys {
            let reached = Set(["low-pass", "0.5", "3"]).contains {
                Self.parameters("\(key.name)=\($0)").map { $0 != TiltEngine.Parameters() } ?? false
            }
            #expect(reached, "\(key.name)")
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `never step the offset beyond the motion and an eased second`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let hand = Hand(&random)
        let hasGyroscope = random.below(2) == 0
        let choices = Self.choices
        var engine = TiltEngine(choices[random.below(choices.count)])
        engine.sensorAppeared(reportsOnlyChanges: false)
        var last: ShadowOffset?
        var mapper = ShadowMapper()
        for tick in 1..<400 {
            for part in 0..<4 {
                let seconds = Double(tick) * 0.02 - 0.015 + 0.005 * Double(part)
                engine.ingest(hand.sample(seconds, hasGyroscope: hasGyroscope))
            }
            if tick % 37 == 0 { engine.use(choices[random.below(choices.count)]) }
            engine.advance(to: Self.time(Double(tick) * 0.02))
            #expect(engine.motion.state == .tracking)
            let view = mapper.view(of: engine.motion)
            let offset = try #require(view).offset
            if let last {
                // 0.45 is 1.5 times the difference of two filters of a hand that is 60° ahead of one of them, in 50 frames.
                let speed = 2 * Double.pi * hand.hertz * hand.amplitude
                #expect((offset - last).length < 0.02 * 10 * 1.6 * speed + 0.45, "tick \(tick)")
            }
            last = offset
        }
    }

    @Test func `leave a resting device where it is, to the last digit that is seen`() throws {
        for next in Self.choices {
            var engine = TiltEngine()
            engine.sensorAppeared(reportsOnlyChanges: false)
            var random = SplitMix64(seed: 0)
            var hand = Hand(&random)
            while hand.amplitude > 0 { hand = Hand(&random) }
            func run(_ ticks: Range<Int>) {
                for tick in ticks {
                    let seconds = Double(tick) * 0.02
                    engine.ingest(hand.sample(seconds, hasGyroscope: true))
                    engine.advance(to: Self.time(seconds))
                }
            }
            run(1..<100)
            let before = try #require(engine.motion.estimate).up
            engine.use(next)
            run(100..<200)
            let after = try #require(engine.motion.estimate).up
            #expect(after.angle(to: before) < 2e-4, "\(next)")
            #expect(engine.motion.fade == 1)
        }
    }

    @Test func `keep a sensor tracked that reports only changes and rests`() throws {
        for next in Self.choices {
            var engine = TiltEngine()
            engine.sensorAppeared(reportsOnlyChanges: true)
            engine.ingest(Sample(time: Self.time(0), acceleration: Acceleration(x: 0, y: 6, z: 7.7)))
            engine.advance(to: Self.time(1))
            let before = try #require(engine.motion.estimate).up
            engine.use(next)
            for tick in 1..<100 {
                engine.advance(to: Self.time(1 + Double(tick) * 0.02))
                #expect(engine.motion.state == .tracking && engine.motion.fade == 1)
            }
            #expect(try #require(engine.motion.estimate).up.angle(to: before) < 1e-9)
        }
    }

    @Test func `take effect: an estimator without the gyroscope, and with it again`() {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        var random = SplitMix64(seed: 3)
        let hand = Hand(&random)
        func run(_ ticks: Range<Int>) {
            for tick in ticks {
                engine.ingest(hand.sample(Double(tick) * 0.01, hasGyroscope: true))
                engine.advance(to: Self.time(Double(tick) * 0.01))
            }
        }
        run(1..<200)
        #expect(engine.source == .fused)
        var alone = TiltEngine.Parameters()
        alone.estimator.kind = .oneEuro
        engine.use(alone)
        run(200..<400)
        #expect(engine.source == .accelerometer)
        #expect(engine.gyroscopeBias != nil)
        engine.use(TiltEngine.Parameters())
        run(400..<600)
        #expect(engine.source == .fused)
    }

    @Test func `take effect: how long a silence may be`() {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        engine.ingest(Sample(time: Self.time(0), acceleration: Acceleration(x: 0, y: 0, z: 9.8)))
        engine.advance(to: Self.time(1))
        #expect(engine.motion.state == .stale)
        var patient = TiltEngine.Parameters()
        patient.staleAfter = 5
        engine.use(patient)
        engine.advance(to: Self.time(1.02))
        #expect(engine.motion.state == .tracking && engine.motion.fade == 1)
    }
}
