import Testing
import TiltCore

@Suite struct `Timestamp in nanoseconds` {
    @Test(
        arguments: [
            (0, 1, 1e-9), (5, 5, 0), (2_000_000_000, 0, -2), (.max, .min, Double(Int64.min) * 1e-9),
            (.min, 1, Double(Int64.max) * 1e-9),
        ]
            as [(Int64, Int64, Double)])
    func `subtracts without trapping`(from: Int64, to: Int64, seconds: Double) {
        #expect(Timestamp(nanoseconds: to).seconds(since: Timestamp(nanoseconds: from)) == seconds)
    }

    @Test(
        arguments: [(.max, 1, .max), (.max - 5, 100, .max), (.min, -1, .min), (3, -5, -2)]
            as [(Int64, Int64, Int64)])
    func `advances to the end of time and no farther`(from: Int64, by: Int64, to: Int64) {
        #expect(Timestamp(nanoseconds: from).advanced(by: by) == Timestamp(nanoseconds: to))
    }

    @Test func `orders by time`() {
        #expect(Timestamp(nanoseconds: -1) < Timestamp(nanoseconds: 0))
        #expect(Timestamp(nanoseconds: 1).advanced(by: -2) == Timestamp(nanoseconds: -1))
    }
}
