import Foundation
import Testing
import TiltCore
import TiltImport

@Suite struct `Exports of phyphox` {
    private typealias Counts = Reading.Counts

    /// A file of an experiment that its user put together: the columns do not say of what they are.
    private static func custom(_ unit: String, delimiter: String = ",", _ rows: [[String]]) -> String {
        let names = ["\"Time (s)\""] + ["X", "Y", "Z"].map { "\"\($0) (\(unit))\"" }
        return ([names] + rows).map { $0.joined(separator: delimiter) + "\n" }.joined()
    }

    private static let forces = custom(
        "m/s^2", [["0.00", "0.1", "0.2", "9.8"], ["0.01", "0.1", "0.3", "9.7"]])
    private static let rates = custom("rad/s", [["0.00", "1", "2", "3"], ["0.01", "4", "5", "6"]])

    @Test(arguments: [",", ";", "\t"])
    func `of a user's own experiment are told by unit and by the name of the file`(delimiter: String) throws {
        let mark = delimiter == "," ? "." : ","
        func text(_ unit: String, _ rows: [[String]]) -> String {
            Self.custom(unit, delimiter: delimiter, rows.map { $0.map { $0.replacing(".", with: mark) } })
        }
        let directory = try ScratchDirectory()
        try directory.file("Accelerometer.csv", text("m/s^2", [["0.00", "0.1", "0.2", "9.8"]]))
        try directory.file("Gyroscope.csv", text("rad/s", [["0.00", "1.5", "2", "3"]]))
        try directory.file("Linear Accelerometer.csv", text("m/s^2", [["0.00", "0", "0", "0.1"]]))
        try FileManager.default.createDirectory(
            atPath: directory.path + "/meta", withIntermediateDirectories: true)
        try directory.file(
            "meta/device.csv", "\"property\"\(delimiter)\"value\"\n\"deviceModel\"\(delimiter)\"Pixel 7\"\n")
        try directory.file("meta/time.csv", "\"event\",\"experiment time\"\n\"START\",0\n")
        for path in [directory.path, directory.path + "/Accelerometer.csv"] {
            let log = ImportSession(path: path)
            #expect(log.failure == nil && log.skipped == [] && log.doubts == [])
            #expect(log.readings.map { $0.accelerometer } == [Counts(x: 0.1, y: 0.2, z: 9.8)])
            #expect(log.readings.map { $0.gyroscope } == [Counts(x: 1.5, y: 2, z: 3)])
            #expect(log.header?.sensor.name == "Pixel 7")
        }
        let linear = ImportSession(path: directory.path + "/Linear Accelerometer.csv").failure
        #expect(linear?.description.contains("holds acceleration without gravity") == true)
        let rates = ImportSession(path: directory.path + "/Gyroscope.csv").failure
        #expect(rates?.description.contains("angular rates without acceleration") == true)
    }

    @Test func `in a folder where another file has the rates say which was taken`() throws {
        let directory = try ScratchDirectory()
        try directory.file("Accelerometer.csv", Self.forces)
        try directory.file("data.csv", Self.rates)
        let log = ImportSession(path: directory.path)
        #expect(log.readings.count == 2 && log.readings.allSatisfy { $0.gyroscope != nil })
        #expect(log.doubts == ["data.csv, which lies beside, is taken for its rates"])
        try directory.file("Gyroscope.csv", Self.rates)
        #expect(ImportSession(path: directory.path).doubts == [])
    }

    @Test func `of which the rates end early say so, and keep the rest`() throws {
        let directory = try ScratchDirectory()
        try directory.file(
            "Accelerometer.csv",
            Self.custom("m/s^2", (0..<50).map { ["\(Double($0) / 10)", "0", "0", "9.8"] }))
        try directory.file(
            "Gyroscope.csv", Self.custom("rad/s", (0..<20).map { ["\(Double($0) / 10)", "0", "0", "1"] }))
        let log = ImportSession(path: directory.path)
        #expect(log.readings.count == 50)
        #expect(log.doubts == ["Gyroscope.csv ends 3.0 s before Accelerometer.csv: is it cut off?"])
    }

    @Test(arguments: [
        "Time (s);Vicon Orientation;;;;IMU Acceleration;;;\n0;1;0;0;0;0;0;9.8\n",
        "Time (s),Speed\n0,1\n",
    ])
    func `are not taken for whatever begins with the same column`(text: String) {
        guard case .log(.unknownFormat)? = ImportSession(text).failure else {
            Issue.record("it was read")
            return
        }
    }

    /// Twenty rows whose first three columns behind the time are as long as gravity, and the others are something else.
    private static func rows(_ names: [String], delimiter: String = ",", long: Double = 9.8) -> String {
        let header = (["Time (s)"] + names).joined(separator: delimiter)
        return header + "\n"
            + (0..<20).map { row in
                let others = names.dropFirst(3).indices.map { "0.\($0)" }
                let force = ["0.1", "0.2", "\(long)"]
                return (["\(Double(row) / 50)"] + force + others).joined(separator: delimiter) + "\n"
            }.joined()
    }

    private static func axes(_ sensor: String, _ unit: String) -> [String] {
        ["X", "Y", "Z"].map { "\(sensor) \($0) (\(unit))" }
    }

    @Test(arguments: ["Gravity", "User Acceleration", "Base", "Acceleration"])
    func `do not have an axis twice, and what has is read as the acceleration that comes first`(
        second: String
    ) throws {
        let first = second == "Base" ? "Lid" : "Acceleration"
        let linear = second == "Base" ? [] : Self.axes("Linear Acceleration", "m/s^2")
        let log = ImportSession(Self.rows(Self.axes(first, "m/s^2") + Self.axes(second, "m/s^2") + linear))
        try #require(log.failure == nil && log.readings.count == 20, "\(log)")
        #expect(log.readings.allSatisfy { $0.accelerometer == Counts(x: 0.1, y: 0.2, z: 9.8) })
        #expect(
            log.doubts.contains { $0.contains("of its header not read: \"\(second) X (m/s^2)\"") },
            "\(log.doubts)")
    }

    @Test(arguments: [",", ";"], ["deg/s", "°/s"])
    func `have no rates in degrees, and those of others are read`(delimiter: String, unit: String) throws {
        let log = ImportSession(
            Self.rows(Self.axes("Acc", "m/s^2") + Self.axes("Gyro", unit), delimiter: delimiter))
        try #require(log.failure == nil && log.readings.count == 20, "\(log)")
        #expect(log.readings[0].accelerometer == Counts(x: 0.1, y: 0.2, z: 9.8))
        #expect(log.readings.allSatisfy { $0.gyroscope != nil })
        #expect(log.header?.sensor.calibration.gyroscope?.scale.x == .pi / 180)
    }

    @Test(arguments: [("Acc", "g", 1.0), ("Acc", "m/s\u{fffd}", 9.8), ("", "g", 1.0)])
    func `have no acceleration in another unit or writing, and that of others is read`(
        sensor: String, unit: String, long: Double
    ) throws {
        let log = ImportSession(Self.rows(Self.axes(sensor, unit), long: long))
        try #require(log.failure == nil && log.readings.count == 20, "\(log)")
        #expect(log.header?.sensor.calibration.accelerometer.scale.x == (unit == "g" ? standardGravity : 1))
    }

    @Test(arguments: [["filtered z"], ["Velocity x"], ["x"], ["w", "x", "y", "z"]])
    func `may have columns without a unit that are nothing of a sensor`(others: [String]) throws {
        let names = ["x", "y", "z"].map { "Acceleration \($0) (m/s^2)" } + others
        let directory = try ScratchDirectory()
        try directory.file("Accelerometer.csv", Self.rows(names))
        try directory.file(
            "Gyroscope.csv", Self.custom("rad/s", (0..<20).map { ["\(Double($0) / 50)", "1", "2", "3"] }))
        let log = ImportSession(path: directory.path)
        try #require(log.failure == nil && log.readings.count == 20, "\(log)")
        #expect(log.readings.allSatisfy { $0.accelerometer == Counts(x: 0.1, y: 0.2, z: 9.8) })
        #expect(log.readings.allSatisfy { $0.gyroscope == Counts(x: 1, y: 2, z: 3) })
    }

    @Test func `of a place on Earth are not blamed for their gravity`() throws {
        let failure = try #require(ImportSession("\"Time (s)\",\"Latitude (°)\"\n0,50\n").failure)
        #expect(failure.description.contains("columns '\"Time (s)\",\"Latitude (°)\"' hold no acceleration"))
        #expect(!failure.hint.contains("gravity") && failure.hint.contains("--columns"), "\(failure.hint)")
    }

    @Test func `as Excel files are named`() throws {
        let old: [UInt8] =
            [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] + [UInt8](repeating: 0, count: 600)
        #expect(ImportSession(old).failure == .foreignFile(.spreadsheet))
        #expect(ImportError.foreignFile(.spreadsheet).hint.hasPrefix("export as CSV"))
        let directory = try ScratchDirectory()
        try directory.file("My Experiment.xls", old)
        #expect(
            ImportSession(path: directory.path).failure
                == .member(name: "My Experiment.xls", .foreignFile(.spreadsheet)))
    }

    @Test(.enabled(if: Python.isThere)) func `in an archive within another are named`() throws {
        let code = """
            import io,zipfile,sys
            inner=io.BytesIO()
            z=zipfile.ZipFile(inner,'w')
            z.writestr('walk.csv','t,ax,ay,az\\n'+''.join('%.2f,0,0,9.81\\n'%(i/50) for i in range(1000)))
            z.close()
            z=zipfile.ZipFile(sys.argv[2],'w')
            z.writestr('in.zip',inner.getvalue())
            z.close()
            """
        let failure = ImportSession(try Python.run(code)).failure
        #expect(failure == .member(name: "in.zip", .foreignFile(.archive)))
        #expect(failure?.hint.contains("unzip") == true)
    }

    @Test(.enabled(if: Python.isThere)) func `as Excel files of today, which are zips, are named`() throws {
        let code = """
            import zipfile,sys
            z=zipfile.ZipFile(sys.argv[2],'w')
            for name in ('[Content_Types].xml','xl/workbook.xml'): z.writestr(name,'<x/>')
            z.close()
            """
        let bytes = try Python.run(code)
        #expect(ImportSession(bytes).failure == .foreignFile(.spreadsheet))
        let directory = try ScratchDirectory()
        try directory.file("walk.xlsx", bytes)
        #expect(
            ImportSession(path: directory.path).failure
                == .member(name: "walk.xlsx", .foreignFile(.spreadsheet)))
    }
}
