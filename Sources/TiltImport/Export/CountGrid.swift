import TiltCore

/// Whole counts of an evdev axis: so many a g or a °/s.
struct CountGrid {
    /// Counts per g or per °/s: a whole number, as the kernel's resolution is.
    let countsPerUnit: Double
    /// The least and greatest count; `nil` where nobody knows them on this grid.
    let range: ClosedRange<Double>?

    /// Counts per m/s² or rad/s.
    private let countsPerSI: Double
    private let unit: Double

    /// The grid of a log's own counts where they are whole numbers a `unit`, in m/s² or rad/s; `fallback` else.
    ///
    /// `isCounted` is false where a log's numbers are no device's counts: a table in g has one of them a g, and decimals.
    init(_ axes: Calibration.Axes, unit: Double, isCounted: Bool, else fallback: Double) {
        let counts = unit / axes.scale.x
        let isWhole =
            isCounted && axes.scale.x == axes.scale.y && axes.scale.y == axes.scale.z && axes.offset == .zero
            && counts >= 1 && counts <= 1e9 && (counts - counts.rounded()).magnitude < 1e-6
        countsPerUnit = isWhole ? counts.rounded() : fallback
        let limits = -0x1p31...(0x1p31 - 1)
        range =
            isWhole
            ? axes.range.flatMap {
                limits.contains($0.lowerBound) && limits.contains($0.upperBound) ? $0 : nil
            } : nil
        self.unit = unit
        countsPerSI = countsPerUnit / unit
    }

    /// The nearest count, and by how much it is off, in m/s² or rad/s; beyond 32 bits the last one there is.
    func count(_ value: Double) -> (count: Int32, error: Double) {
        let exact = value * countsPerSI
        guard exact.isFinite else { return (0, .infinity) }
        let count = Int32(max(-0x1p31, min(0x1p31 - 1, exact.rounded())))
        return (count, (Double(count) / countsPerSI - value).magnitude)
    }
}
