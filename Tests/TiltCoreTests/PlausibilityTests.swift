import CMath
import Testing
import TiltCore

@Suite struct `Plausibility in motion` {
    private static func reading(_ sample: Sample) -> Reading {
        Reading(
            time: sample.time, accelerometer: sample.acceleration.map { .init(x: $0.x, y: $0.y, z: $0.z) },
            gyroscope: sample.angularRate.map { .init(x: $0.x, y: $0.y, z: $0.z) })
    }

    /// A sensor whose y is the device's x, and so on round.
    private static var mounted: SensorDescription {
        var sensor = LogHeader.neutralCSV.sensor
        let rows = Matrix3(
            MatrixRow(x: 0, y: 1, z: 0), MatrixRow(x: 0, y: 0, z: 1), MatrixRow(x: 1, y: 0, z: 0))
        if let matrix = try? MountMatrix(rows) {
            sensor.mounting = Mounting(matrix: matrix, source: .config, convention: .kernel)
        }
        return sensor
    }

    /// What is said, each once, of ten seconds and more in a hand.
    private static func codes(
        seconds: Double = 12, _ motion: SimulatedMotion, _ change: (inout Reading) -> Void = { _ in }
    ) -> [String] {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var said: [String] = []
        motion.run(seconds: seconds) { sample in
            var reading = reading(sample)
            change(&reading)
            _ = inspector.sample(from: reading)
            for fault in inspector.faults where !said.contains("\(fault.code)") {
                said.append("\(fault.code)")
            }
        }
        return said
    }

    @Test(arguments: [1 / standardGravity, 0.4, 1.7, standardGravity, 1e-3])
    func `says that the unit is wrong though the device never rests`(factor: Double) {
        var motion = SimulatedMotion()
        motion.force = { force, _ in factor * force }
        #expect(Self.codes(motion) == ["force-length"])
    }

    @Test func `says nothing of a hand that shakes the device`() {
        var motion = SimulatedMotion()
        motion.force = { force, time in
            force + 8 * sin(20 * time) * Acceleration(x: 0.6, y: 0.8, z: 0)
        }
        #expect(Self.codes(seconds: 60, motion) == [])
    }

    /// A recorded arm did so for ten seconds (BROAD's trial 15).
    @Test(arguments: [1, standardGravity])
    func `tells shaking as hard as one can from a wrong unit`(factor: Double) {
        var motion = SimulatedMotion()
        motion.force = { force, time in
            factor * (force + 26 * sin(14 * time) * Acceleration(x: 0.6, y: 0.8, z: 0))
        }
        #expect(Self.codes(seconds: 30, motion) == (factor == 1 ? [] : ["force-length"]))
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
        let codes = Self.codes(SimulatedMotion()) { reading in
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
            var reading = Self.reading(sample)
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
        #expect(Self.codes(seconds: 20, motion).contains("gyroscope-clipping"))
        motion.rate = { $0 }
        #expect(Self.codes(seconds: 20, motion) == [])
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
            var reading = Self.reading(sample)
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
            #expect(Self.codes(seconds: 30, SimulatedMotion(), change) == ["rate-axes"])
        }
    }

    /// A hand that turns the device for three seconds, and holds it for two, again and again.
    private static func turnAndHold(rateHz: Double = 100, _ body: (Sample) -> Void) {
        var motion = SimulatedMotion()
        motion.rateHz = rateHz
        var (held, rows): (Int64, Int) = (0, 0)
        motion.run(seconds: 15) { sample in
            var sample = sample
            sample.time = Timestamp(nanoseconds: sample.time.nanoseconds + held)
            body(sample)
            rows += 1
            guard rows % Int(3 * rateHz) == 0 else { return }
            let step = Int64(1e9 / rateHz)
            for _ in 0..<Int(2 * rateHz) {
                held += step
                sample.time = Timestamp(nanoseconds: sample.time.nanoseconds + step)
                sample.angularRate = .zero
                body(sample)
            }
        }
    }

    @Test(arguments: [0, 0.3, -124], [10, 13, 50, 200])
    func `names a gyroscope that has read one value ever since it was opened`(value: Double, rateHz: Double) {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var (found, isFirst): ([SensorFault], Bool) = ([], true)
        Self.turnAndHold(rateHz: rateHz) { sample in
            var reading = Self.reading(sample)
            // Of a queue that begins with zeros.
            reading.gyroscope = isFirst ? .zero : .init(x: value, y: value, z: value)
            isFirst = false
            _ = inspector.sample(from: reading)
            for fault in inspector.faults where !found.contains(fault) { found.append(fault) }
        }
        #expect(found.filter { $0 != .spikes(.gyroscope) } == [.stuck(.gyroscope)])
    }

    @Test func `names a gyroscope that reads nothing but 0 in a hand that never rests`() {
        let codes = Self.codes(seconds: 30, SimulatedMotion()) { $0.gyroscope = .zero }
        #expect(codes == ["gyroscope-stuck"])
    }

    /// In a hand that turns about all axes, of a chip that is mounted askew: it is the chip's axis that is named.
    @Test(arguments: SensorAxis.allCases, [true, false])
    func `names an axis of a gyroscope that has read one value ever since it was opened`(
        axis: SensorAxis, holds: Bool
    ) {
        var inspector = SensorInspector(Self.mounted)
        var found: [SensorFault] = []
        var withheld = true
        var row = 0
        func take(_ sample: Sample) {
            var reading = Self.reading(sample)
            switch axis {
            case .x: reading.gyroscope?.x = 0.001
            // One bit, once.
            case .y: reading.gyroscope?.y = row == 700 ? 0.001 : 0
            case .z: reading.gyroscope?.z = 0
            }
            row += 1
            withheld = inspector.sample(from: reading).angularRate == nil
            for fault in inspector.faults where !found.contains(fault) { found.append(fault) }
        }
        if holds { Self.turnAndHold(take) } else { SimulatedMotion().run(seconds: 30, take) }
        #expect(found == [.deadRate(axis)] && withheld)
    }

    @Test(arguments: SensorAxis.allCases)
    func `names one of two axes that have never changed`(living: SensorAxis) {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var withheld = false
        SimulatedMotion().run(seconds: 45) { sample in
            var reading = Self.reading(sample)
            let rate = reading.gyroscope ?? .zero
            reading.gyroscope = .init(
                x: living == .x ? rate.x : 0, y: living == .y ? rate.y : 0, z: living == .z ? rate.z : 0)
            withheld = inspector.sample(from: reading).angularRate == nil
        }
        #expect(withheld)
        #expect(inspector.faults.count == 1 && !inspector.faults.contains(.deadRate(living)))
    }

    /// Rates below this are 0, as some drivers have it: nothing turns about axes that read 0, however the device is pushed.
    @Test(arguments: [0.3, 0.8, 2.0], [0.5, 1, 1.5])
    func `says nothing of a device that is pushed about on a table`(push: Double, hertz: Double) {
        for turns in [0, 0.5] {
            var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
            var random = SplitMix64(seed: 12)
            for row in 0..<12_000 {
                let time = Double(row) / 100
                let along = time > 3 ? push * sin(2 * .pi * hertz * time) * (1 + 0.3 * sin(time)) : 0
                let spin = time > 3 ? turns * sin(1.7 * time) + 0.003 * random.signed() : 0
                _ = inspector.sample(
                    from: Reading(
                        time: Timestamp(nanoseconds: Int64(row) * 10_000_000),
                        accelerometer: .init(
                            x: 0.6 * along + 0.03 * random.signed(), y: 0.8 * along + 0.03 * random.signed(),
                            z: standardGravity + 0.03 * random.signed()),
                        gyroscope: .init(x: 0, y: 0, z: abs(spin) < 0.015 ? 0 : spin)))
                guard inspector.faults.isEmpty else {
                    Issue.record("after \(time) s: \(inspector.faults)")
                    return
                }
            }
        }
    }

    /// A car that brakes and drives off, with a pitch of 1.5° by its springs, which its gyroscope does not tell.
    @Test func `says nothing of a car that brakes`() {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var random = SplitMix64(seed: 13)
        for row in 0..<12_000 {
            let time = Double(row) / 100
            let braking = 0.25 * standardGravity * max(-1, min(1, 3 * sin(0.5 * time)))
            _ = inspector.sample(
                from: Reading(
                    time: Timestamp(nanoseconds: Int64(row) * 10_000_000),
                    accelerometer: .init(
                        x: 0.05 * random.signed(), y: braking * 1.1 + 0.05 * random.signed(),
                        z: standardGravity + 0.05 * random.signed()),
                    gyroscope: .zero))
        }
        #expect(inspector.faults == [])
    }

    /// The tangential acceleration of a lever lies where turning about another axis would move gravity.
    @Test(arguments: [0.1, 0.3], [0.5, 1.0])
    func `says nothing of a hinge that rocks a device at the end of a lever`(lever: Double, hertz: Double) {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var random = SplitMix64(seed: 14)
        let (w, amplitude) = (2 * Double.pi * hertz, 20 * Double.pi / 180)
        for row in 0..<6000 {
            let time = Double(row) / 100
            let moves = time > 2 && time < 50
            let angle = moves ? amplitude * sin(w * (time - 2)) : 0
            let rate = moves ? amplitude * w * cos(w * (time - 2)) : 0
            let push = moves ? -lever * amplitude * w * w * sin(w * (time - 2)) : 0
            // About z, from x and z being as high.
            _ = inspector.sample(
                from: Reading(
                    time: Timestamp(nanoseconds: Int64(row) * 10_000_000),
                    accelerometer: .init(
                        x: 0.7071 * standardGravity * cos(angle) - lever * rate * rate
                            + 0.03 * random.signed(),
                        y: -0.7071 * standardGravity * sin(angle) + push + 0.03 * random.signed(),
                        z: 0.7071 * standardGravity + 0.03 * random.signed()),
                    gyroscope: .init(x: 0, y: 0, z: abs(rate) < 0.01 ? 0 : rate)))
        }
        #expect(inspector.faults == [])
    }

    @Test(arguments: [nil, "z"])
    func `takes a gyroscope back whose axes move after all`(frozen: String?) {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var (found, last): ([SensorFault], Sample?) = ([], nil)
        var row = 0
        SimulatedMotion().run(seconds: 40) { sample in
            var reading = Self.reading(sample)
            row += 1
            if row < 2000 {
                if frozen == nil { reading.gyroscope = .zero }
                reading.gyroscope?.z = 0
            }
            last = inspector.sample(from: reading)
            for fault in inspector.faults where !found.contains(fault) { found.append(fault) }
        }
        #expect(found == [frozen == nil ? .stuck(.gyroscope) : .deadRate(.z)])
        #expect(inspector.faults.isEmpty && last?.angularRate != nil)
    }

    @Test func `names an accelerometer that has read one value ever since it was opened`() {
        let codes = Self.codes(seconds: 30, SimulatedMotion()) { reading in
            reading.accelerometer = .init(x: 0, y: 0, z: standardGravity)
        }
        #expect(codes == ["accelerometer-stuck"])
    }

    /// A device that turns about one axis only, or rests, of a chip without noise.
    @Test(arguments: [SensorAxis?.none, .x, .y, .z])
    func `says nothing of axes about which nothing turns`(axis: SensorAxis?) {
        var motion = SimulatedMotion()
        motion.amplitude = AngularRate(
            x: axis == .x ? 1.2 : 0, y: axis == .y ? 1.2 : 0, z: axis == .z ? 1.2 : 0)
        #expect(Self.codes(seconds: 30, motion) == [])
    }

    /// Each of the ways to confuse the axes, with motion about one axis and about two: what is wrong is the axes.
    @Test(arguments: [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1)], [0.6, 1.2, 2])
    func `calls no axis dead that stands in for another`(amplitude: (Double, Double, Double), speed: Double) {
        var motion = SimulatedMotion()
        motion.amplitude = speed * AngularRate(x: amplitude.0, y: amplitude.1, z: amplitude.2)
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for signs in 0..<8 {
                let codes = Self.codes(seconds: 30, motion) { reading in
                    let rate = reading.gyroscope ?? .zero
                    let rates = [rate.x, rate.y, rate.z]
                    func measured(_ axis: Int) -> Double {
                        (signs >> axis & 1 == 0 ? 1 : -1) * rates[order[axis]]
                    }
                    reading.gyroscope = .init(x: measured(0), y: measured(1), z: measured(2))
                }
                #expect(!codes.contains("gyroscope-dead-axis"), "\(order), signs \(signs): \(codes)")
            }
        }
    }
}
