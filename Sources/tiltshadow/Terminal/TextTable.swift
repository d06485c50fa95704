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

    /// The rows for a terminal that is narrower than the table: the first cell of each on a line of its own, below that column's
    /// title, and the others under it with theirs, as many to a line of `width` columns as fit.
    func blocks(_ style: TextStyle, width: Int) -> [String] {
        guard let titles = rows.first else { return [] }
        var lines = [style.paint(titles[0].text, titles[0].ink)]
        for row in rows.dropFirst() {
            lines.append(style.paint(row[0].text, row[0].ink))
            var line = ""
            for column in row.indices.dropFirst() where !row[column].text.isEmpty {
                let piece =
                    style.paint(titles[column].text, .faint) + " "
                    + style.paint(row[column].text, row[column].ink)
                if line.isEmpty {
                    line = "  " + piece
                } else if TextStyle.columns(line) + 2 + TextStyle.columns(piece) < width {
                    line += ", " + piece
                } else {
                    lines.append(line + ",")
                    line = "  " + piece
                }
            }
            if !line.isEmpty { lines.append(line) }
        }
        return lines.flatMap { TextStyle.folded($0, to: width, hanging: 2) }
    }

    /// True where there is nothing below the titles.
    var isEmpty: Bool { rows.count <= 1 }

    /// The titles and the rows, two spaces between columns and none at the end.
    func lines(_ style: TextStyle) -> [String] {
        let widths = alignments.indices.map { column in
            rows.map { TextStyle.columns($0[column].text) }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            var gap = 0
            for (column, cell) in row.enumerated() {
                let padding = widths[column] - TextStyle.columns(cell.text)
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
