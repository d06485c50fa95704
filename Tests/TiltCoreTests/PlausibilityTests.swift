import CMath
import Testing
import TiltCore

@Suite struct `Plausibility in motion` {
    @Test(arguments: [1 / standardGravity, 0.4, 1.7, standardGravity, 1e-3])
    func `says that the unit is wrong though the device never rests`(factor: Double) {
        var motion = SimulatedMotion()
        motion.force = { force, _ in factor * force }
        #expect(motion.faults() == ["force-length"])
    }

    @Test func `says nothing of a hand that shakes the device`() {
        var motion = SimulatedMotion()
        motion.force = { force, time in
            force + 8 * sin(20 * time) * Acceleration(x: 0.6, y: 0.8, z: 0)
        }
        #expect(motion.faults(seconds: 60) == [])
    }

    /// A recorded arm did so for ten seconds (BROAD's trial 15).
    @Test(arguments: [1, standardGravity])
    func `tells shaking as hard as one can from a wrong unit`(factor: Double) {
        var motion = SimulatedMotion()
        motion.force = { force, time in
            factor * (force + 26 * sin(14 * time) * Acceleration(x: 0.6, y: 0.8, z: 0))
        }
        #expect(motion.faults(seconds: 30) == (factor == 1 ? [] : ["force-length"]))
    }

    @Test func `says a wrong length once, by whichever check found it first`() {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var said: [SensorFault] = []
        var random = SplitMix64(seed: 3)
        for row in 0..<3000 {
            // Ten seconds of motion, then rest.
            let swing = row < 1000 ? 0.5 * sin(Double(row) / 10) : 0
            let noise = 0.001 * random.unit()
            _ = inspector.sample(
                from: Reading(
                    time: Timestamp(nanoseconds: Int64(row) * 10_000_000),
                    accelerometer: .init(x: swing + noise, y: 0.3 + noise, z: 0.7 - noise)))
            for fault in inspector.faults where !said.contains(fault) { said.append(fault) }
        }
        #expect(said.map { "\($0.code)" } == ["force-length"])
    }

    @Test(arguments: SensorAxis.allCases)
    func `names an axis that never changes`(axis: SensorAxis) {
        let codes = SimulatedMotion().faults { reading in
            switch axis {
            case .x: reading.accelerometer?.x = 0
            case .y: reading.accelerometer?.y = 0.5
            case .z: reading.accelerometer?.z = 5
            }
            reading.gyroscope = nil
        }
        #expect(codes.contains("dead-axis"))
        #expect(
            SensorFault.deadAxis(axis).description.hasPrefix(
                "\(axis.rawValue) of the accelerometer never"))
    }

    @Test func `says nothing of a coarse sensor at rest, of which two axes repeat themselves`() {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var random = SplitMix64(seed: 5)
        for row in 0..<5000 {
            let flicker = random.unit() < 0.5 ? 9.6 : 9.8
            _ = inspector.sample(
                from: Reading(
                    time: Timestamp(nanoseconds: Int64(row) * 10_000_000),
                    accelerometer: .init(x: 0, y: 0.2, z: flicker)))
            #expect(inspector.faults == [])
        }
    }

    /// A hand that shakes hard, as a sensor of this range in g has it, which nobody tells; in m/s² or in counts of 16 bits.
    @Test(arguments: [(2.0, true), (8, false)], [standardGravity / 16384, 1])
    func `says that readings pile up at the end of a range`(
        range: (g: Double, isReached: Bool), scale: Double
    ) {
        var sensor = LogHeader.neutralCSV.sensor
        sensor.calibration.accelerometer = Calibration.Axes(scale: scale)
        var inspector = SensorInspector(sensor)
        var said: [String] = []
        var motion = SimulatedMotion()
        motion.force = { force, time in
            force + 22 * sin(9 * time) * Acceleration(x: 0.6, y: 0.8, z: 0)
        }
        // The end of 16 bits at 16384 a g, whatever their scale.
        let end = 16384 * range.g * (scale == 1 ? standardGravity / 16384 : 1)
        func count(_ force: Double) -> Double {
            let counts = min(end - (scale == 1 ? 0 : 1), max(-end, force / scale))
            return scale == 1 ? counts : counts.rounded()
        }
        motion.run(seconds: 20) { sample in
            var reading = Reading(sample)
            reading.accelerometer = reading.accelerometer.map {
                .init(x: count($0.x), y: count($0.y), z: count($0.z))
            }
            reading.gyroscope = nil
            _ = inspector.sample(from: reading)
            // So much shaking is longer than gravity, too.
            for fault in inspector.faults
            where "\(fault.code)".hasPrefix("accelerometer") && !said.contains("\(fault.code)") {
                said.append("\(fault.code)")
            }
        }
        #expect(said == (range.isReached ? ["accelerometer-clipping"] : []))
    }

    @Test func `says that rates pile up at the end of a range`() {
        var motion = SimulatedMotion()
        motion.amplitude = AngularRate(x: 6, y: 1, z: 1)
        // 250 °/s.
        motion.rate = { AngularRate(x: min(4.363, max(-4.363, $0.x)), y: $0.y, z: $0.z) }
        #expect(motion.faults(seconds: 20).contains("gyroscope-clipping"))
        motion.rate = { $0 }
        #expect(motion.faults(seconds: 20) == [])
    }

    @Test(arguments: [0.05, 0.15, 0.3])
    func `says nothing of the largest reading of a coarse sensor, or of one that is repeated`(step: Double) {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var motion = SimulatedMotion()
        motion.rateHz = 400
        var random = SplitMix64(seed: 11)
        motion.force = { force, time in
            force + (14 * sin(9 * time) + 2 * random.signed()) * Acceleration(x: 0.6, y: 0.8, z: 0)
        }
        var held: Reading?
        var row = 0
        motion.run(seconds: 60) { sample in
            var reading = Reading(sample)
            reading.gyroscope = nil
            reading.accelerometer = reading.accelerometer.map {
                .init(
                    x: step * ($0.x / step).rounded(), y: step * ($0.y / step).rounded(),
                    z: step * ($0.z / step).rounded())
            }
            // Eight rows for each reading.
            if row % 8 == 0 { held = reading }
            row += 1
            reading.accelerometer = held?.accelerometer
            _ = inspector.sample(from: reading)
            guard !inspector.faults.contains(.clipping(.accelerometer)) else {
                Issue.record("after \(row) rows")
                return
            }
        }
    }

    @Test(arguments: [(10.0, true), (0.5, false), (0.01, false), (1e-5, true)])
    func `says that times are too far apart, or too near`(step: Double, isSaid: Bool) {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var random = SplitMix64(seed: 7)
        var said: [SensorFault] = []
        for row in 0..<200 {
            _ = inspector.sample(
                from: Reading(
                    time: Timestamp(nanoseconds: Int64(Double(row) * step * 1e9)),
                    accelerometer: .init(x: random.unit(), y: 0, z: 9.8)))
            for fault in inspector.faults where !said.contains(fault) { said.append(fault) }
        }
        #expect(said == (isSaid ? [.interval(seconds: step)] : []) || said.count == 1 && isSaid, "\(said)")
        #expect(said.isEmpty != isSaid)
    }

    @Test func `takes readings that were held back and come in a burst for what they are`() {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var random = SplitMix64(seed: 8)
        var time: Int64 = 0
        for row in 0..<2000 {
            // More than half a second of 100 Hz at once, every two seconds.
            time += row % 200 > 140 ? 42_000 : 10_000_000
            _ = inspector.sample(
                from: Reading(
                    time: Timestamp(nanoseconds: time),
                    accelerometer: .init(x: random.unit(), y: random.unit(), z: 9.8 + random.unit())))
            guard inspector.faults.isEmpty else {
                Issue.record("row \(row): \(inspector.faults)")
                return
            }
        }
    }

    @Test func `finds axes that are swapped or mirrored between the two sensors`() {
        for change in [
            { (reading: inout Reading) in
                reading.accelerometer = reading.accelerometer.map { .init(x: $0.y, y: $0.x, z: $0.z) }
            },
            { reading in
                reading.accelerometer = reading.accelerometer.map { .init(x: -$0.x, y: $0.y, z: $0.z) }
            },
        ] {
            #expect(SimulatedMotion().faults(seconds: 30, change) == ["rate-axes"])
        }
    }
}
