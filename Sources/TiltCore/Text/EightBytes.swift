/// Eight bytes of a text in one number, the first in its lowest byte, so that eight digits are read, or written, at once.
///
/// Source: Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51 (2021), section 5.
struct EightBytes {
    private(set) var word: UInt64

    /// The bytes from `index` on; zeroes stand for those behind the end of `bytes`, which are not read.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let text = UnsafeRawBufferPointer(bytes)
        let left = text.count &- index
        if left >= 8 {
            word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        } else if left > 0, text.count >= 8 {
            let last = text.loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self)
            word = UInt64(littleEndian: last) &>> UInt64(8 &* (8 &- left))
        } else {
            word = Self.gathered(text, from: index)
        }
    }

    @inline(never)
    private static func gathered(_ text: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
        var word: UInt64 = 0
        var index = text.count
        while index > start {
            index -= 1
            word = word << 8 | UInt64(text[index])
        }
        return word
    }

    /// The byte at `place`, 0 to 7.
    @inline(__always)
    subscript(place: Int) -> UInt8 { UInt8(truncatingIfNeeded: word &>> UInt64(8 &* place)) }

    /// Takes out the byte at `place`, 0 to 7: those behind it move up, and a zero comes last.
    @inline(__always)
    mutating func remove(at place: Int) {
        let later = UInt64.max &<< UInt64(8 &* place)
        word = word & ~later | word &>> 8 & later
    }

    /// The places of the first two bytes that end digits in a plain number, such as a point, a comma and nothing; 8 where
    /// there is none.
    ///
    /// Bytes from 0x30 on may be no digits, either: ``digits`` tells, but takes longer, which the next number would wait for.
    var ends: (first: Int, second: Int) {
        @inline(__always) get {
            let ends = ~word & 0x1010_1010_1010_1010
            return (ends.trailingZeroBitCount / 8, (ends & (ends &- 1)).trailingZeroBitCount / 8)
        }
    }

    /// How many digits stand at the beginning, 0 to 8.
    var digits: Int {
        @inline(__always) get {
            // 0 to 9 of digits, more of anything else: 0x76 + 10 sets the highest bit, and no byte overflows into the next.
            let distances = word ^ 0x3030_3030_3030_3030
            let tens = distances & 0x7f7f_7f7f_7f7f_7f7f &+ 0x7676_7676_7676_7676
            return ((tens | distances) & 0x8080_8080_8080_8080).trailingZeroBitCount / 8
        }
    }

    /// The whole number that the first `count` bytes say, all of them digits, 1 to 8.
    @inline(__always)
    func number(_ count: Int) -> UInt64 {
        // As if zeroes stood before them. Then two digits, four and all eight become one number.
        let digits = (word ^ 0x3030_3030_3030_3030) &<< UInt64(64 &- 8 &* count)
        let pairs = digits &* 10 &+ digits >> 8
        let (even, odd) = (pairs & 0x0000_00ff_0000_00ff, pairs >> 16 & 0x0000_00ff_0000_00ff)
        return (even &* (1_000_000 << 32 + 100) &+ odd &* (10_000 << 32 + 1)) >> 32
    }

    /// The eight digits of a whole number below 10⁸, zeroes before it, each as a number from 0 to 9.
    @inline(__always)
    init(digitsOf number: UInt64) {
        // The reverse: fours, in which 10486/2²⁰ is a hundredth, and pairs, in which 103/2¹⁰ is a tenth.
        let fours = number / 10_000 | (number % 10_000) << 32
        let hundreds = (fours &* 10486) >> 20 & 0x0000_007f_0000_007f
        let pairs = hundreds | (fours &- hundreds &* 100) << 16
        let tens = (pairs &* 103) >> 10 & 0x000f_000f_000f_000f
        word = tens | (pairs &- tens &* 10) << 8
    }

    /// How many zeroes stand as numbers behind all other digits.
    var zeroesAtEnd: Int {
        @inline(__always) get { word.leadingZeroBitCount / 8 }
    }

    /// Drops zeroes that stand as numbers before other digits, and tells how many.
    @inline(__always)
    mutating func dropZeroes() -> Int {
        let count = word.trailingZeroBitCount / 8
        word = word &>> UInt64(8 &* count)
        return count
    }
}
