/// Rows of text in aligned columns with a title each.
struct TextTable {
    /// A piece of text and its colour.
    struct Cell {
        var text: String
        var ink: TextStyle.Ink?

        init(_ text: String, _ ink: TextStyle.Ink? = nil) {
            self.text = text
            self.ink = ink
        }
    }

    /// Where the text of a column stands.
    enum Alignment { case left, right }

    private let alignments: [Alignment]
    private var rows: [[Cell]]

    /// A table without rows.
    init(_ columns: [(title: String, alignment: Alignment)]) {
        alignments = columns.map { $0.alignment }
        rows = [columns.map { Cell($0.title, .faint) }]
    }

    /// Adds a row of as many cells as there are columns.
    mutating func add(_ row: [Cell]) { rows.append(row) }

    /// The titles and the rows, two spaces between columns and none at the end.
    func lines(_ style: TextStyle) -> [String] {
        let widths = alignments.indices.map { column in rows.map { $0[column].text.count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            var gap = 0
            for (column, cell) in row.enumerated() {
                let padding = widths[column] - cell.text.count
                if alignments[column] == .right { gap += padding }
                if !cell.text.isEmpty {
                    line += String(repeating: " ", count: gap) + style.paint(cell.text, cell.ink)
                    gap = 0
                }
                gap += 2 + (alignments[column] == .left ? padding : 0)
            }
            return line
        }
    }
}
