/// A picture of dots in characters: eight to a cell as braille, or one as an asterisk.
struct DotCanvas {
    /// Dots from left to right and from top to bottom.
    let width, height: Int

    private let columns, rows: Int
    private let isBraille: Bool
    private var cells: [UInt8]

    /// The bits of the dots of a braille cell, by column and row (Unicode, "Braille Patterns").
    private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

    /// An empty picture of so many characters.
    init(columns: Int, rows: Int, isBraille: Bool) {
        (self.columns, self.rows, self.isBraille) = (columns, rows, isBraille)
        width = isBraille ? 2 * columns : columns
        height = isBraille ? 4 * rows : rows
        cells = [UInt8](repeating: 0, count: max(0, columns * rows))
    }

    /// Sets a column's dots from one row to another; what is outside of the picture is left out.
    mutating func fill(column: Int, from a: Int, to b: Int) {
        guard (0..<width).contains(column) else { return }
        for row in max(0, min(a, b))...max(0, max(a, b)) where row < height {
            if isBraille {
                cells[row / 4 * columns + column / 2] |= Self.bits[column % 2][row % 4]
            } else {
                cells[row * columns + column] = 1
            }
        }
    }

    /// A row of characters; a cell without a dot is `blank`.
    func text(row: Int, blank: String) -> String {
        cells[row * columns..<(row + 1) * columns].map { cell in
            guard cell != 0 else { return blank }
            return isBraille ? String(UnicodeScalar(UInt16(0x2800) + UInt16(cell)) ?? "*") : "*"
        }.joined()
    }
}
