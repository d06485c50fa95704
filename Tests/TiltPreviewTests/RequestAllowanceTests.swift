import NIOCore
import Testing

@testable import TiltPreview

@Suite struct `Request allowance` {
    /// How many requests are let through, asked `hz` times a second for `seconds`.
    private func granted(hz: Int, seconds: Int, _ allowance: inout RequestAllowance, from start: Int64 = 0)
        -> Int
    {
        (0..<(hz * seconds)).filter { index in
            let nanoseconds = start * 1_000_000_000 + Int64(index) * 1_000_000_000 / Int64(hz)
            return allowance.spend(at: .uptimeNanoseconds(UInt64(nanoseconds)))
        }.count
    }

    @Test func `never lets through what would make the daemon hang up: over 50 within a second`() {
        var allowance = RequestAllowance()
        #expect((40...45).contains(granted(hz: 1000, seconds: 1, &allowance)))
        #expect((24...26).contains(granted(hz: 1000, seconds: 1, &allowance, from: 1)))
        // A burst is saved up again within a second, and no more than that.
        #expect((40...45).contains(granted(hz: 1000, seconds: 1, &allowance, from: 100)))
    }

    @Test func `lets through a slider that is moved`() {
        var allowance = RequestAllowance()
        #expect(granted(hz: 25, seconds: 10, &allowance) == 250)
    }
}
