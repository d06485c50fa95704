public import TiltCore

/// A type whose values can be written on a command line.
public protocol ExpressibleByArgument {
    /// The value that is written so; `nil` where there is none.
    init?(argument: String)
    /// How it is written.
    var argumentText: String { get }
    /// All that can be written, where those are few words.
    static var allValueStrings: [String] { get }
}

extension ExpressibleByArgument {
    /// Too many to be listed.
    public static var allValueStrings: [String] { [] }
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue == String {
    /// The case that is written so.
    public init?(argument: String) { self.init(rawValue: argument) }
    /// The case's own word.
    public var argumentText: String { rawValue }
}

extension ExpressibleByArgument where Self: RawRepresentable & CaseIterable, RawValue == String {
    /// Every case.
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
}

extension String: ExpressibleByArgument {
    /// The text itself.
    public init?(argument: String) { self = argument }
    /// The text itself.
    public var argumentText: String { self }
}

extension Int: ExpressibleByArgument {
    /// A whole number in decimal digits.
    public init?(argument: String) { self.init(argument) }
    /// Its digits.
    public var argumentText: String { description }
}

extension Double: ExpressibleByArgument {
    /// A decimal number; nothing else, such as `nan`, is one.
    public init?(argument: String) {
        guard let value = DecimalParser.double(argument) else { return nil }
        self = value
    }
    /// Its shortest digits.
    public var argumentText: String { description }
}
