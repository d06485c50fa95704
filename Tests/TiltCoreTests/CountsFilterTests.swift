import Foundation
import Testing
import TiltCore

@Suite struct `Counts filter` {
    typealias Verdict = CountsFilter.Verdict

    /// A 16-bit accelerometer of ±2 g, and a gyroscope of ±2000 °/s.
    private static let calibration = Calibration(
        accelerometer: .init(scale: standardGravity / 16384, range: -32768...32767),
        gyroscope: .init(scale: 2000 * .pi / 180 / 32768, range: -32768...32767))

    private static func verdicts(
        _ values: [Double], of part: SensorPart = .accelerometer, milliseconds: Int64 = 10
    ) throws -> [Verdict] {
        var filter =
            part == .accelerometer
            ? CountsFilter.accelerometer(calibration, reportsOnlyChanges: false)
            : try #require(CountsFilter.gyroscope(calibration, reportsOnlyChanges: false))
        return values.enumerated().map { index, value in
            filter.judge(
                Reading.Counts(x: 20, y: value, z: 10),
                at: Timestamp(nanoseconds: Int64(index) * milliseconds * 1_000_000))
        }
    }

    @Test(arguments: [32767.0, -32768, -124, .nan, .infinity])
    func `rejects one or two values of garbage between neighbours that agree`(garbage: Double) throws {
        let level = garbage == -124 ? 9000.0 : 1000
        #expect(try Self.verdicts([level, garbage, level]) == [.good, .spike, .good])
        #expect(try Self.verdicts([level, garbage, garbage, level]) == [.good, .spike, .spike, .good])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `never accepts what is no number, however long it lasts`(garbage: Double) throws {
        let values = [1000] + Array(repeating: garbage, count: 5) + [1000]
        #expect(try Self.verdicts(values) == [.good] + Array(repeating: .spike, count: 5) + [.good])
    }

    @Test func `accepts with the third what goes on, so that no sensor is silenced`() throws {
        #expect(
            try Self.verdicts([0, 32767, 32767, 32767, 32767]) == [.good, .spike, .spike, .clipped, .clipped])
        #expect(try Self.verdicts([9000, -124, -124, -124, -130]) == [.good, .spike, .spike, .good, .good])
    }

    @Test func `lets a motion run into the end of the range without delay`() throws {
        #expect(
            try Self.verdicts([0, 9000, 17000, 25000, 32700, 32767, 20000])
                == [.good, .good, .good, .good, .clipped, .clipped, .good])
        #expect(
            try Self.verdicts([0, -12000, -22000, -32768, -32768, 0], of: .gyroscope)
                == [.good, .good, .good, .clipped, .clipped, .good])
    }

    @Test(
        arguments: [
            [0, 9000, -9000, 9000], [-120, -124, -121], [1000, -124, 1000], [32000, 31000, 0],
        ] as [[Double]])
    func `leaves knocks and shakes alone`(values: [Double]) throws {
        #expect(try Self.verdicts(values).allSatisfy { $0 == .good })
    }

    /// Of a sensor of 1 mg a count, -124 is a value like any other.
    @Test(arguments: Array(0..<40))
    func `takes what a hand shakes past a known value for no garbage`(seed: Int) {
        let calibration = Calibration(accelerometer: .init(scale: standardGravity / 1000))
        var filter = CountsFilter.accelerometer(calibration, reportsOnlyChanges: false)
        var random = SplitMix64(seed: UInt64(seed))
        let (hertz, phase) = (3 + random.signed(), 3 * random.signed())
        for index in 0..<1500 {
            let angle = 2 * Double.pi * hertz * Double(index) / 50
            // The count nearest to it in every 25 is brought to -124.
            func count(_ value: Double) -> Double {
                let count = (value + 10 * random.signed()).rounded()
                return (count + 124).magnitude < 12 ? -124 : count
            }
            let counts = Reading.Counts(
                x: count(1200 * sin(angle + phase)), y: count(500 * sin(1.07 * angle)),
                z: count(1000 + 600 * sin(0.93 * angle + 1)))
            let verdict = filter.judge(counts, at: Timestamp(nanoseconds: Int64(index) * 20_000_000))
            #expect(verdict == .good || index < 25, "\(index): \(counts)")
        }
    }

    /// What a knock lets through, or three in a row, must not let the next one through.
    @Test(arguments: [3, 4, 5], [[1407.0], [-124, -124, -124]])
    func `takes a known value for garbage again soon after a knock`(every: Int, knock: [Double]) {
        var filter = CountsFilter.accelerometer(
            Calibration(accelerometer: .init(scale: standardGravity / 1000)), reportsOnlyChanges: false)
        for index in 0..<300 {
            let isGarbage = index > 53 && index.isMultiple(of: every)
            let value = index >= 50 && index < 50 + knock.count ? knock[index - 50] : isGarbage ? -124 : 707
            let verdict = filter.judge(
                Reading.Counts(x: 0, y: 707, z: value), at: Timestamp(nanoseconds: Int64(index) * 20_000_000))
            if index >= 100 { #expect(verdict == (isGarbage ? .spike : .good), "reading \(index)") }
        }
    }

    @Test func `does not compare readings that are far apart`() throws {
        #expect(try Self.verdicts([0, 32767, 0], milliseconds: 100) == [.good, .clipped, .good])
    }

    @Test func `rejects garbage at the very beginning`() throws {
        #expect(try Self.verdicts([32767, 100, 100]) == [.spike, .good, .good])
    }

    @Test func `judges physical values without a range by the size of the step`() {
        var filter = CountsFilter.accelerometer(.physical, reportsOnlyChanges: false)
        let values = [9.8, -124, 9.8, 60, 9.8, 32767, 32767, 9.8]
        let verdicts = values.enumerated().map {
            filter.judge(.init(x: 0, y: 0, z: $1), at: Timestamp(nanoseconds: Int64($0) * 5_000_000))
        }
        #expect(verdicts == [.good, .spike, .good, .good, .good, .spike, .spike, .good])
    }

    /// Feeds `seconds` of 100 Hz with noise of ±`noise` counts.
    private static func feed(
        _ filter: inout CountsFilter, from start: Int, seconds: Int, noise: Double, seed: UInt64 = 1
    ) {
        var random = SplitMix64(seed: seed)
        for index in (start * 100)..<((start + seconds) * 100) {
            let value = (noise * random.signed()).rounded()
            _ = filter.judge(
                .init(x: value, y: -value, z: 16384), at: Timestamp(nanoseconds: Int64(index) * 10_000_000))
        }
    }

    @Test func `notices that a noisy sensor repeats itself for more than two seconds`() {
        var filter = CountsFilter.accelerometer(Self.calibration, reportsOnlyChanges: false)
        Self.feed(&filter, from: 0, seconds: 5, noise: 30)
        Self.feed(&filter, from: 5, seconds: 2, noise: 0)
        #expect(!filter.isStuck)
        Self.feed(&filter, from: 7, seconds: 1, noise: 0)
        #expect(filter.isStuck)
        Self.feed(&filter, from: 8, seconds: 1, noise: 30)
        #expect(!filter.isStuck)
    }

    @Test func `knows a coarse sensor, and one that reports only changes, from a stuck one`() {
        var coarse = CountsFilter.accelerometer(Self.calibration, reportsOnlyChanges: false)
        Self.feed(&coarse, from: 0, seconds: 5, noise: 0.6)
        Self.feed(&coarse, from: 5, seconds: 10, noise: 0)
        #expect(!coarse.isStuck)
        var sparse = CountsFilter.accelerometer(Self.calibration, reportsOnlyChanges: true)
        Self.feed(&sparse, from: 0, seconds: 5, noise: 30)
        Self.feed(&sparse, from: 5, seconds: 10, noise: 0)
        #expect(!sparse.isStuck)
    }
}
