/// Takes an input apart into small choices and numbers; at its end it gives zeroes.
struct ByteSource {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

    /// True where nothing is left.
    var isEmpty: Bool { rest.isEmpty }

    /// What is left.
    var remainder: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: rest) }

    /// The next byte.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// One of the elements.
    mutating func one<Element>(of elements: [Element]) -> Element { elements[Int(byte()) % elements.count] }

    /// A number of the whole range of its type.
    mutating func integer() -> Int64 {
        (0..<8).reduce(0) { bits, _ in bits << 8 | Int64(byte()) }
    }

    /// A signed number of 16 bits, as most sensors give.
    mutating func count() -> Int16 { Int16(bitPattern: UInt16(byte()) << 8 | UInt16(byte())) }
}
