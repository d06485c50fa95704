extension Comparable {
    /// The nearest value within `range`; NaN becomes its lower bound.
    func limited(to range: ClosedRange<Self>) -> Self {
        guard self > range.lowerBound else { return range.lowerBound }
        return self < range.upperBound ? self : range.upperBound
    }
}

extension Double {
    /// The value itself, or 0 where it is NaN or infinite.
    var finiteOrZero: Double { isFinite ? self : 0 }
}
