/// How many decimals the last column of a table has: a last line without its LF may end in the middle of its last number.
struct LastDecimals {
    /// Rows that are looked at.
    private static let mostRows = 1000

    private var rows = 0
    private var most = 0

    /// Takes one whole row.
    mutating func take(_ line: UnsafeBufferPointer<UInt8>) {
        guard rows < Self.mostRows else { return }
        rows += 1
        most = max(most, Self.decimals(Self.lastField(line)) ?? 0)
    }

    /// The last number of a line that has no end, where it may be cut off; `nil` where it has as many decimals as any other.
    func cutNumber(_ line: UnsafeBufferPointer<UInt8>) -> String? {
        let field = Self.lastField(line)
        let decimals = Self.decimals(field)
        guard decimals == 0 || decimals ?? 0 < most else { return nil }
        return String(decoding: field, as: UTF8.self)
    }

    private static func lastField(_ line: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        let comma = line.lastIndex(of: UInt8(ascii: ","))
        return line[(comma.map { $0 + 1 } ?? line.startIndex)...]
    }

    /// Digits behind the point; `nil` without one.
    private static func decimals(_ field: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        field.firstIndex(of: UInt8(ascii: ".")).map { field.endIndex - $0 - 1 }
    }
}
