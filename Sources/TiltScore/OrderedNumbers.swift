extension [Double] {
    /// The number of leading entries below `value`; the array must be in ascending order.
    func count(below value: Double) -> Int { partition { $0 < value } }

    /// The number of leading entries up to and including `value`; the array must be in ascending order.
    func count(upTo value: Double) -> Int { partition { $0 <= value } }

    private func partition(_ isBefore: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The value below which the share `share` (0 to 1) of the entries lies, linear between neighbours; `nil` where
    /// there is none.
    package func quantile(_ share: Double) -> Double? {
        guard !isEmpty else { return nil }
        let ordered = sorted()
        let place = share * Double(count - 1)
        let index = Swift.min(count - 1, Int(place))
        let next = Swift.min(count - 1, index + 1)
        return ordered[index] + (place - Double(index)) * (ordered[next] - ordered[index])
    }

    /// The root of the mean of the squares; `nil` where there is no entry.
    package var rootMeanSquare: Double? {
        guard !isEmpty else { return nil }
        return (reduce(0) { $0 + $1 * $1 } / Double(count)).squareRoot()
    }

    /// The arithmetic mean; `nil` where there is no entry.
    package var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
