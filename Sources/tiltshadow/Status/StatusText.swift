import TiltCore

/// How numbers of a status read: durations in the unit that fits, counts in full.
enum StatusText {
    /// A span in whole seconds: `45 s`, `3 min 5 s`, `2 h 3 min`, `4 d 2 h`.
    static func span(seconds: Double) -> String {
        let total = Int64(max(0, min(1e12, seconds)))
        switch total {
        case ..<60: return "\(total) s"
        case ..<3600: return "\(total / 60) min \(total % 60) s"
        case ..<86_400: return "\(total / 3600) h \(total / 60 % 60) min"
        default: return "\(total / 86_400) d \(total / 3600 % 24) h"
        }
    }

    /// A short time: `45 µs`, `9.8 ms`, `120 ms`, `1.25 s`.
    static func time(microseconds: Double) -> String {
        switch microseconds {
        case ..<1000: number(microseconds, 0) + " µs"
        case ..<100_000: number(microseconds / 1000, 1) + " ms"
        case ..<1_000_000: number(microseconds / 1000, 0) + " ms"
        default: number(microseconds / 1_000_000, 2) + " s"
        }
    }

    /// A rate without needless decimals: `50 Hz`, `199.8 Hz`.
    static func rate(_ hertz: Double) -> String {
        let rounded = number(hertz, 1)
        return (rounded.hasSuffix(".0") ? String(rounded.dropLast(2)) : rounded) + " Hz"
    }

    /// A whole number.
    static func count(_ value: Double) -> String {
        Int64(exactly: value.rounded()).map { String($0) } ?? number(value, 0)
    }

    private static func number(_ value: Double, _ decimals: Int) -> String {
        FrameLine.number(value, decimals: decimals, signed: false)
    }
}
