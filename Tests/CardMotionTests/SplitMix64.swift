/// A small deterministic generator of random numbers (Steele, Lea, Flood 2014), so that a failure repeats.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// From 0 up to 1, in steps of 2⁻⁵³.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// From 0 up to `bound`, without `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
