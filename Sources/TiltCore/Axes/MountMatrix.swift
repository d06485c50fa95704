/// A mount matrix as a device tree, ACPI, udev's hwdb or the settings write it: sensor axes → device axes.
///
/// Written `xx, xy, xz; yx, yy, yz; zx, zy, zz`. How its signs are meant depends on where it came from, which is
/// ``Mounting``'s to decide.
public struct MountMatrix: Equatable, Sendable {
    /// The nine entries by rows.
    public let matrix: Matrix3

    /// The matrix of a sensor mounted along the device's own axes.
    public static var identity: MountMatrix { MountMatrix(unchecked: .identity) }

    /// The volume of three directions, or the area of two, below which they are taken for dependent: the sine of 0.06°.
    private static var leastVolume: Double { 1e-3 }

    private init(unchecked matrix: Matrix3) { self.matrix = matrix }

    /// Takes nine entries by rows; of the HID convention only rows 1 and 2 are used, so row 3 may be any numbers.
    ///
    /// - Throws: ``MountMatrixError`` for a row of zeroes, a row a million times too long, two rows that point the
    ///   same way, a matrix without an inverse or an entry that is not finite.
    public init(_ matrix: Matrix3, convention: Mounting.Convention = .kernel) throws(MountMatrixError) {
        for (index, row) in [matrix.x, matrix.y, matrix.z].enumerated() {
            guard row.isFinite else { throw .notFinite(row: index) }
            guard convention == .kernel || index < 2 else { break }
            guard row.length > 1e-6 else { throw .zeroRow(index) }
            // Beyond this, gravity itself could become infinite.
            guard row.length < 1e6 else { throw .hugeRow(index) }
        }
        guard convention == .kernel else {
            let area = matrix.x.cross(matrix.y).length / (matrix.x.length * matrix.y.length)
            guard area > Self.leastVolume else { throw .singular(dependentRows: (0, 1)) }
            self.matrix = matrix
            return
        }
        let size = matrix.x.length * matrix.y.length * matrix.z.length
        guard (matrix.determinant / size).magnitude > Self.leastVolume else {
            throw .singular(dependentRows: Self.mostParallelRows(of: matrix))
        }
        self.matrix = matrix
    }

    /// Reads `1, 0, 0; 0, 1, 0; 0, 0, 1`: three rows by semicolons, three numbers by commas, spaces allowed.
    ///
    /// `convention` decides which rows must be directions, as in ``init(_:convention:)``.
    ///
    /// - Throws: ``MountMatrixError``, with the text that could not be read.
    public init(parsing text: String, convention: Mounting.Convention = .kernel) throws(MountMatrixError) {
        let rowTexts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard rowTexts.count == 3 else { throw .rowCount(rowTexts.count, text: text) }
        var rows: [MatrixRow] = []
        for (index, rowText) in rowTexts.enumerated() {
            let entries = rowText.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            guard entries.count == 3 else { throw .entryCount(entries.count, row: index) }
            var numbers: [Double] = []
            for entry in entries {
                let trimmed = String(Substring(entry)).trimmingSpaces
                guard let number = DecimalParser.double(trimmed) else {
                    throw .notANumber(trimmed, row: index)
                }
                numbers.append(number)
            }
            rows.append(MatrixRow(x: numbers[0], y: numbers[1], z: numbers[2]))
        }
        try self.init(Matrix3(rows[0], rows[1], rows[2]), convention: convention)
    }

    /// Why a kernel could not use these rows; `nil` where it could.
    public var kernelError: MountMatrixError? {
        do throws(MountMatrixError) {
            _ = try MountMatrix(matrix)
            return nil
        } catch { return error }
    }

    /// The two rows, counted from 0, whose directions are closest to each other or to opposite.
    private static func mostParallelRows(of matrix: Matrix3) -> (Int, Int) {
        let rows = [matrix.x, matrix.y, matrix.z]
        let pairs = [(0, 1), (0, 2), (1, 2)]
        func parallelism(_ pair: (Int, Int)) -> Double {
            rows[pair.0].dot(rows[pair.1]).magnitude / (rows[pair.0].length * rows[pair.1].length)
        }
        return pairs.max { parallelism($0) < parallelism($1) } ?? (0, 1)
    }
}

extension MountMatrix: CustomStringConvertible {
    /// The text that ``init(parsing:)`` reads: `1,0,0;0,1,0;0,0,1`.
    public var description: String {
        [matrix.x, matrix.y, matrix.z].map { row in
            [row.x, row.y, row.z].map { $0.shortText }.joined(separator: ",")
        }.joined(separator: ";")
    }
}
