import Testing

@testable import TiltScore

@Suite struct `Zero-phase high-pass` {
    @Test func `is what filtfilt of SciPy gives`() {
        // butter(2, 0.2, 'high'), padlen 9.
        let expected = [
            0.014448401828085045, 0.18751432951541636, 1.5943957645104567, 0.3655070472076828,
            2.4722683066567113, -0.3181886308835804, -1.4082460139750097, -3.1949089488948603,
            -2.8205040323298007, -0.021389514006907806,
        ]
        let got = ZeroPhaseHighPass(cutoff: 0.2, rate: 2)([1, 2, 4, 3, 5, 2, 1, 0, 2, 7])
        #expect(got.count == expected.count)
        for (a, b) in zip(got, expected) { #expect((a - b).magnitude < 1e-12) }
    }

    @Test(arguments: [2, 3, 500, 5000])
    func `makes nothing of a constant`(count: Int) {
        let got = ZeroPhaseHighPass(cutoff: 0.5, rate: 200)([Double](repeating: -7, count: count))
        #expect(got.count == count)
        #expect(got.allSatisfy { $0.magnitude < 1e-9 })
    }
}
