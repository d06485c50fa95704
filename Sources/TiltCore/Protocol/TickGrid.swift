/// The instants `phase` + n · 1e9 / `rateHz`, for every whole n, in nanoseconds.
///
/// Each is worked out from n, exactly, and rounded once: the period of 144 Hz is no whole number of
/// nanoseconds, and one that was rounded and added up would be 5.5 ms off after a day. The rate is the `Double` that it is,
/// a fraction of two whole numbers; products with n need more than 64 bits, as does the way from a phase in the far past.
public struct TickGrid: Equatable, Sendable {
    /// One of the instants, in nanoseconds.
    public let phase: Int64
    /// Instants a second, 1 to 200.
    public let rateHz: Double
    /// One period is `numerator` / `denominator` nanoseconds, both greater than 0.
    private let numerator: Int128
    private let denominator: Int128

    /// Creates a grid; `rateHz` must be within ``Subscription/rates``.
    public init(phase: Int64, rateHz: Double) {
        self.phase = phase
        self.rateHz = rateHz
        // rateHz = significand · 2^(exponent - 52); in lowest terms, so that most rates are divided by in 64 bits.
        let significand = UInt64(1) << 52 | rateHz.significandBitPattern
        let zeros = min(significand.trailingZeroBitCount, 52 - Int(rateHz.exponent))
        numerator = 1_000_000_000 << Int128(52 - Int(rateHz.exponent) - zeros)
        denominator = Int128(significand >> UInt64(zeros))
    }

    /// The instant number `index`, to the nearest nanosecond; the first or last of all time where it lies beyond.
    public func instant(_ index: Int64) -> Int64 {
        let offset = Self.floor(2 * Int128(index) * numerator + denominator, by: 2 * denominator)
        return Int64(clamping: Int128(phase) + offset)
    }

    /// The number of the last instant at or before `time`, in nanoseconds.
    public func index(atOrBefore time: Int64) -> Int64 {
        let distance = Int128(time) - Int128(phase)
        // An instant that was rounded up may come after `time`, and one that was rounded down at it.
        var index = Int64(clamping: Self.floor(distance * denominator, by: numerator)) + 1
        while instant(index) > time { index -= 1 }
        return index
    }

    /// The number of the first instant after `time`, in nanoseconds.
    public func index(after time: Int64) -> Int64 { index(atOrBefore: time) + 1 }

    /// The instant that is nearest to `time`, in nanoseconds.
    public func nearest(to time: Int64) -> Int64 {
        let before = index(atOrBefore: time)
        let (low, high) = (instant(before), instant(before + 1))
        return Int128(time) - Int128(low) <= Int128(high) - Int128(time) ? low : high
    }

    /// How far the nearest instant of a grid of the same rate through `time` lies from one of this, in nanoseconds.
    public func offset(of time: Int64) -> Int64 { Int64(clamping: Int128(time) - Int128(nearest(to: time))) }

    private static func floor(_ value: Int128, by divisor: Int128) -> Int128 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
