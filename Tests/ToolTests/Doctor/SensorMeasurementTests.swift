import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Sensor measurement` {
    /// A hundred readings, 10 ms apart, of `length` g, each read `age` ms after it was taken.
    private func measurement(
        length: Double = 1, age: Double = 5, count: Int = 100, onlyChanges: Bool = false,
        _ change: (Int, inout Sample) -> Void = { _, _ in }
    ) -> SensorMeasurement {
        var measurement = SensorMeasurement(
            SensorDescription(
                id: "x", name: "x", kind: .iioBuffer, device: "/dev/x", rateHz: 100,
                reportsOnlyChanges: onlyChanges))
        measurement.seconds = 2
        for index in 0..<count {
            let time = Timestamp(nanoseconds: 1_000_000_000 + Int64(index) * 10_000_000)
            var sample = Sample(
                time: time, acceleration: Acceleration(x: 0, y: 0, z: length * standardGravity))
            change(index, &sample)
            measurement.take(sample, now: time.advanced(by: Int64(age * 1e6)))
        }
        return measurement
    }

    private func verdicts(_ measurement: SensorMeasurement) -> [Verdict] {
        measurement.checks(editing: "edit").map { $0.verdict }
    }

    @Test func `of a good sensor is good`() {
        let checks = measurement().checks(editing: "edit")
        #expect(checks.map { $0.verdict } == [.ok, .ok, .ok, .ok])
        #expect(
            checks.map { $0.detail } == [
                "1.000 g at rest", "100.0 Hz, 100.0 Hz asked for",
                "10.00 ms between readings, p99 10.00 ms, longest 10.00 ms",
                "in order, read 5.0 ms after they were taken",
            ])
    }

    @Test(arguments: [(0.79, Verdict.problem), (0.81, .ok), (1.19, .ok), (1.21, .problem), (0.1, .problem)])
    func `judges gravity's length`(length: Double, verdict: Verdict) {
        let checks = measurement(length: length).checks(editing: "edit")
        #expect(checks[0].verdict == verdict)
        #expect(checks[0].advice == (verdict == .ok ? nil : "edit"))
    }

    @Test(arguments: [(0.0, "0 on all axes"), (.infinity, "nonsense")])
    func `says what no scale, and what only a scale can be`(length: Double, words: String) {
        let check = measurement(length: length).checks(editing: "edit")[0]
        #expect(check.verdict == .problem && check.detail.contains(words), "\(check.detail)")
        #expect(check.detail.contains("set accel_scale") == (length > 0))
        #expect((check.advice == "edit") == (length > 0))
    }

    @Test func `takes no length from readings at the end of the range, and says where all are`() {
        let half = measurement { index, sample in
            guard index % 2 == 0 else { return }
            sample.acceleration?.z = 2 * standardGravity
            sample.accelerationIsClipped = true
        }
        #expect(half.checks(editing: "edit")[0].detail == "1.000 g at rest")
        let all = measurement(length: 2) { _, sample in sample.accelerationIsClipped = true }
        let check = all.checks(editing: "edit")[0]
        #expect(check.verdict == .skipped && check.detail.hasPrefix("clipped: each of its 100 readings"))
    }

    @Test func `takes no length from a moving device`() {
        let moved = measurement { index, sample in if index == 50 { sample.acceleration?.x = 9 } }
        #expect(verdicts(moved) == [.skipped, .ok, .ok, .ok])
    }

    @Test(arguments: [(0.1, Verdict.problem), (0.7, .skipped), (1.5, .skipped), (9.8, .problem)])
    func `takes a unit from a moving device, where it is far off`(length: Double, verdict: Verdict) {
        let moved = measurement(length: length) { index, sample in
            sample.acceleration?.x = 5 * length * Double(index % 3)
        }
        let check = moved.checks(editing: "edit")[0]
        #expect(check.verdict == verdict && check.detail.contains("moved"), "\(check.detail)")
    }

    @Test func `of silence is a problem, unless the sensor reports only changes`() {
        #expect(verdicts(measurement(count: 0)) == [.skipped, .problem, .skipped, .skipped])
        #expect(verdicts(measurement(count: 2)) == [.ok, .problem, .ok, .ok])
        #expect(verdicts(measurement(count: 1, onlyChanges: true)) == [.ok, .skipped, .skipped, .ok])
    }

    @Test func `warns of a slow sensor`() {
        let slow = measurement(count: 20) { index, sample in
            sample.time = Timestamp(nanoseconds: Int64(index) * 100_000_000)
        }
        #expect(slow.checks(editing: "")[1].verdict == .warning)
    }

    @Test func `warns of time that goes back, stands still, or is another clock's`() {
        let back = measurement { index, sample in if index == 9 { sample.time = Timestamp(nanoseconds: 0) } }
        #expect(verdicts(back).last == .warning)
        let same = measurement { _, sample in sample.time = Timestamp(nanoseconds: 7) }
        #expect(verdicts(same).last == .warning)
        #expect(verdicts(measurement(age: 2000)).last == .warning)
        #expect(verdicts(measurement(age: -200)).last == .warning)
    }

    @Test func `hands on faults, but tells gravity's length once`() {
        var bad = measurement(length: 2)
        bad.faults = [.gravityLength(ratio: 2), .stuck(.gyroscope)]
        #expect(verdicts(bad) == [.problem, .ok, .ok, .ok, .warning])
    }
}
