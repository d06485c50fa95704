import Testing
import TiltCore
import TiltImport

@Suite struct `Tables of phones and data sets` {
    private typealias Counts = Reading.Counts

    private static let phyphoxNames = ["x", "y", "z"].map { "\"Acceleration \($0) (m/s^2)\"" }

    /// The five variants that phyphox offers: what parts fields, and the decimal mark.
    private static let variants: [(String, String)] = [
        (",", "."), ("\t", "."), (";", "."), ("\t", ","), (";", ","),
    ]

    @Test(arguments: variants)
    func `of phyphox are read with every delimiter and decimal mark`(delimiter: String, mark: String) {
        let header = (["\"Time (s)\""] + Self.phyphoxNames).joined(separator: delimiter)
        let rows = [
            ["0.000000000E0", "3.555450439E-1", "3.094482422E-1", "1.006282043E1"],
            ["1.0E-2", "-1", "2", "3.5"],
        ]
        let text = rows.map { row in
            row.map { $0.split(separator: ".").joined(separator: mark) }.joined(separator: delimiter)
        }
        let log = ImportSession(([header] + text).joined(separator: "\n"))
        #expect(log.failure == nil && log.skipped == [])
        #expect(log.readings.map { $0.time.nanoseconds } == [0, 10_000_000])
        #expect(log.readings.first?.accelerometer == Counts(x: 0.3555450439, y: 0.3094482422, z: 10.06282043))
        #expect(log.readings.last?.accelerometer == Counts(x: -1, y: 2, z: 3.5))
        #expect(log.header?.sensor.mounting.rawSign == 1 && log.header?.sensor.hasGyroscope == false)
    }

    @Test func `of phyphox may have rates and an absolute value beside`() {
        let names = ["Gyroscope x (rad/s)", "Gyroscope y (rad/s)", "Gyroscope z (rad/s)"].map { "\"\($0)\"" }
        let header = (["\"Time (s)\""] + Self.phyphoxNames + ["\"Absolute acceleration (m/s^2)\""] + names)
        let log = ImportSession(header.joined(separator: ",") + "\n0.5,1,2,3,99,4,5,6\n")
        #expect(log.readings.first?.accelerometer == Counts(x: 1, y: 2, z: 3))
        #expect(log.readings.first?.gyroscope == Counts(x: 4, y: 5, z: 6))
        #expect(log.header?.sensor.calibration == .physical)
    }

    @Test func `of phyphox without gravity are refused, with the reason`() throws {
        let names = ["x", "y", "z"].map { "\"Linear Acceleration \($0) (m/s^2)\"" }
        let log = ImportSession("\"Time (s)\"," + names.joined(separator: ",") + "\n0,1,2,3\n")
        let failure = try #require(log.failure)
        #expect(failure.description.contains("acceleration without gravity"), "\(failure)")
    }

    @Test(arguments: ["#timestamp [ns]", "#timestamp[ns]", "#timestamp"])
    func `of EuRoC and TUM-VI have the gyroscope first`(time: String) {
        let log = ImportSession(
            """
            \(time),w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]
            1403636579758555392,-0.0991347,0.1473058,0.0272271,8.14769170,-0.37592158,-2.40262925

            """)
        #expect(log.failure == nil && log.skipped == [])
        #expect(log.readings.first?.time.nanoseconds == 1_403_636_579_758_555_392)
        #expect(log.readings.first?.gyroscope == Counts(x: -0.0991347, y: 0.1473058, z: 0.0272271))
        #expect(log.readings.first?.accelerometer == Counts(x: 8.1476917, y: -0.37592158, z: -2.40262925))
    }

    @Test func `of TUM RGB-D keep their nanoseconds and every digit`() {
        let text = """
            # accelerometer data
            # file: 'rgbd_dataset_freiburg1_xyz.bag'
            # timestamp ax ay az
            1305031449.564825 -0.083818 7.244229 -6.657506
            1305031449.566862  -0.083818\t7.184358 -6.681454

            """
        let log = ImportSession(text)
        #expect(log.failure == nil && log.skipped == [])
        #expect(
            log.readings.map { $0.time.nanoseconds } == [
                1_305_031_449_564_825_000, 1_305_031_449_566_862_000,
            ])
        #expect(log.exported(.tiltlog).text.contains("\n1305031449564825000,-0.083818,7.244229,-6.657506\n"))
        #expect(log.exported(.csv).text.contains("\n1305031449.564825,-0.083818,7.244229,-6.657506\n"))
    }

    private static let head = "\"Time (s)\"," + phyphoxNames.joined(separator: ",") + "\n0.1,1,2,3\n"

    @Test(arguments: [
        ("0.2,1,x,3", #"line 3, column 7: expected a decimal number for Acceleration y (m/s^2), got "x""#),
        ("0.2,1,2,", #"line 3, column 9: expected a decimal number for Acceleration z (m/s^2), got """#),
        (
            "0.2,NaN,2,3",
            #"line 3, column 5: expected a decimal number for Acceleration x (m/s^2), got "NaN""#
        ),
        ("zero,1,2,3", #"line 3, column 1: expected a decimal number for Time (s), got "zero""#),
        ("0.2,1,2", "line 3: 3 fields, expected 4"),
        ("0.2,1,2,3,4", "line 3: 5 fields, expected 4"),
        ("0.1,1,2,3", "line 3: time 0.1 is not later than 0.1 before it"),
        ("0.2,1e9,2,3", "line 3: ax,ay,az is 1000000000,2,3, more than any sensor measures"),
    ])
    func `leave out a row that makes no sense, naming line, column and what was expected`(
        row: String, expected: String
    ) {
        let log = ImportSession(Self.head + row + "\n0.3,4,5,6\n")
        #expect(log.skipped.map { $0.description } == [expected])
        #expect(log.readings.count == 2 && log.failure == nil)
    }

    @Test func `begin with a byte order mark and end lines with CR, and are read`() {
        let text = "\u{feff}" + Self.head.split(separator: "\n").joined(separator: "\r\n") + "\r\n"
        #expect(ImportSession(text).readings.count == 1)
    }

    @Test func `replay after a conversion as they did before`() {
        var text = "\"Time (s)\"," + Self.phyphoxNames.joined(separator: ",") + "\n"
        for row in 0..<300 {
            text +=
                "\(Double(row) * 0.01),\(Double(row % 7) * 0.13),\(Double(row % 11) * 0.3),9.7\(row % 10)\n"
        }
        let log = ImportSession(text)
        #expect(log.readings.count == 300 && log.skipped == [])
        for format in [ExportFormat.tiltlog, .csv] {
            let again = ImportSession(log.exported(format).text)
            #expect(again.readings == log.readings && again.frames == log.frames, "\(format)")
        }
        let events = log.exported(.evemu)
        #expect(events.losses.contains { $0.hasPrefix("accelerations to") })
        let again = ImportSession(events.text)
        for (a, b) in zip(again.readings, log.readings) {
            let force = again.header?.sensor.sample(from: a).acceleration
            #expect(((force?.y ?? .nan) - (b.accelerometer?.y ?? 0)).magnitude < 5e-6)
        }
    }

    @Test func `lose nothing as neutral CSV where they are in its units`() {
        #expect(ImportSession("t,ax,ay,az\n0,0,0,9.8\n").exported(.csv).losses == [])
        let phone = ImportSession(
            "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\",\"Acceleration z (m/s^2)\"\n0,1,2,3\n"
        )
        #expect(phone.exported(.csv).losses == ["the sensor's name"])
    }

    /// numpy writes so what is not there; neutral CSV is no table of another program.
    @Test(arguments: ["nan", "NaN", ""])
    func `keep the acceleration of rows without rates`(nothing: String) throws {
        var options = ImportOptions()
        options.columns = try ColumnList(parsing: "t,ax,ay,az,gx,gy,gz")
        let rows = (0..<20).map { row in
            let rates = row % 2 == 0 ? "0.1,0.2,0.3" : "\(nothing),\(nothing),\(nothing)"
            return "\(Double(row) / 50),0,0.1,9.8,\(rates)\n"
        }
        let log = ImportSession(rows.joined(), options)
        #expect(log.skipped == [] && log.readings.count == 20)
        #expect(log.readings.count { $0.gyroscope != nil } == 10)
        #expect(log.readings.allSatisfy { $0.accelerometer?.z == 9.8 })
    }
}
