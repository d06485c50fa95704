import Testing
import TiltCore
import TiltImport

@Suite struct `Tables of no known format` {
    private typealias Counts = Reading.Counts

    /// Twelve rows of a device at rest, face up, that is read fifty times a second.
    private static func rows(
        _ header: String, time: (Int) -> String, gravity: Double = 9.81, by delimiter: String = ",",
        _ row: (_ time: String, _ z: String) -> [String]
    ) -> String {
        header + "\n"
            + (0..<12).map { index in
                let z = gravity * (1 + 0.001 * Double(index % 3))
                return row(time(index), "\(z)").joined(separator: delimiter) + "\n"
            }.joined()
    }

    private static func length(_ log: ImportSession) throws -> Double {
        let sensor = try #require(log.header?.sensor)
        return sensor.sample(from: try #require(log.readings.first)).acceleration?.z ?? 0
    }

    @Test(arguments: [
        ("timestamp,ax,ay,az,gx,gy,gz", "--columns t,ax,ay,az,gx,gy,gz --unit m/s2", 9.81),
        ("Time,AccX,AccY,AccZ,GyrX,GyrY,GyrZ", "t,ax,ay,az,gx,gy,gz --unit g", 1.0),
        ("t_s,acc_x_g,acc_y_g,acc_z_g,gyro_x_dps,gyro_y_dps,gyro_z_dps", "--unit g --rate-unit deg/s", 1),
        ("elapsed (s),accel x [mg],accel y [mg],accel z [mg],w_x,w_y,w_z", "--unit mg", 1000),
        ("time,x_acc,y_acc,z_acc,x_gyro,y_gyro,z_gyro", "--unit mg --rate-unit rad/s", 1000),
        (
            "time,accelerometer_m_s2[0],accelerometer_m_s2[1],accelerometer_m_s2[2],gyro_rad[0],gyro_rad[1],gyro_rad[2]",
            "t,ax,ay,az,gx,gy,gz --unit m/s2 --rate-unit rad/s", 9.81
        ),
    ])
    func `are read by the names of their columns, and how is said`(
        header: String, said: String, gravity: Double
    ) throws {
        let text = Self.rows(header, time: { "\(Double($0) / 50)" }, gravity: gravity) {
            [$0, "0.01", "0.02", $1, "0.1", "0.2", "0.3"]
        }
        let log = ImportSession(text)
        try #require(log.failure == nil && log.skipped == [] && log.readings.count == 12, "\(log)")
        #expect((9.7...9.9).contains(try Self.length(log)))
        #expect(log.readings[1].time.nanoseconds == 20_000_000)
        #expect(log.readings.allSatisfy { $0.gyroscope != nil })
        let doubt = try #require(log.doubts.first)
        #expect(
            doubt.hasPrefix("it is of no format that this program knows") && doubt.contains(said), "\(doubt)")
    }

    @Test(arguments: [
        ("ms", "0", 20), ("us", "0", 20_000), ("ns", "0", 20_000_000),
        ("ns", "1690000000000000000", 20_000_000),
        ("ms", "1690000000000", 20), ("", "1690000000.", 20), ("", "2016-03-01 10:11:12.", 20),
        ("", "10:11:12.", 20), ("", "2016-03-01T10:11:12.", 20), ("", "01-Mar-2016 10:11:12.", 20),
    ])
    func `have times of any unit, of the day and with a date`(unit: String, start: String, step: Int) throws {
        func time(_ row: Int) -> String {
            Int(start).map { "\($0 + step * row)" } ?? start + "\(100 + step * row)"
        }
        let log = ImportSession(Self.rows("when,time,x,y,z", time: time) { ["-", $0, "0", "0", $1] })
        try #require(log.failure == nil && log.readings.count == 12, "\(log)")
        let step = log.readings[1].time.seconds(since: log.readings[0].time)
        #expect((step - 0.02).magnitude < 1e-6)
        #expect(
            log.doubts.first?.contains("--time-unit") == !unit.isEmpty
                && log.doubts.first?.contains(unit) == true)
    }

    /// Six rows before an instant and six behind it, which is of another hour, half of the day or zone.
    @Test(arguments: [
        ("2024-03-01 12:59:59.* PM", "2024-03-01 01:00:00.* PM"),
        ("2024-03-01 11:59:59.* AM", "2024-03-01 12:00:00.* PM"),
        ("2024-03-01 11:59:59.* PM", "2024-03-02 12:00:00.* AM"), ("11:59:59.* PM", "12:00:00.* AM"),
        ("12:59:59.* AM", "1:00:00.* AM"), ("03/01/2024 12:59:59.* pm", "03/01/2024 01:00:00.* pm"),
        ("11:59:59.*\u{202F}p.m.", "12:00:00.*\u{202F}a.m."), ("12:59:59.*PM", "1:00:00.*PM"),
        ("23:59:59.*", "0:00:00.*"), ("2024-03-01T10:11:12.*-05:00", "2024-03-01T10:11:13.*-05:00"),
        ("2024-03-10 01:59:59.*-0500", "2024-03-10 03:00:00.*-0400"),
        ("2024-03-31 01:59:59.* +01", "2024-03-31 03:00:00.* +02"),
        ("2024-03-01 23:59:59.*Z", "2024-03-02 00:00:00.*Z"), ("10:11:12.*-05:00", "10:11:13.*-05:00"),
        ("10:11:12.* EST", "10:11:13.* EST"),
    ])
    func `have times that go on through noon, midnight and a change of the zone`(
        before: String, after: String
    ) throws {
        let log = ImportSession(
            Self.rows(
                "time,x,y,z",
                time: {
                    let thousandths = String(1000 + (880 + 20 * $0) % 1000).dropFirst()
                    return ($0 < 6 ? before : after).replacing("*", with: thousandths)
                }
            ) { [$0, "0", "0", $1] })
        try #require(log.failure == nil && log.skipped == [] && log.readings.count == 12, "\(log)")
        let steps = zip(log.readings.dropFirst(), log.readings).map { $0.time.seconds(since: $1.time) }
        #expect(steps.allSatisfy { ($0 - 0.02).magnitude < 1e-6 }, "\(steps)")
    }

    @Test(arguments: [("-05:00", 5), ("+0530", -5.5), ("Z", 0), (" +02", -2), (" CET", 0)])
    func `have a zone, where they have a whole date`(zone: String, hours: Double) throws {
        let log = ImportSession(
            Self.rows("time,x,y,z", time: { "2016-03-01 00:00:00.\(100 + 20 * $0)\(zone)" }) {
                [$0, "0", "0", $1]
            })
        let seconds = Int64(hours * 3600)
        #expect(
            log.readings.first?.time.nanoseconds == 1_456_790_400_100_000_000 + seconds * 1_000_000_000,
            "\(log)")
    }

    @Test func `count days from 1970`() throws {
        let log = ImportSession(
            Self.rows("time,x,y,z", time: { "2016-03-01 00:00:00.\(100 + 20 * $0)" }) { [$0, "0", "0", $1] })
        // `date -u -d 2016-03-01 +%s`
        #expect(log.readings.first?.time.nanoseconds == 1_456_790_400_100_000_000)
    }

    @Test func `of SensorLog have the signs of iOS, which can be overruled`() throws {
        let text = Self.rows(
            "loggingTime(txt),accelerometerTimestamp_sinceReboot(s),accelerometerAccelerationX(G),"
                + "accelerometerAccelerationY(G),accelerometerAccelerationZ(G),motionUserAccelerationX(G),"
                + "motionUserAccelerationY(G),motionUserAccelerationZ(G),gyroRotationX(rad/s),"
                + "gyroRotationY(rad/s),gyroRotationZ(rad/s)",
            time: { "\(62608 + Double($0) / 50)" }, gravity: -1
        ) { ["2017-06-23 15:42:42.144 +0200", $0, "0", "0", $1, "0", "0", "0", "1", "2", "3"] }
        let log = ImportSession(text)
        #expect(log.failure == nil, "\(log)")
        #expect((9.7...9.9).contains(try Self.length(log)))
        #expect(log.readings.first?.gyroscope == Counts(x: 1, y: 2, z: 3))
        #expect(log.doubts.contains { $0.contains("--platform android has the opposite") })
        var options = ImportOptions()
        options.platform = .android
        #expect(try Self.length(ImportSession(text, options)) < 0)
    }

    @Test func `with the counts of a chip get a scale by their length`() throws {
        let log = ImportSession(
            Self.rows("ms;aX;aY;aZ;gX;gY;gZ", time: { "\(20 * $0)" }, gravity: 16384, by: ";") {
                [$0, "0", "0", $1, "10", "20", "-30"]
            })
        #expect(log.failure == nil, "\(log)")
        #expect((9.7...9.9).contains(try Self.length(log)))
        #expect(log.doubts.first?.contains("--accel-scale 0.0005") == true)
        // Nobody knows what a count of the gyroscope is.
        #expect(log.readings.allSatisfy { $0.gyroscope == nil })
    }

    @Test(arguments: [
        "time,linear_x,linear_y,linear_z", "time,acc_x,acc_y,acc_z",
        "time,lin_acc_x,lin_acc_y,lin_acc_z",
    ])
    func `without gravity are refused`(header: String) throws {
        let text = Self.rows(header, time: { "\(Double($0) / 50)" }, gravity: 0.05) { [$0, "0", "0", $1] }
        let failure = try #require(ImportSession(text).failure)
        #expect(failure.description.contains("acceleration without gravity"), "\(failure)")
    }

    @Test(arguments: [
        "--- Data File Created By ActiGraph GT3X+ date format M/d/yyyy at 50 Hz  Filter Normal ---\n",
        "%Sample Rate = 50 Hz\n%Board = Ganglion\n", "# rate: 50Hz\n",
        "# Config: data_rate = 50.0 Hz, filter = 488 Hz\n",
    ])
    func `have the rate in Hz that stands above`(head: String) throws {
        let log = ImportSession(
            head
                + Self.rows("Accelerometer X,Accelerometer Y,Accelerometer Z", time: { "\($0)" }) {
                    ["0", "0", $1]
                })
        try #require(log.failure == nil && log.skipped == [] && log.readings.count == 12, "\(log)")
        #expect(log.readings[1].time.nanoseconds == 20_000_000)
        #expect(
            log.doubts.first?.contains("--sample-rate 50") == true
                && log.doubts.first?.contains("50 Hz") == true)
    }

    @Test func `have no rate where two stand above`() throws {
        let log = ImportSession(
            "# at 50 Hz, filtered at 20 Hz\n"
                + Self.rows("Accelerometer X,Accelerometer Y,Accelerometer Z", time: { "\($0)" }) {
                    ["0", "0", $1]
                })
        #expect(try #require(log.failure).hint.contains("--sample-rate HZ"))
    }

    @Test func `may begin each line with a tab, below a line of their own`() throws {
        let log = ImportSession(
            "StartTime: 2023-05-01 10:00:00.123\n"
                + Self.rows(
                    "\tTime(s)\tax(g)\tay(g)\taz(g)", time: { "\t\(Double($0) / 50)" }, gravity: 1, by: "\t"
                ) {
                    [$0, "0.01", "0.02", $1]
                })
        try #require(log.failure == nil && log.skipped == [] && log.readings.count == 12, "\(log)")
        #expect((9.7...9.9).contains(try Self.length(log)))
    }

    @Test func `of the gravity that iOS computes, always 1 g long, have the signs of iOS`() throws {
        // As OxIOD's: attitude, rates, gravity and the phone's own acceleration, without names.
        let rows = (0..<60).map { index -> String in
            let sine = Double(index) / 120
            let gravity = "0,\(sine),\(-(1 - sine * sine).squareRoot())"
            return "\(100 + Double(index) / 100),0.1,0.2,0.3,0.04,0.05,0.06,\(gravity),0.01,0.02,0.03,7,8,9\n"
        }.joined()
        let log = ImportSession(rows)
        try #require(log.failure == nil && log.readings.count == 60, "\(log)")
        #expect(try #require(log.header).sensor.mounting.rawSign == -1)
        #expect(log.doubts.contains { $0.contains("as only the gravity that iOS computes") }, "\(log.doubts)")
        var options = ImportOptions()
        options.platform = .android
        #expect(ImportSession(rows, options).header?.sensor.mounting.rawSign == 1)
    }

    @Test func `that ROS calls linear have gravity, which their length tells`() throws {
        let names = ["angular_velocity", "linear_acceleration"].flatMap { name in
            ["x", "y", "z"].map { "field.\(name).\($0)" }
        }
        let text = Self.rows(
            "%time,field.header.seq," + names.joined(separator: ","),
            time: { "\(1_690_000_000_000_000_000 + 20_000_000 * $0)" }
        ) { [$0, "7", "0.1", "0.2", "0.3", "0", "0", $1] }
        let log = ImportSession(text)
        #expect(log.failure == nil, "\(log)")
        #expect((9.7...9.9).contains(try Self.length(log)))
        #expect(log.readings.first?.gyroscope == Counts(x: 0.1, y: 0.2, z: 0.3))
    }

    @Test func `without a time that rises say how to tell the rate, which then is taken`() throws {
        let bare = Self.rows("acc_x,acc_y,acc_z", time: { "\($0)" }) { ["0.1", "0.2", $1, $0] }
        let failure = try #require(ImportSession(bare).failure)
        #expect(failure.hint.hasSuffix("--sample-rate HZ"), "\(failure) \(failure.hint)")
        var options = ImportOptions()
        options.columns = try ColumnList(parsing: "ax,ay,az")
        #expect(ImportSession(bare, options).failure?.hint.contains("--sample-rate HZ") == true)
        options.sampleRate = 50
        let log = ImportSession(bare, options)
        #expect(log.failure == nil && log.readings.map { $0.time.nanoseconds }.prefix(2) == [0, 20_000_000])
    }

    /// The first rows of `HIMU-2019-12-10_13-37-45.csv` of github.com/Vishrut-Arora/hyperimu_csv_plot.
    @Test func `of HyperIMU have the rate that stands above, and the chip that is as long as gravity`() throws
    {
        let text = """
            @ HyperIMU -ianovir - 2018
            @ Date:Tue Dec 10 13:37:45 GMT+05:30 2019, Sampling Rate:100ms

            ST_LIS3DHTR.x,ST_LIS3DHTR.y,ST_LIS3DHTR.z,GRAVITY.x,GRAVITY.y,GRAVITY.z,GPS.lat,GPS.long,GPS.alt,NMEA.a
            0.0,0.0,0.0,0.0,0.0,0.0,28.71,77.13,68.9,$GNGGA
            -0.18,-0.055,9.785,-0.095733,-0.123626,9.805405,28.71,77.13,77.4,$BDGSA
            -0.102,-0.134,9.707,-0.095062,-0.121994,9.80542,28.71,77.13,77.4,$GPGSV
            -0.102,-0.055,9.785,-0.094146,-0.118927,9.805466,28.71,77.13,77.4, 
            -0.102,-0.134,9.707,-0.093475,-0.115631,9.805511,28.71,77.13,77.4, 
            -0.102,-0.055,9.785,-0.092758,-0.112548,9.805557,28.71,77.13,77.4, 

            """
        let log = ImportSession(text)
        try #require(log.failure == nil && log.readings.count == 6, "\(log)")
        #expect(log.readings[1].accelerometer == Counts(x: -0.18, y: -0.055, z: 9.785))
        #expect(log.readings[1].time.nanoseconds == 100_000_000)
        #expect(log.doubts.first?.contains("--columns ax,ay,az --unit m/s2 --sample-rate 10,") == true)
    }

    @Test(arguments: [
        ("33,Jogging,%t000000,0.1,0.2,%z;", "--columns -,-,t,ax,ay,az --unit m/s2 --time-unit ns"),
        ("%t\t0.3\t0.1\t0.2\t%z", "--columns t,-,ax,ay,az --unit m/s2 --time-unit ms"),
    ])
    func `without names are made out by what is in them`(row: String, said: String) throws {
        let text = (0..<12).map { index in
            row.replacing("%t", with: "\(49_105_962 + 50 * index)").replacing("%z", with: "9.8\(index % 3)")
                + "\n"
        }.joined()
        let log = ImportSession(text)
        try #require(log.failure == nil && log.readings.count == 12, "\(log)")
        #expect(log.readings.first?.accelerometer == Counts(x: 0.1, y: 0.2, z: 9.8))
        #expect(log.doubts.first?.contains(said) == true, "\(log.doubts)")
        let step = log.readings[1].time.seconds(since: log.readings[0].time)
        #expect(step == 0.05)
        let timeless = (0..<12).map { "0.918 -0.112 0.50\($0 % 7)\n" }.joined()
        #expect(ImportSession(timeless).failure?.hint.hasSuffix("--sample-rate HZ") == true)
    }

    @Test(arguments: [
        ("time,ax,ay,az,gx,gy,gyz", "\"gx\", \"gy\", \"gyz\""),
        ("time,ax,ay,az,mx,my,temp", "\"mx\", \"my\", \"temp\""),
        ("t,ax,ay,az,gx,gy,gyz", "\"gx\", \"gy\", \"gyz\""),
        ("t,ax,ay,az,mx,my,temp", "\"mx\", \"my\", \"temp\""),
    ])
    func `say once which columns of the header are not read`(header: String, names: String) throws {
        let log = ImportSession(
            Self.rows(header, time: { "\(Double($0) / 50)" }) { [$0, "0", "0", $1, "0", "0", "0"] })
        try #require(log.failure == nil && log.readings.count == 12, "\(log)")
        let said = log.doubts.filter { $0.contains("not read") }
        #expect(
            said == ["of its header not read: \(names); --columns tells which column is what"],
            "\(log.doubts)")
    }

    @Test func `of neutral CSV are read beside columns of another name, and in a folder`() throws {
        let text = Self.rows("t,ax,temp,ay,az,gx,gy,gz", time: { "\(Double($0) / 50)" }) {
            [$0, "0.1", "21", "0.2", $1, "0", "0", "0"]
        }
        let directory = try ScratchDirectory()
        try directory.file("walk.csv", text)
        for log in [ImportSession(text), ImportSession(path: directory.path)] {
            try #require(log.failure == nil && log.readings.count == 12, "\(log)")
            #expect(log.readings[0].accelerometer == Counts(x: 0.1, y: 0.2, z: 9.81))
            #expect(log.doubts == ["of its header not read: \"temp\"; --columns tells which column is what"])
        }
    }

    @Test func `of a known format say which sensor has not all its axes`() throws {
        let log = ImportSession(
            Self.rows(
                "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\",\"Acceleration z (m/s^2)\","
                    + "\"Gyroscope x (rad/s)\",\"Gyroscope y (rad/s)\",\"Gyroscop (rad/s)\"",
                time: { "\(Double($0) / 50)" }
            ) { [$0, "0", "0", $1, "0", "0", "0"] })
        try #require(log.failure == nil && log.readings.count == 12, "\(log)")
        #expect(
            log.doubts == [
                "not read, as not all three axes are there: \"Gyroscope x (rad/s)\", \"Gyroscope y (rad/s)\""
            ])
    }

    @Test
    func `with axes of no name are refused where they are as long as gravity in no unit, which can be told`()
        throws
    {
        let text = Self.rows("Time,X,Y,Z", time: { "\(Double($0) / 50)" }, gravity: 4) { [$0, "0", "0", $1] }
        let failure = try #require(ImportSession(text).failure)
        #expect(
            failure.description.contains("which are usually 4.00 long: gravity is 1 g, 9.81 m/s² or 1000 mg"),
            "\(failure)")
        #expect(failure.hint.contains("--unit g"), "\(failure.hint)")
        var options = ImportOptions()
        options.accelerationUnit = .g
        let told = ImportSession(text, options)
        #expect(told.failure == nil && told.readings.count == 12, "\(told)")
        #expect(told.doubts.contains { $0.contains("is the unit right?") }, "\(told.doubts)")
    }

    @Test(arguments: ["name,size,color\na,1,2\n", "t,x\n1,2\n", "lat,lon,alt\n1,2,3\n2,3,4\n"])
    func `that name no acceleration are no log`(text: String) throws {
        let failure = try #require(ImportSession(text).failure)
        #expect(failure.hint.contains("--columns") || failure.hint.contains("tiltlog"), "\(failure.hint)")
    }

    @Test func `are found in a folder, where there is one`() throws {
        let directory = try ScratchDirectory()
        let text = Self.rows("time,ax,ay,az,m", time: { "\(Double($0) / 50)" }) { [$0, "0", "0", $1, "0"] }
        try directory.file("walk.csv", text)
        try directory.file("notes.txt", "hello\n")
        #expect(ImportSession(path: directory.path).readings.count == 12)
        try directory.file("run.csv", text)
        #expect(
            ImportSession(path: directory.path).failure == .severalLogs(names: ["run.csv", "walk.csv"]))
    }

    @Test(arguments: [
        ("MATLAB 5.0 MAT-file, Platform: PCWIN64", "MATLAB", "writetimetable"),
        ("#ROSBAG V2.0\n", "ROS bag", "rostopic"), ("SQLite format 3\0", "SQLite", "sqlite3 -csv"),
        ("[{\"sensor\":\"Accelerometer\",\"x\":1}]", "JSON", "export as CSV"),
    ])
    func `but files of other kinds are named`(start: String, name: String, cure: String) throws {
        let failure = try #require(ImportSession(start).failure)
        #expect(failure.description.contains(name) && failure.hint.contains(cure), "\(failure)")
    }
}
