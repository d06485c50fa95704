/// How many single-letter changes make one word another, to find what a typing error was meant to be.
package enum EditDistance {
    /// The distance of two texts, in bytes inserted, removed, replaced or swapped with their neighbour.
    ///
    /// Optimal string alignment: the Levenshtein distance, in which a swap, the commonest slip, counts once.
    static func between(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...b.count)
        for (row, byteA) in a.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(b.count + 1)
            for (column, byteB) in b.enumerated() {
                let replaced = previous[column] + (byteA == byteB ? 0 : 1)
                var distance = min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, byteA == b[column - 1], a[row - 1] == byteB {
                    distance = min(distance, beforePrevious[column - 1] + 1)
                }
                current.append(distance)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[b.count]
    }

    /// The candidate that `text` was probably meant to be; `nil` where none is near.
    ///
    /// Near is at most a third of the letters, or one word within the other: `rate` for `rate_hz`.
    package static func nearest(to text: String, among candidates: [String]) -> String? {
        let given = normalised(text)
        guard given.count <= 64 else { return nil }
        var best: (text: String, distance: Int)?
        for candidate in candidates {
            let bytes = normalised(candidate)
            let distance = between(given, bytes)
            let isNear = distance <= max(1, max(given.count, bytes.count) / 3)
            let isPart = given.count >= 3 && (contains(bytes, given) || contains(given, bytes))
            guard isNear || isPart else { continue }
            if let best, best.distance <= distance { continue }
            best = (candidate, distance)
        }
        return best?.text
    }

    /// Small letters, with `_` for `-` and space: spellings that differ only so are one word to a reader.
    private static func normalised(_ text: String) -> [UInt8] {
        text.utf8.map { byte in
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") { return UInt8(ascii: "_") }
            return 65...90 ~= byte ? byte + 32 : byte
        }
    }

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard !part.isEmpty, part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)] == part[...] }
    }
}
