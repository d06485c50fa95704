/// How times and values of one panel become pixels: two linear scales.
struct PlotScale: Equatable {
    /// The panel's edges, in pixels.
    let left, top, width, height: Double
    /// The time at the right edge, in seconds; greater than 0.
    let duration: Double
    /// The values at the lower and the upper edge.
    let values: ClosedRange<Double>

    /// The column of a time.
    func x(_ time: Double) -> Double { left + width * time / duration }

    /// The row of a value.
    func y(_ value: Double) -> Double {
        let share = (value - values.lowerBound) / (values.upperBound - values.lowerBound)
        return top + height * (1 - share)
    }

    /// The lines of a trace, in pixels.
    func lines(_ trace: Envelope) -> [[PlotPoint]] {
        trace.lines.map { line in line.map { PlotPoint(x: x($0.time), y: y($0.value)) } }
    }
}
