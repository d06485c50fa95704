import Foundation

/// Random numbers that are the same every time: SplitMix64 (Steele, Lea, Flood 2014), and normal ones by Box and Muller.
struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// From 0 up to 1.
    mutating func unit() -> Double {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
    }

    /// With mean 0 and variance 1.
    mutating func normal() -> Double {
        (-2 * log(max(unit(), 0x1p-60))).squareRoot() * cos(2 * Double.pi * unit())
    }
}
