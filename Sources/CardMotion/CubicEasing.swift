/// The end of CSS's `ease-out` and of UIKit's `easeOut`, the cubic Bézier curve (0, 0, .58, 1).
///
///     x(s) = 3·.58·s²·(1 − s) + s³        y(s) = 3·s²·(1 − s) + s³
enum CubicEasing {
    /// y where x is `time`, both from 0 to 1; in between for a time outside.
    static func easeOut(_ time: Double) -> Double {
        let time = time.limited(to: 0...1)
        // x grows with s, so halving finds it: 2⁻⁴⁰ is far below a pixel.
        var (lower, upper) = (0.0, 1.0)
        for _ in 0..<40 {
            let middle = (lower + upper) / 2
            if point(middle, 0.58) < time { lower = middle } else { upper = middle }
        }
        return time == 1 ? 1 : point(lower, 1)
    }

    private static func point(_ s: Double, _ control: Double) -> Double {
        s * s * (3 * control * (1 - s) + s)
    }
}
