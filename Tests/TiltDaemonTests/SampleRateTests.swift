import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `Sample rate` {
    private var rate = SampleRate()

    private mutating func add(_ count: Int, from start: Int64 = 0, everyNanoseconds period: Int64) {
        for index in 0..<Int64(count) { rate.add(Timestamp(nanoseconds: start + index * period)) }
    }

    @Test(arguments: [1.0, 12.5, 50, 199.7, 1600])
    mutating func `is measured by the stamps`(_ hertz: Double) throws {
        add(Int(3 * hertz) + 2, everyNanoseconds: Int64(1e9 / hertz))
        let measured = try #require(rate.hertz(at: 3_000_000_000))
        #expect(abs(measured - hertz) <= 0.001 * hertz)
    }

    @Test mutating func `is unknown before a second is over, and where nothing comes any more`() {
        add(40, everyNanoseconds: 20_000_000)
        #expect(rate.hertz(at: 0) == nil)
        add(100, from: 800_000_000, everyNanoseconds: 20_000_000)
        #expect(rate.hertz(at: 2_800_000_000) != nil)
        #expect(rate.hertz(at: 6_000_000_000) == nil)
    }

    @Test mutating func `starts again where stamps go back, and takes any`() {
        add(200, from: 9_000_000_000, everyNanoseconds: 10_000_000)
        add(200, everyNanoseconds: 20_000_000)
        #expect(rate.hertz(at: 4_000_000_000).map { abs($0 - 50) < 0.1 } == true)
        for stamp in [Int64.min, .max, 0] { rate.add(Timestamp(nanoseconds: stamp)) }
        _ = rate.hertz(at: .max)
    }
}
