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

    @Test func `orders by time`() {
        #expect(Timestamp(nanoseconds: -1) < Timestamp(nanoseconds: 0))
        #expect(Timestamp(nanoseconds: 1).advanced(by: -2) == Timestamp(nanoseconds: -1))
    }
}
