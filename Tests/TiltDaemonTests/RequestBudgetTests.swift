import Testing

@testable import TiltDaemon

@Suite struct `Request budget` {
    @Test func `allows fifty within a second, and fifty more in the next`() {
        var budget = RequestBudget()
        for second: Int64 in 5...8 {
            for request: Int64 in 0..<50 {
                let isAllowed = budget.spend(at: second * 1_000_000_000 + request)
                #expect(isAllowed)
            }
            let isAllowed = budget.spend(at: second * 1_000_000_000 + 50)
            #expect(!isAllowed)
        }
    }

    @Test func `never runs out for one request every 20 ms`() {
        var budget = RequestBudget()
        let refused = (0..<1000).filter { !budget.spend(at: $0 * 20_000_000) }
        #expect(refused == [])
    }
}
