/// The median of numbers none of which is kept.
///
/// The P² algorithm (Jain and Chlamtac, "The P² algorithm for dynamic calculation of quantiles", CACM 28, 1985): five
/// markers stand at the least, the quarter, the middle, three quarters and the greatest. Each number moves those above it
/// by one place; a marker that is a whole place from where it belongs is moved by one along the parabola
///
///     q + s/(n₊ - n₋)·((n - n₋ + s)·(q₊ - q)/(n₊ - n) + (n₊ - n - s)·(q - q₋)/(n - n₋)),  s = ±1
///
/// through its neighbours, or along the line to one of them where the parabola leaves what is between them.
package struct StreamingMedian: Equatable, Sendable {
    /// Numbers so far.
    package private(set) var count = 0
    /// The heights q of the five markers, and their places n, counted from 1.
    private var heights = SIMD8<Double>()
    private var places = SIMD8<Double>(1, 2, 3, 4, 5, 0, 0, 0)

    /// Creates the median of nothing.
    package init() {}

    /// The median so far, exact for five numbers or fewer; 0 for none.
    package var value: Double { heights[count < 5 ? count / 2 : 2] }

    /// What a quarter of the numbers lies below, so far; the least of five numbers or fewer.
    package var lowerQuarter: Double { heights[count > 5 ? 1 : 0] }

    /// Takes a number, which must be finite.
    package mutating func take(_ number: Double) {
        count += 1
        guard count > 5 else { return insert(number) }
        heights[0] = min(heights[0], number)
        heights[4] = max(heights[4], number)
        // Adding nothing takes less time than a branch of which nobody knows whether it is taken.
        for marker in 1...3 { places[marker] += number < heights[marker] ? 1 : 0 }
        places[4] += 1
        for marker in 1...3 where isMisplaced(marker) { settle(marker) }
    }

    private mutating func insert(_ number: Double) {
        var index = count - 1
        while index > 0, heights[index - 1] > number {
            heights[index] = heights[index - 1]
            index -= 1
        }
        heights[index] = number
    }

    /// Where a marker belongs.
    @inline(__always)
    private func wanted(_ i: Int) -> Double { 1 + Double(count - 1) * Double(i) / 4 }

    /// True where a marker is a place or more from where it belongs, and there is room on that side.
    @inline(__always)
    private func isMisplaced(_ i: Int) -> Bool {
        let distance = wanted(i) - places[i]
        return distance >= 1 && places[i + 1] - places[i] > 1
            || distance <= -1 && places[i] - places[i - 1] > 1
    }

    private mutating func settle(_ i: Int) {
        let wanted = wanted(i)
        let (below, here, above) = (places[i - 1], places[i], places[i + 1])
        let step: Double = wanted > here ? 1 : -1
        let (up, down) = (heights[i + 1] - heights[i], heights[i] - heights[i - 1])
        let slope =
            (here - below + step) * up / (above - here) + (above - here - step) * down / (here - below)
        var height = heights[i] + step / (above - below) * slope
        if !(heights[i - 1] < height && height < heights[i + 1]) {
            height = heights[i] + (step > 0 ? up / (above - here) : -down / (here - below))
        }
        heights[i] = height
        places[i] += step
    }
}
