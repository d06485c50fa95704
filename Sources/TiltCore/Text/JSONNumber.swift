/// A number as JSON has it: its nearest `Double`, and the whole number that its digits say, where they say one.
///
/// An instant in nanoseconds is beyond what a `Double` holds exactly (2^53) once a machine has run for 104 days.
public struct JSONNumber: Equatable, Sendable {
    /// The number, rounded once; finite.
    public var value: Double
    /// The number exactly; `nil` where it has a fraction or does not fit.
    public var integer: Int64?

    /// Creates a number of both.
    public init(value: Double, integer: Int64?) {
        self.value = value
        self.integer = integer
    }

    /// Creates the number that `value` is.
    public init(_ value: Double) {
        self.value = value
        integer = Int64(exactly: value)
    }

    /// Reads a number of JSON's grammar; `nil` where it is too large for a `Double`.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard let value = DecimalParser.double(text), value.isFinite else { return nil }
        self.value = value
        // A fraction may be lost in the rounding, so that only the digits tell.
        integer = value == value.rounded() ? DecimalParser.wholeNumber(text) : nil
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A whole number.
    public init(integerLiteral value: Int64) {
        self.value = Double(value)
        integer = value
    }

    /// Any number.
    public init(floatLiteral value: Double) { self.init(value) }
}

extension JSONNumber {
    /// The number for messages to somebody who should have given a whole one: a fraction below a `Double`'s precision is
    /// told of, as its digits are lost.
    ///
    /// The least whole number is left out: what is a little less, and does not fit, has its `Double`.
    public var inWords: String {
        guard integer == nil, let whole = Int64(exactly: value), whole > .min else { return description }
        return "\(whole) and a fraction"
    }
}

extension JSONNumber: CustomStringConvertible {
    /// Digits that read back as the same number.
    public var description: String { integer?.description ?? value.description }
}
