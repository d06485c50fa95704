import Testing

@testable import TiltDaemon

@Suite struct `A rate-limited warning` {
    @Test func `is given at once, then once a minute with how often it came up`() {
        var limited = RateLimited()
        let second: Int64 = 1_000_000_000
        #expect(limited.text("full", now: 5 * second) == "full")
        for now in 6..<65 { #expect(limited.text("full", now: Int64(now) * second) == nil) }
        #expect(limited.text("still full", now: 65 * second)?.hasPrefix("still full (and 59 times") == true)
        #expect(limited.text("full", now: 66 * second) == nil)
        #expect(limited.text("full", now: 1000 * second)?.contains("1 times") == true)
        #expect(limited.text("full", now: 2000 * second) == "full")
    }
}
