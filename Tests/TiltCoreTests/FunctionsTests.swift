import CMath
import Testing

@testable import TiltCore

@Suite("Functions of angles, and the exponential")
struct FunctionsTests {
    // The right results were computed with 300 bits and rounded once.

    @Test(
        arguments: [
            (1e-9, 1e-9, 1.0), (0.5, 0.479425538604203, 0.8775825618903728),
            (2, 0.9092974268256817, -0.4161468365471424), (22, -0.008851309290403876, -0.9999608263946371),
            (355, -3.014435335948845e-05, -0.999999999545659),
            (1_048_575.5, -0.1624508310778367, 0.9867166399134658),
            (4.71238898038469, -1, -1.8369701987210297e-16), (0, 0, 1),
        ] as [(Double, Double, Double)])
    func `are right to a unit where multiples of π/2 leave nearly nothing`(
        angle: Double, sine: Double, cosine: Double
    ) {
        for sign in [1.0, -1] {
            let (sin, cos) = Double.sinCos(sign * angle)
            #expect(unitsApart(sin, sign * sine) <= 1)
            #expect(unitsApart(cos, cosine) <= 1)
        }
    }

    @Test(
        arguments: [
            (-745.1, .leastNonzeroMagnitude), (-708.5, 2.006132305331306e-308), (-1e-20, 1),
            (-0.02, 0.9801986733067553),
            (-0.13333333333333333, 0.8751733190429475), (1, 2.718281828459045),
            (709.78, 1.7928227943945155e+308),
            (-746, 0), (-1e300, 0), (-.infinity, 0), (710, .infinity), (.infinity, .infinity), (0, 1),
        ] as [(Double, Double)])
    func `the exponential is right to a unit, to both ends`(x: Double, power: Double) {
        #expect(Double.exp(x) == power || unitsApart(.exp(x), power) <= 1)
    }

    @Test(
        arguments: [
            (0, 1, 0), (0, -1, .pi), (-0.0, 1, -0.0), (-0.0, -1, -.pi), (0, 0, 0), (0, -0.0, .pi),
            (1, 0, .pi / 2),
            (-1, -0.0, -.pi / 2), (1, 1, .pi / 4), (1, -1, 3 * .pi / 4), (.infinity, .infinity, .pi / 4),
            (-.infinity, -.infinity, -3 * .pi / 4), (1, .infinity, 0), (1, -.infinity, .pi),
            (.infinity, -1, .pi / 2),
            (1e308, 1e308, .pi / 4), (.leastNonzeroMagnitude, .leastNonzeroMagnitude, .pi / 4),
            (.leastNonzeroMagnitude, 1, .leastNonzeroMagnitude),
            (-1.5e308, .leastNonzeroMagnitude, -.pi / 2),
        ] as [(Double, Double, Double)])
    func `an angle has the sign of y, and sides may be of any size`(y: Double, x: Double, angle: Double) {
        let result = Double.atan2(y, x)
        #expect(unitsApart(result, angle) <= 1 && result.sign == angle.sign, "\(result)")
    }

    @Test func `what is no number gives none, and so does an angle or a sine that cannot be`() {
        for angle in [Double.nan, .infinity, -.infinity] {
            #expect(Double.sinCos(angle).sin.isNaN && Double.sinCos(angle).cos.isNaN)
        }
        #expect(Double.atan2(.nan, 1).isNaN && Double.atan2(1, .nan).isNaN && Double.exp(.nan).isNaN)
        #expect(Double.asin(1.0000000000000002).isNaN && Double.asin(-2).isNaN)
        #expect(Double.asin(1) == .pi / 2 && Double.asin(-1) == -.pi / 2 && Double.asin(-0.0).sign == .minus)
    }

    @Test func `agree with the C library, which errs by a unit itself`() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<40_000 {
            let (a, b) = (random.signed(), random.signed())
            for angle in [4 * a, a * exp(30 * b), 0x1p20 * a, (600_000 * a).rounded() * .pi / 2]
            where angle.magnitude <= 0x1p20 {
                let (s, c) = Double.sinCos(angle)
                #expect(unitsApart(s, sin(angle)) <= 1 && unitsApart(c, cos(angle)) <= 1, "\(angle)")
            }
            for x in [20 * a - 19, 700 * a, -exp(30 * b)] {
                #expect(unitsApart(.exp(x), exp(x)) <= 1, "\(x)")
            }
            for (y, x) in [(a, b), (a * exp(40 * b), random.signed())] {
                #expect(unitsApart(.atan2(y, x), atan2(y, x)) <= 2, "\(y), \(x)")
            }
            for sine in [a, a * exp(20 * b), (1 - exp(15 * b - 15)) * (a < 0 ? -1 : 1)]
            where sine.magnitude <= 1 {
                #expect(unitsApart(.asin(sine), asin(sine)) <= 2, "\(sine)")
            }
        }
    }

    @Test func `a sine stays one, however large the angle`() {
        var angle = 0x1p20
        while angle.isFinite {
            let (sin, cos) = Double.sinCos(angle)
            #expect((sin * sin + cos * cos - 1).magnitude < 1e-15, "\(angle)")
            angle *= 1.7
        }
    }

    /// How far apart two numbers are, in units of the last place of the second.
    private func unitsApart(_ a: Double, _ b: Double) -> Double { a == b ? 0 : (a - b).magnitude / b.ulp }
}
