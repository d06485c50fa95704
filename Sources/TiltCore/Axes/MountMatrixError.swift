/// Why nine numbers are no mount matrix.
///
/// Rows count from 0 here and from 1 in messages.
public enum MountMatrixError: Error, Equatable {
    /// The text has not three rows.
    case rowCount(Int, text: String)
    /// A row has not three entries.
    case entryCount(Int, row: Int)
    /// An entry is not a decimal number.
    case notANumber(String, row: Int)
    /// A row holds NaN or infinity.
    case notFinite(row: Int)
    /// A row is all zeroes, so one device axis would never move.
    case zeroRow(Int)
    /// A row is a million times as long as a direction, or more.
    case hugeRow(Int)
    /// Two rows point the same way or all three lie in a plane, so one direction would be lost.
    case singular(dependentRows: (Int, Int))

    /// True where both would say the same.
    public static func == (a: MountMatrixError, b: MountMatrixError) -> Bool {
        a.description == b.description
    }
}

extension MountMatrixError: CustomStringConvertible {
    /// What is wrong, in one sentence part.
    public var description: String {
        switch self {
        case .rowCount(let count, let text):
            "mount matrix \"\(text.excerpt)\" has \(count) row\(count == 1 ? "" : "s"), expected 3"
        case .entryCount(let count, let row): "mount matrix row \(row + 1) has \(count) entries, expected 3"
        case .notANumber(let text, let row):
            "mount matrix row \(row + 1): \"\(text.excerpt)\" is not a number"
        case .notFinite(let row): "mount matrix row \(row + 1) is not finite"
        case .zeroRow(let row): "mount matrix row \(row + 1) is all zeroes"
        case .hugeRow(let row):
            "mount matrix row \(row + 1) is far too long: its entries are expected from -1 to 1"
        case .singular(let rows):
            "mount matrix is singular: rows \(rows.0 + 1) and \(rows.1 + 1) do not point in different directions"
        }
    }

    /// How a matrix is written.
    public var hint: String { "write three rows of three numbers, such as \"0, 1, 0; -1, 0, 0; 0, 0, 1\"" }
}
