/// A small deterministic generator of random numbers (Steele, Lea, Flood 2014), so that a failure repeats.
package struct SplitMix64: Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// From 0 up to `bound`, without `bound`; the high half of a product, which is quicker than a remainder.
    package mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(max(1, bound))).high)
    }

    /// From 0 up to 1, in steps of 2⁻⁵³.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// True once in so many times.
    package mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

    /// One of a few.
    package mutating func one<Element>(of choices: [Element]) -> Element { choices[below(choices.count)] }

    /// A time in nanoseconds between two others, each order of magnitude alike often.
    package mutating func time(_ least: Int64, _ most: Int64) -> Int64 {
        guard most > least else { return least }
        var top = max(2, least)
        while top < most, !oneIn(3) { top *= 4 }
        return least + Int64(below(Int(min(top, most) - least) + 1))
    }
}
