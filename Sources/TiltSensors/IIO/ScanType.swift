import TiltCore

/// How one channel's value is stored in an IIO scan: `[be|le]:[s|u]bits/storagebits[Xrepeat][>>shift]`.
///
/// Source: `Documentation/iio/iio_devbuf.rst`. `le:s12/16>>4` is a signed 12-bit number in the upper bits of two
/// little-endian bytes.
package struct ScanType: Equatable, Sendable {
    /// The most significant byte comes first.
    package let isBigEndian: Bool
    /// The value is a two's complement of ``bits`` bits.
    package let isSigned: Bool
    /// Valid bits.
    package let bits: Int
    /// Bits that one repetition occupies; a multiple of 8, at most 64.
    package let storageBits: Int
    /// How many values stand one after another, at least 1.
    package let repeats: Int
    /// Bits to shift right before the valid ones are masked out.
    package let shift: Int

    /// Reads the text of a `*_type` attribute.
    ///
    /// - Throws: ``ScanTypeError`` with the text where it has another form or sizes that do not fit.
    package init(parsing text: String) throws(ScanTypeError) {
        var rest = Array(text.trimmingSpaces.utf8)[...]
        func fail(_ expected: String) -> ScanTypeError { ScanTypeError(text: text, expected: expected) }
        func skip(_ prefix: StaticString) -> Bool {
            prefix.withUTF8Buffer { wanted in
                guard rest.starts(with: wanted) else { return false }
                rest = rest.dropFirst(wanted.count)
                return true
            }
        }
        func number() -> Int? {
            let digits = rest.prefix { $0 &- 48 < 10 }
            rest = rest.dropFirst(digits.count)
            guard !digits.isEmpty, digits.count <= 3 else { return nil }
            return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        }

        let isBigEndian = skip("be:")
        guard isBigEndian || skip("le:") else { throw fail("\"be:\" or \"le:\" first") }
        let isSigned = skip("s")
        guard isSigned || skip("u") else { throw fail("\"s\" or \"u\" before the number of bits") }
        guard let bits = number(), skip("/"), let storageBits = number() else {
            throw fail("valid bits, \"/\" and stored bits")
        }
        var repeats = 1
        if skip("X") {
            guard let count = number(), count >= 1 else { throw fail("a number of repetitions after \"X\"") }
            repeats = count
        }
        var shift = 0
        if skip(">>") {
            guard let count = number() else { throw fail("a number of bits after \">>\"") }
            shift = count
        }
        guard rest.isEmpty else { throw fail("nothing after the shift") }
        guard storageBits % 8 == 0, 8...64 ~= storageBits else {
            throw fail("stored bits that make whole bytes, 64 at most")
        }
        guard bits >= 1, bits + shift <= storageBits else {
            throw fail("valid bits and shift that fit into \(storageBits) stored bits")
        }
        self.isBigEndian = isBigEndian
        self.isSigned = isSigned
        self.bits = bits
        self.storageBits = storageBits
        self.repeats = repeats
        self.shift = shift
    }

    /// The bytes that the channel occupies, repetitions included; also its alignment.
    package var byteCount: Int { storageBits / 8 * repeats }

    /// The least and the greatest count that the valid bits can hold.
    package var range: ClosedRange<Double> {
        var span = 1.0
        for _ in 0..<bits { span *= 2 }
        return isSigned ? -span / 2...span / 2 - 1 : 0...span - 1
    }

    /// The first value stored at `bytes`.
    ///
    /// The sign comes from the valid bits alone: with `le:s16/32` a HID sensor hub leaves the next axis in the upper
    /// half of the storage. Of an unsigned number of 64 bits, the upper half is cut to the greatest that is a count.
    package func value(at bytes: UnsafeRawPointer) -> Int64 {
        let count = storageBits / 8
        var word: UInt64 = 0
        for index in 0..<count {
            let offset = isBigEndian ? index : count - 1 - index
            word = word << 8 | UInt64(bytes.load(fromByteOffset: offset, as: UInt8.self))
        }
        let unused = UInt64(64 - bits)
        let aligned = (word >> UInt64(shift)) << unused
        return isSigned ? Int64(bitPattern: aligned) >> Int64(unused) : Int64(clamping: aligned >> unused)
    }
}

/// Why the text of a `*_type` attribute is not understood.
package struct ScanTypeError: Error, Equatable {
    /// The text of the attribute.
    package let text: String
    /// What should have stood there.
    package let expected: String
}

extension ScanTypeError: CustomStringConvertible {
    /// One sentence part that quotes the text.
    package var description: String {
        "scan type \"\(text.trimmingSpaces)\" is not understood: expected \(expected)"
    }
}
