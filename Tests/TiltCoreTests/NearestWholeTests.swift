import Testing

@testable import TiltCore

@Suite("The nearest whole number")
struct NearestWholeTests {
    static let remarkable: [Double] = [
        0, -0.0, 0.5, -0.5, 0.49999999999999994, -0.49999999999999994, 1.5, -2.5, 2.4999999999999996, 1e-300,
        0x1p51 + 0.5, -(0x1p51 + 0.5), 0x1p52 - 0.5, 0x1p52, 0x1p52 + 1, -0x1p53, 0x1p63, -0x1p64, 1e300,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity,
    ]

    @Test(arguments: remarkable) func `is what rounded() gives, to the sign of a zero`(value: Double) {
        #expect(value.nearestWhole.bitPattern == value.rounded().bitPattern, "\(value)")
    }

    @Test func `is what rounded() gives for numbers of every size`() {
        var random = SplitMix64(seed: 1)
        for exponent in -3...54 {
            for _ in 0..<200 {
                let scale = Double(sign: .plus, exponent: exponent, significand: 1)
                let value = scale * random.signed()
                let halves = (value * 2).rounded() / 2
                for value in [value, halves, halves.nextUp, halves.nextDown] {
                    #expect(value.nearestWhole.bitPattern == value.rounded().bitPattern, "\(value)")
                }
            }
        }
    }

    @Test func `stays what it is where it is no number`() {
        #expect(Double.nan.nearestWhole.isNaN)
    }
}
