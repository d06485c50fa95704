import CMath
import Testing
import TiltCore

@Suite struct `What has never changed` {
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
            var reading = Reading(sample)
            // Of a queue that begins with zeros.
            reading.gyroscope = isFirst ? .zero : .init(x: value, y: value, z: value)
            isFirst = false
            _ = inspector.sample(from: reading)
            for fault in inspector.faults where !found.contains(fault) { found.append(fault) }
        }
        #expect(found.filter { $0 != .spikes(.gyroscope) } == [.stuck(.gyroscope)])
    }

    @Test func `names a gyroscope that reads nothing but 0 in a hand that never rests`() {
        let codes = SimulatedMotion().faults(seconds: 30) { $0.gyroscope = .zero }
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
            var reading = Reading(sample)
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
            var reading = Reading(sample)
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
            var reading = Reading(sample)
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
        let codes = SimulatedMotion().faults(seconds: 30) { reading in
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
        #expect(motion.faults(seconds: 30) == [])
    }

    /// Each of the ways to confuse the axes, with motion about one axis and about two: what is wrong is the axes.
    @Test(arguments: [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1)], [0.6, 1.2, 2])
    func `calls no axis dead that stands in for another`(amplitude: (Double, Double, Double), speed: Double) {
        var motion = SimulatedMotion()
        motion.amplitude = speed * AngularRate(x: amplitude.0, y: amplitude.1, z: amplitude.2)
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for signs in 0..<8 {
                let codes = motion.faults(seconds: 30) { reading in
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
