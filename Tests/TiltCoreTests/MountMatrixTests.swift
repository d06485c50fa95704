import Testing
import TiltCore

@Suite struct `Mount matrix` {
    @Test(arguments: [
        ("1,0,0;0,1,0;0,0,1", "1,0,0;0,1,0;0,0,1"),
        (" 0, 1, 0; -1, 0, 0; 0, 0, 1 ", "0,1,0;-1,0,0;0,0,1"),
        ("1.0, 0, 0; 0, -1e0, 0; 0, 0, +1", "1,0,0;0,-1,0;0,0,1"),
        ("0.5,-0.5,0; 0.5,0.5,0; 0,0,.25\n", "0.5,-0.5,0;0.5,0.5,0;0,0,0.25"),
    ])
    func `reads three rows of three numbers`(text: String, written: String) throws {
        let matrix = try MountMatrix(parsing: text)
        #expect(matrix.description == written)
        #expect(try MountMatrix(parsing: matrix.description) == matrix)
    }

    @Test(arguments: [
        ("", MountMatrixError.rowCount(1, text: "")),
        ("1,0,0;0,1,0", .rowCount(2, text: "1,0,0;0,1,0")),
        ("1,0,0;0,1,0;0,0,1;", .rowCount(4, text: "1,0,0;0,1,0;0,0,1;")),
        ("1,0,0;0,1;0,0,1", .entryCount(2, row: 1)),
        ("1,0,0;0,1,0;0,0,1,0", .entryCount(4, row: 2)),
        ("1,0,0;0,one,0;0,0,1", .notANumber("one", row: 1)),
        ("1,0,0;0,1,0;0,0,", .notANumber("", row: 2)),
        ("nan,0,0;0,1,0;0,0,1", .notANumber("nan", row: 0)),
        ("1e999,0,0;0,1,0;0,0,1", .notFinite(row: 0)),
        ("1,0,0;0,1e100,0;0,0,1", .hugeRow(1)),
        ("0,0,0;0,1,0;0,0,1", .zeroRow(0)),
        ("0,1,0;1,0,0;0,0,0", .zeroRow(2)),
        ("1, 0, 0; 0, -1, 0; 1, 0, 0", .singular(dependentRows: (0, 2))),
        ("0, 1, 0; -1, 0, 0; -1, 0, 0", .singular(dependentRows: (1, 2))),
    ])
    func `refuses everything else, naming the row`(text: String, error: MountMatrixError) {
        #expect(throws: error) { try MountMatrix(parsing: text) }
    }

    @Test(arguments: [
        (MountMatrixError.zeroRow(2), "mount matrix row 3 is all zeroes"),
        (.entryCount(2, row: 1), "mount matrix row 2 has 2 entries, expected 3"),
        (.notANumber("one", row: 1), "mount matrix row 2: \"one\" is not a number"),
        (.rowCount(1, text: "x"), "mount matrix \"x\" has 1 row, expected 3"),
        (
            .singular(dependentRows: (0, 2)),
            "mount matrix is singular: rows 1 and 3 do not point in different directions"
        ),
    ])
    func `counts rows from 1 in messages`(error: MountMatrixError, message: String) {
        #expect(error.description == message)
        #expect(error.hint.contains("three rows"))
    }
}
