/// A kind of file that holds recordings and is not read here, told by its first bytes.
package enum ForeignFile: Equatable {
    case spreadsheet, matlab, hdf5, json, rosbag, sqlite, parquet, pickle
    /// A zip within another.
    case archive

    /// The kind that begins like this; `nil` where none of them does.
    init?(start: [UInt8]) {
        let known: [(first: [UInt8], kind: ForeignFile)] = [
            // OLE2's magic, [MS-CFB] 2.2: Excel before 2007.
            ([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], .spreadsheet),
            (Array("MATLAB ".utf8), .matlab), ([0x89, 0x48, 0x44, 0x46], .hdf5),
            (Array("#ROSBAG".utf8), .rosbag), (Array("SQLite format 3".utf8), .sqlite),
            (Array("PAR1".utf8), .parquet), ([0x80, 0x04, 0x95], .pickle),
        ]
        if let found = known.first(where: { start.starts(with: $0.first) }) {
            self = found.kind
            return
        }
        let text = start.drop { [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
        guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") else { return nil }
        // Brackets begin other texts, too: an object or a list in one is JSON.
        let next = text.dropFirst().first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
        guard next == UInt8(ascii: "\"") || next == UInt8(ascii: "{") || next == UInt8(ascii: "[") else {
            return nil
        }
        self = .json
    }

    /// What it is, in words.
    var words: String {
        switch self {
        case .spreadsheet: "an Excel file"
        case .matlab: "a file of MATLAB"
        case .hdf5: "an HDF5 file, perhaps of MATLAB"
        case .json: "JSON"
        case .rosbag: "a ROS bag"
        case .sqlite: "an SQLite database"
        case .parquet: "a Parquet file"
        case .pickle: "a pickle of Python"
        case .archive: "an archive of its own"
        }
    }

    /// How to make a table of it.
    var hint: String {
        switch self {
        case .spreadsheet: "export as CSV, from the program that recorded it or from the spreadsheet"
        case .matlab, .hdf5: "in MATLAB: load it, then writetimetable(Acceleration, 'walk.csv')"
        case .json: "export as CSV, from the program that recorded it"
        case .rosbag: "`rostopic echo -b FILE -p /imu/data >imu.csv`, then give what comes out"
        case .sqlite: "`sqlite3 -csv -header FILE 'SELECT * FROM TABLE' >walk.csv`, then give what comes out"
        case .archive: "`unzip` the outer one, then give what comes out"
        case .parquet, .pickle:
            "in Python: pandas reads it, and DataFrame.to_csv('walk.csv') writes what is read here"
        }
    }
}
