/// The middle and the ends of a set of numbers.
struct Spread: Equatable {
    let median: Double
    let p99: Double
    let largest: Double

    /// `nil` where there are no numbers.
    init?(_ numbers: [Double]) {
        guard !numbers.isEmpty else { return nil }
        let sorted = numbers.sorted()
        func share(_ share: Double) -> Double {
            sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
        }
        median = share(0.5)
        p99 = share(0.99)
        largest = sorted[sorted.count - 1]
    }
}
