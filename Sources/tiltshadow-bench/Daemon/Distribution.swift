/// Times of one kind, in nanoseconds, summed up for a table.
struct Distribution {
    private let sorted: [Int64]

    init(_ nanoseconds: [Int64]) { sorted = nanoseconds.sorted() }

    /// The median, the 99th percentile and the greatest, in microseconds.
    var text: String {
        guard let greatest = sorted.last else { return "nothing measured" }
        let percentiles = [0.5, 0.99].map { sorted[min(sorted.count - 1, Int($0 * Double(sorted.count)))] }
        return (percentiles + [greatest]).map { String($0 / 1000) }.joined(separator: ", ")
    }
}
