import Testing
import TiltCore

@Suite struct `A raw sample` {
    private let calibration = Calibration(
        accelerometer: Calibration.Axes(
            scale: Reading.Counts(x: 0.5, y: 0.25, z: 2), offset: Reading.Counts(x: 1, y: 0, z: 0)),
        gyroscope: Calibration.Axes(scale: 0.001))

    private func reading(_ nanoseconds: Int64, accel: Bool = true, gyro: Bool = true) -> Reading {
        Reading(
            time: Timestamp(nanoseconds: nanoseconds),
            accelerometer: accel ? Reading.Counts(x: 1, y: 2, z: 3) : nil,
            gyroscope: gyro ? Reading.Counts(x: 10, y: -20, z: 30) : nil)
    }

    @Test func `is the reading in physical units, in the order of the sensor's own axes`() {
        let sample = RawSample(reading(7), calibration)
        #expect(sample.time.nanoseconds == 7)
        #expect(sample.acceleration == Acceleration(x: 1, y: 0.5, z: 6))
        #expect(sample.angularRate == AngularRate(x: 0.01, y: -0.02, z: 0.03))
    }

    @Test func `keeps of an earlier one what a later one lacks`() {
        let first = RawSample(reading(1, gyro: false), calibration)
        let second = RawSample(reading(2, accel: false), calibration)
        let both = first.merging(second)
        #expect(both.time.nanoseconds == 2)
        #expect(both.acceleration == first.acceleration && both.angularRate == second.angularRate)
    }

    @Test func `stands in the line of its frame, without what is unknown`() throws {
        var frame = Frame(
            sequence: 1, time: Timestamp(nanoseconds: 2), state: .tracking, offset: ShadowOffset(x: 1, y: 2))
        frame.raw = RawSample(
            time: Timestamp(nanoseconds: 81_234_567_890_123),
            acceleration: Acceleration(x: 0.1532, y: -1.25, z: 9.80665))
        #expect(
            written { FrameEncoder.appendJSON(frame, to: &$0) } == """
                {"type":"frame","seq":1,"t_ns":2,"state":"tracking","x":1.00,"y":2.00,\
                "raw":{"t_ns":81234567890123,"accel_m_s2":[0.1532,-1.25,9.80665]}}\n
                """)
        frame.raw?.angularRate = AngularRate(x: .nan, y: .infinity, z: -0.0)
        _ = try object(written { FrameEncoder.appendJSON(frame, to: &$0) })
    }
}
