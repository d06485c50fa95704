extension Double {
    /// The angle of the point (x, y), in radians from −π to π: its sign is that of `y`, a zero's included; no number where a
    /// coordinate is none.
    ///
    /// Off by less than 1.6 units in the last place. The ratio of the shorter side to the longer becomes q, at most 7/16, by
    /// atan(a/b) = atan ½ + atan((2a − b)/(2b + a)) or π/4 + atan((a − b)/(a + b)); atan q is a polynomial, the best one of
    /// degree 23 that has doubles for coefficients, off by less than 2⁻⁵⁵. Why it is our own, `sinCos` tells.
    static func atan2(_ y: Double, _ x: Double) -> Double {
        guard y == y, x == x else { return .nan }
        let isSteep = y.magnitude > x.magnitude
        var (a, b) = isSteep ? (x.magnitude, y.magnitude) : (y.magnitude, x.magnitude)
        if b == .infinity {
            (a, b) = (a == .infinity ? 1 : 0, 1)
        } else if b > 0x1p1000 {
            // Twice such a side would have no end.
            (a, b) = (a * 0x1p-100, b * 0x1p-100)
        } else if b < 0x1p-900 {
            // A ratio of the smallest numbers is that of numbers with all their digits.
            (a, b) = (a * 0x1p120, b * 0x1p120)
        }
        let (q, base, rest): (Double, Double, Double)
        if a == 0 {
            (q, base, rest) = (0, 0, 0)
        } else if a < 0.4375 * b {
            (q, base, rest) = (a / b, 0, 0)
        } else if a < 0.6875 * b {
            (q, base, rest) = ((2 * a - b) / (2 * b + a), 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56)
        } else {
            (q, base, rest) = ((a - b) / (a + b), 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55)
        }
        let square = q * q
        let low = polynomial(
            square, 0x1.9999999998a31p-3, -0x1.24924923c0a22p-3, 0x1.c71c713df8158p-4, -0x1.745d005457f42p-4,
            0x1.3b117315362c5p-4)
        let high = polynomial(
            square, -0x1.10ede655c33e1p-4, 0x1.df16a0f57a8bap-5, -0x1.9c9098ae3a3eep-5, 0x1.364dfd36fb2f4p-5,
            -0x1.20640538d566p-6)
        let fourth = square * square
        let series = (high * fourth * fourth * fourth + low * square) - 0x1.5555555555554p-2
        // From the axis that is nearest: where the point is beyond the diagonal, that is y's, a quarter turn away.
        let (axis, beyond): (Double, Double) =
            if isSteep {
                (0x1.921fb54442d18p0, 0x1.1a62633145c07p-54)
            } else if x.sign == .minus {
                (0x1.921fb54442d18p1, 0x1.1a62633145c07p-53)
            } else {
                (0, 0)
            }
        let side: Double = isSteep == (x.sign == .minus) ? 1 : -1
        let angle = axis + side * (base + (q + (q * square * series + (rest + side * beyond))))
        return Double(signOf: y, magnitudeOf: angle)
    }

    /// The angle whose sine is given, in radians from −π/2 to π/2; no number for a sine beyond ±1.
    ///
    /// Off by less than 2.5 units in the last place.
    static func asin(_ sine: Double) -> Double { atan2(sine, ((1 - sine) * (1 + sine)).squareRoot()) }
}
