/// How large a recording may grow.
package struct RecordLimits: Equatable, Sendable {
    /// The bytes of one log, `#end` included; at least ``least``; `nil` for no limit.
    package var bytes: Int?
    /// The logs kept: the one being written, and older ones named `LOG.1`, `LOG.2` …; with 1 the recording ends when the
    /// log is full.
    package var files: Int

    package init(bytes: Int? = nil, files: Int = 1) {
        self.bytes = bytes
        self.files = files
    }

    /// True where a full log is put aside and another one begun.
    var rotates: Bool { files > 1 }

    /// How the reason ends why a recording has ended that is as large as it may be; no error of the system's ends so.
    package static var fullEnding: String { " is full" }

    /// The smallest limit, in bytes: a header and some rows.
    package static let least = 4096
    /// Bytes kept free for one more row and `#end`: 7 numbers of at most 25 characters, and 60.
    static let margin = 256
    /// The most logs that are kept.
    package static let mostFiles = 1000

    /// What is wrong with these limits of a recording to `path`, `-` being standard output; `nil` where nothing is.
    package func refusal(to path: String) -> String? {
        guard rotates, bytes == nil || path == "-" else { return nil }
        return "--rotate needs --max-size, and a file to rotate"
    }

    /// Reads a size: a whole number of bytes, or of KiB, MiB or GiB with `k`, `M` or `G` after it, in either case.
    ///
    /// `nil` where the text is none, or less than ``least``.
    package static func bytes(parsing text: String) -> Int? {
        var digits = Array(text.utf8)
        var unit = 1
        switch digits.last {
        case UInt8(ascii: "k"), UInt8(ascii: "K"): unit = 1 << 10
        case UInt8(ascii: "m"), UInt8(ascii: "M"): unit = 1 << 20
        case UInt8(ascii: "g"), UInt8(ascii: "G"): unit = 1 << 30
        default: break
        }
        if unit > 1 { digits.removeLast() }
        guard let number = number(digits) else { return nil }
        let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit)
        return isTooLarge || bytes < least ? nil : bytes
    }

    /// Reads a number of files, 2 to ``mostFiles``.
    package static func files(parsing text: String) -> Int? {
        guard let number = number(Array(text.utf8)), (2...mostFiles).contains(number) else { return nil }
        return number
    }

    /// Up to fifteen digits, and nothing but digits: `Int` takes a sign as well.
    private static func number(_ digits: [UInt8]) -> Int? {
        guard 1...15 ~= digits.count, digits.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
        return digits.reduce(0) { 10 * $0 + Int($1 &- 48) }
    }
}
