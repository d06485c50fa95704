/// Writes numbers and what stands beside them into a room on the stack, which a ``ByteBuffer`` then takes in one go.
///
/// Only ``next`` changes, and what writes a number is given it and gives it back: it then stays in a register, and the bytes
/// of one number need not wait for those of the last.
struct NumberPen {
    /// Room for one number and the byte beside it: a sign, twenty digits, a point, and eight bytes that are written at once.
    static let longest = 32

    typealias Place = UnsafeMutablePointer<UInt8>

    private let room: UnsafeMutableBufferPointer<UInt8>
    /// Where the next byte goes.
    private var next: Place

    /// Writes from the beginning of `room`, which is not empty and where every number may take ``longest`` bytes.
    init?(_ room: UnsafeMutableBufferPointer<UInt8>) {
        guard let start = room.baseAddress else { return nil }
        self.room = room
        next = start
    }

    /// What was written.
    var text: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: room.baseAddress, count: room.count &- left)
    }

    private var left: Int {
        @inline(__always) get { room.baseAddress.map { room.count &- (next - $0) } ?? 0 }
    }

    /// Writes one byte.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        precondition(left > 0)
        next = Self.write(byte, at: next)
    }

    /// Writes text that is known when this is compiled, a few bytes at once.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        precondition(left >= text.utf8CodeUnitCount)
        UnsafeMutableRawPointer(next).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        next += text.utf8CodeUnitCount
    }

    /// Writes text as UTF-8, as it is.
    @inline(__always)
    mutating func put(text: String) {
        for byte in text.utf8 { put(byte) }
    }

    /// Writes a whole number.
    @inline(__always)
    mutating func put(_ value: Int64) {
        precondition(left >= Self.longest)
        next = Self.write(value, at: next)
    }

    /// Writes a time in seconds with all its nanoseconds, without trailing zeroes but for one.
    @inline(__always)
    mutating func put(seconds time: Timestamp) {
        precondition(left >= Self.longest)
        next = Self.write(
            digits: time.nanoseconds.magnitude, decimals: 9, isNegative: time.nanoseconds < 0,
            leastDecimals: 1, at: next)
    }

    /// Writes what ``ByteBuffer/append(_:decimals:)`` appends.
    @inline(__always)
    mutating func put(_ value: Double, decimals: Int) {
        precondition(left >= Self.longest)
        next = Self.write(value, decimals: decimals, leastDecimals: decimals, at: next)
    }

    /// Writes a number with nine significant digits, at most nine of them after the point, without trailing zeroes.
    @inline(__always)
    mutating func put(significant value: Double) {
        precondition(left >= Self.longest)
        next = Self.write(significant: value, at: next)
    }

    /// Writes the shortest text that reads back as this number, without a trailing `.0`, as `shortText` does.
    @inline(__always)
    mutating func put(shortest value: Double) {
        precondition(left >= Self.longest)
        next = Self.write(shortest: value, at: next)
    }

    @inline(__always)
    private static func write(_ byte: UInt8, at place: Place) -> Place {
        place.pointee = byte
        return place + 1
    }

    private static func write(_ value: Int64, at place: Place) -> Place {
        write(whole: value.magnitude, at: write(sign: value < 0, at: place))
    }

    private static func write(significant value: Double, at place: Place) -> Place {
        var decimals = 9
        var bound = 1.0
        while decimals > 0, value.magnitude >= bound {
            decimals -= 1
            bound *= 10
        }
        return write(value, decimals: decimals, leastDecimals: 0, at: place)
    }

    /// Writes a number, but of zeroes at its end only so many that `leastDecimals` digits after the point are left.
    private static func write(_ value: Double, decimals: Int, leastDecimals: Int, at place: Place) -> Place {
        let decimals = min(9, max(0, decimals))
        let limited = value.isNaN ? 0 : min(9e18, max(-9e18, value * powersOfTen[decimals]))
        let scaled = limited.nearestWhole
        let magnitude = UInt64(scaled.magnitude)
        return write(
            digits: magnitude, decimals: decimals, isNegative: scaled < 0 && magnitude > 0,
            leastDecimals: min(decimals, leastDecimals), at: place)
    }

    private static func write(shortest value: Double, at place: Place) -> Place {
        if value.magnitude < 0x1p53, value == Double(Int64(value)) { return write(Int64(value), at: place) }
        // Two numbers of fifteen digits or fewer never read as the same `Double`: where such a one reads as this, no
        // shorter one does. What is below 1e-4 is written with an exponent.
        let scaled = (value * 1e9).nearestWhole
        guard 1e5..<1e15 ~= scaled.magnitude, scaled / 1e9 == value else {
            return value.description.utf8.reduce(place) { write($1, at: $0) }
        }
        return write(
            digits: UInt64(scaled.magnitude), decimals: 9, isNegative: value < 0, leastDecimals: 0, at: place)
    }

    /// Writes digits with a point before the last `decimals` of them, 0 to 9, and one or more before the point; of zeroes at
    /// the end, those that make more than `leastDecimals` digits after the point, no more than `decimals`, are left out.
    private static func write(
        digits: UInt64, decimals: Int, isNegative: Bool, leastDecimals: Int, at place: Place
    ) -> Place {
        let (whole, fraction) = digits.quotientAndRemainder(dividingBy: wholePowers[decimals])
        let point = write(whole: whole, at: write(sign: isNegative, at: place))
        guard decimals > 0 else { return point }
        var end = write(UInt8(ascii: "."), at: point)
        if decimals == 9 {
            end = write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: fraction / 100_000_000), at: end)
        }
        let inEight = min(decimals, 8)
        let eight = EightBytes(digitsOf: fraction % 100_000_000 &* wholePowers[8 &- inEight])
        let kept = max(8 &- eight.zeroesAtEnd, leastDecimals &- (decimals &- inEight))
        end = write(eight, kept, at: end)
        // What is left of zeroes is the first of nine decimals, or a point that nothing follows.
        let least = point + (1 &+ leastDecimals)
        while end > least, end[-1] == UInt8(ascii: "0") { end -= 1 }
        return end == point + 1 ? point : end
    }

    /// Noise is as often negative as not, so that a branch on it would be guessed wrong half the time.
    @inline(__always)
    private static func write(sign isNegative: Bool, at place: Place) -> Place {
        place.pointee = UInt8(ascii: "-")
        return place + (isNegative ? 1 : 0)
    }

    private static func write(whole: UInt64, at place: Place) -> Place {
        if whole < 10 { return write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: whole), at: place) }
        guard whole < 100_000_000 else {
            let end = write(whole: whole / 100_000_000, at: place)
            return write(EightBytes(digitsOf: whole % 100_000_000), 8, at: end)
        }
        var digits = EightBytes(digitsOf: whole)
        let zeroes = digits.dropZeroes()
        return write(digits, 8 &- zeroes, at: place)
    }

    /// Writes the first `count` of eight digits.
    @inline(__always)
    private static func write(_ digits: EightBytes, _ count: Int, at place: Place) -> Place {
        UnsafeMutableRawPointer(place)
            .storeBytes(of: (digits.word | 0x3030_3030_3030_3030).littleEndian, as: UInt64.self)
        return place + count
    }

    private static let powersOfTen = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
    private static let wholePowers: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]
}

extension ByteBuffer {
    /// Appends what `write` writes, numbers and the bytes beside them, at most so many; nothing is allocated for it.
    @inline(__always)
    mutating func append(numbers: Int, _ write: (inout NumberPen) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: numbers &* NumberPen.longest) { room in
            guard var pen = NumberPen(room) else { return }
            write(&pen)
            append(pen.text)
        }
    }
}
