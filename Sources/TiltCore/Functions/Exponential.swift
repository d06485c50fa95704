extension Double {
    /// eˣ; 0 below what a number can hold, without end above.
    ///
    /// Off by less than 1.1 units in the last place. Why it is our own, `sinCos` tells.
    ///
    /// 2ᵏ·eʳ with r at most ½·ln 2: its two parts come from ln 2 in two, of which the first has 42 bits, so that k of them are
    /// exact. Of eʳ all but 1 + r + r²/2 is a polynomial, the best one that has doubles for coefficients, off by less than 2⁻⁵⁵.
    static func exp(_ x: Double) -> Double {
        guard x > -746 else { return x == x ? 0 : x }
        guard x < 710 else { return .infinity }
        let k = (x * 0x1.71547652b82fep0).nearestWhole
        let rough = x - k * 0x1.62e42fefa38p-1
        let fine = k * 0x1.ef35793c7673p-45
        let r = rough - fine
        let tail = (rough - r) - fine
        let series = polynomial(
            r, 0x1.5555555555556p-3, 0x1.5555555554ca6p-5, 0x1.111111111043dp-7, 0x1.6c16c1739aa4cp-10,
            polynomial(
                r, 0x1.a01a01ab32e3fp-13, 0x1.a019c970761dap-16, 0x1.71de026b63d23p-19, 0x1.28808a283ad22p-22,
                0x1.af4fe8592d3f8p-26))
        let power = 1 + (r + (r * r * (0.5 + r * series) + tail))
        // In two halves, since 2ᵏ alone may be beyond what a number holds where the product is not.
        let half = Int(k) / 2
        return power * twoTo(half) * twoTo(Int(k) - half)
    }

    /// 2ᵏ for k from −1022 to 1023.
    private static func twoTo(_ k: Int) -> Double { Double(bitPattern: UInt64(k + 1023) << 52) }
}
