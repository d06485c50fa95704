import Foundation
import Testing
import TiltCore

@Suite struct `Sensor inspector` {
    private static func reading(_ sample: Sample) -> Reading {
        Reading(
            time: sample.time, accelerometer: sample.acceleration.map { .init(x: $0.x, y: $0.y, z: $0.z) },
            gyroscope: sample.angularRate.map { .init(x: $0.x, y: $0.y, z: $0.z) })
    }

    private static var sensor: SensorDescription {
        var sensor = LogHeader.neutralCSV.sensor
        sensor.calibration.gyroscope?.range = -35...35
        sensor.calibration.accelerometer.range = -39.3...39.3
        return sensor
    }

    @Test func `passes good readings on as the sensor's description decodes them`() {
        var inspector = SensorInspector(Self.sensor)
        SimulatedMotion().run(seconds: 30) { sample in
            let reading = Self.reading(sample)
            #expect(inspector.sample(from: reading) == Self.sensor.sample(from: reading))
        }
        #expect(inspector.faults == [] && inspector.rejected == 0 && inspector.clipped == 0)
    }

    @Test func `withholds rates in degrees a second, once they are known to be, and keeps the acceleration`()
    {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var motion = SimulatedMotion()
        motion.rate = { 180 / .pi * $0 }
        var last: Sample?
        motion.run(seconds: 20) { last = inspector.sample(from: Self.reading($0)) }
        #expect(inspector.faults.map { "\($0.code)" } == ["rate-scale"])
        #expect(
            inspector.faults.first?.hint
                == "are they in °/s instead of rad/s? of a table, tell it by --rate-unit")
        #expect(last?.angularRate == nil && last?.acceleration != nil)
    }

    @Test func `leaves out a spike of one sensor and keeps the other`() {
        var inspector = SensorInspector(Self.sensor)
        func sample(_ milliseconds: Int64, z: Double, rate: Double) -> Sample {
            inspector.sample(
                from: Reading(
                    time: Timestamp(nanoseconds: milliseconds * 1_000_000),
                    accelerometer: .init(x: 0, y: 0, z: z), gyroscope: .init(x: rate, y: 0, z: 0)))
        }
        _ = sample(0, z: 9.8, rate: 0)
        let both: [SensorFault] = [.spikes(.accelerometer), .spikes(.gyroscope)]
        for (start, faults) in [(Int64(0), []), (20, both)] {
            let spike = sample(start + 10, z: -124, rate: 1)
            #expect(spike.acceleration == nil && spike.angularRate?.x == 1)
            let other = sample(start + 20, z: 9.8, rate: -35)
            #expect(other.acceleration?.z == 9.8 && other.angularRate == nil)
            // One of either may be a knock.
            #expect(inspector.faults == faults)
        }
        #expect(inspector.rejected == 4)
        _ = sample(10_035, z: 9.8, rate: 0)
        #expect(inspector.faults == [.spikes(.gyroscope)])
        _ = sample(10_050, z: 9.8, rate: 0)
        #expect(inspector.faults == [])
    }

    @Test func `marks clipped parts, counts them, and says so for ten seconds`() {
        var inspector = SensorInspector(Self.sensor)
        func sample(_ milliseconds: Int64, z: Double, rate: Double) -> Sample {
            inspector.sample(
                from: Reading(
                    time: Timestamp(nanoseconds: milliseconds * 1_000_000),
                    accelerometer: .init(x: 0, y: 0, z: z), gyroscope: .init(x: rate, y: 0, z: 0)))
        }
        _ = sample(0, z: 9.8, rate: 0)
        _ = sample(10, z: 25, rate: 20)
        let clipped = sample(20, z: 39.3, rate: 35)
        #expect(clipped.accelerationIsClipped && clipped.rateIsClipped && clipped.angularRate?.x == 35)
        #expect(inspector.clipped == 2)
        #expect(inspector.faults == [.clipping(.accelerometer), .clipping(.gyroscope)])
        let after = sample(40, z: 9.8, rate: 0)
        #expect(!after.accelerationIsClipped && !after.rateIsClipped)
        _ = sample(10_030, z: 9.8, rate: 0)
        #expect(inspector.faults == [])
    }

    @Test func `withholds a gyroscope that repeats itself`() {
        var inspector = SensorInspector(Self.sensor)
        var random = SplitMix64(seed: 9)
        var last: Sample?
        for index in 0..<1000 {
            func noise() -> Double { 0.01 * random.signed() }
            let rate = index < 500 ? noise() : 0.4
            last = inspector.sample(
                from: Reading(
                    time: Timestamp(nanoseconds: Int64(index) * 10_000_000),
                    accelerometer: .init(x: noise(), y: noise(), z: 9.8 + noise()),
                    gyroscope: .init(x: rate, y: 0, z: 0)))
        }
        #expect(last?.angularRate == nil && last?.acceleration != nil)
        #expect(inspector.faults == [.stuck(.gyroscope)])
    }

    @Test func `keeps the estimate bounded whatever comes`() {
        var random = SplitMix64(seed: 11)
        var inspector = SensorInspector(Self.sensor)
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        let garbage = [0, 9.8, -9.8, 39.3, -39.3, -124, 32767, -32768, .nan, .infinity, -.infinity, 1e300]
        for index in 0..<20_000 {
            func value() -> Double { garbage[random.below(garbage.count)] }
            let time = Timestamp(nanoseconds: Int64(index) * 5_000_000)
            engine.ingest(
                inspector.sample(
                    from: Reading(
                        time: time, accelerometer: .init(x: value(), y: value(), z: value()),
                        gyroscope: .init(x: value(), y: value(), z: value()))))
            engine.advance(to: time)
            guard let up = engine.motion.estimate?.up else { continue }
            #expect(abs(up.length - 1) < 1e-9)
        }
    }

    /// Takes readings of this middle length in g at 100 Hz that swing by half a radian, and says what is wrong at the end.
    private static func faultsAtEnd(_ seconds: Double, _ length: (Double) -> Double) -> [SensorFault] {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var last = Timestamp(nanoseconds: 0)
        for index in 0..<Int(seconds * 100) {
            let time = Double(index) / 100
            let (angle, force) = (0.5 * sin(2 * time), length(time) * standardGravity)
            last = Timestamp(nanoseconds: Int64(index) * 10_000_000)
            _ = inspector.sample(
                from: Reading(
                    time: last,
                    accelerometer: .init(x: 0.001 * time, y: force * sin(angle), z: force * cos(angle))))
        }
        inspector.finish(at: last)
        return inspector.faults
    }

    @Test(arguments: [0.06, 0.5, 1.9, 3, 3.99, 4.02, 5, 7.9, 9])
    func `judges at the end of a log, however short, what unit it is in`(seconds: Double) throws {
        for (length, hint) in [(0.102, "--unit g"), (101.97, "--unit mg")] {
            let faults = Self.faultsAtEnd(seconds) { _ in length }
            guard case .forceLength(let ratio)? = faults.first else {
                Issue.record("\(seconds) s: \(faults)")
                continue
            }
            #expect((ratio / length - 1).magnitude < 0.01 && faults.count == 1)
            #expect(faults.first?.hint.contains(hint) == true, "\(faults)")
        }
        #expect(Self.faultsAtEnd(seconds) { _ in 1 } == [])
    }

    @Test func `does not judge a long log by its end, nor a short one by four readings`() {
        #expect(Self.faultsAtEnd(11.9) { $0 < 8 ? 1 : 0.1 } == [])
        #expect(Self.faultsAtEnd(7.9) { $0 < 4 ? 0.1 : 1 } == [])
        #expect(Self.faultsAtEnd(0.04) { _ in 0.1 } == [])
    }
}
