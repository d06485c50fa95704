import Testing
import TiltCore
import TiltImport

@Suite struct `Tables of other apps` {
    private typealias Counts = Reading.Counts

    @Test(arguments: ["m/s²", "m/sÂ²", "m/s\u{fffd}"], [";", ","])
    func `as AndroSensor's are read`(unit: String, delimiter: String) {
        let names =
            ["X", "Y", "Z"].map { "ACCELEROMETER \($0) (\(unit))" }
            + ["X", "Y", "Z"].map { "GRAVITY \($0) (\(unit))" }
            + ["X", "Y", "Z"].map { "GYROSCOPE \($0) (rad/s)" }
            + ["SOUND LEVEL (dB)", "Time since start in ms ", "YYYY-MO-DD HH-MI-SS_SSS"]
        let row = ["0.1", "0.2", "9.8", "0", "0", "9.8", "1", "2", "3", "", "28", "2016-03-01 10-11-12_345"]
        let log = ImportSession([names, row].map { $0.joined(separator: delimiter) + "\n" }.joined())
        #expect(log.failure == nil && log.skipped == [] && log.doubts == [])
        #expect(log.readings.map { $0.time.nanoseconds } == [28_000_000])
        #expect(log.readings.first?.accelerometer == Counts(x: 0.1, y: 0.2, z: 9.8))
        #expect(log.readings.first?.gyroscope == Counts(x: 1, y: 2, z: 3))
        #expect(log.header?.sensor.calibration.accelerometer.scale.x == 1)
    }

    @Test func `as Physics Toolbox's are in g, and of a phone that nobody tells`() throws {
        let log = ImportSession("time,gFx,gFy,gFz,TgF\n0.0042,0.01,0.02,0.99,0.99\n0.0142,0.01,0.02,1,1\n")
        #expect(log.failure == nil && log.skipped == [] && log.readings.count == 2)
        #expect(log.readings.first?.time.nanoseconds == 4_200_000)
        #expect(log.header?.sensor.calibration.accelerometer.scale.x == standardGravity)
        #expect(log.doubts.count == 1 && log.doubts.first?.contains("--platform ios") == true)
        var options = ImportOptions()
        options.platform = .ios
        let told = ImportSession("time;gFx;gFy;gFz\n0,01;0,1;0;-1\n", options)
        #expect(told.doubts == [] && told.header?.sensor.mounting.rawSign == -1)
        #expect(told.readings.first?.accelerometer == Counts(x: 0.1, y: 0, z: -1))
    }

    @Test func `as Physics Toolbox's may have a row for each sensor, remarks, units and times of day`() {
        let log = ImportSession(
            """
            # sensor:multi_record
            # Requested Sample Rate: 50 Hz; x
            time,gFx (g),gFy (g),gFz (g),TgF (g),wx (rad/s),wy (rad/s),wz (rad/s)
            23:59:59:998,0,0,1,1,,,
            23:59:59:999,,,,,0.1,0.2,0.3
            00:00:00:001,0,0,1,1,,,
            00:00:00:002,0,,1,1,,,

            """)
        let day: Int64 = 86_400_000
        #expect(
            log.readings.map { $0.time.nanoseconds / 1_000_000 } == [day - 2, day - 1, day + 1])
        #expect(log.readings.map { $0.accelerometer?.z } == [1, nil, 1])
        #expect(log.readings.map { $0.gyroscope?.x } == [nil, 0.1, nil])
        #expect(
            log.skipped.map { $0.description } == [
                #"line 7, column 16: expected a decimal number for gFy, got """#
            ])
    }

    @Test(arguments: [
        "time,ax,ay,az,wx,wy,wz", "time,x,y,z,wx,wy,wz", "time,acc_x,acc_y,acc_z,wx,wy,wz",
        "time,ax (m/s^2),ay (m/s^2),az (m/s^2),wx (rad/s),wy (rad/s),wz (rad/s)",
    ])
    func `with rates called as Physics Toolbox's keep their acceleration`(header: String) throws {
        let rows = (0..<20).map { "\(Double($0) / 50),0.1,0.2,9.8,1,2,3\n" }.joined()
        let log = ImportSession(header + "\n" + rows)
        try #require(log.failure == nil && log.readings.count == 20, "\(log)")
        #expect(log.readings[0].accelerometer == Counts(x: 0.1, y: 0.2, z: 9.8))
        #expect(log.readings[0].gyroscope == Counts(x: 1, y: 2, z: 3))
        #expect(log.header?.sensor.calibration.accelerometer.scale.x == 1)
    }

    @Test(arguments: [
        "time,wx,wy,wz\n0,1,0,0\n0.1,1,0,0\n", "t,ax,ay,az\n0,,,\n0.1,,,\n",
        "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1]\n0,1,0,0\n9,1,0,0\n",
    ])
    func `without an acceleration in any row say so`(text: String) {
        let log = ImportSession(text)
        #expect(log.failure == nil && log.readings.count == 2)
        #expect(
            log.doubts.contains { $0.hasPrefix("none of its readings has an acceleration") }, "\(log.doubts)")
    }

    @Test func `as Physics Toolbox's without gravity are refused, with the reason`() throws {
        let failure = try #require(ImportSession("time,ax,ay,az,aT\n0,0,0,0,0\n").failure)
        #expect(failure.description.contains("acceleration without gravity"))
        // Nobody's in particular.
        let stranger = try #require(ImportSession("time,ax,ay,az\n0,0,0,9.8\n").failure)
        #expect(stranger.description.contains("1 row is too few to guess by"), "\(stranger)")
    }

    private static let head =
        "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],"
        + "a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]\n"

    @Test func `as EuRoC's are read after a spreadsheet rounded their times, and that is said`() {
        let log = ImportSession(
            Self.head + "1.40363657975856E+018,0,0,0,9.8,0,0\n1.40363657976352E+018,0,0,0,9.8,0,0\n")
        #expect(log.failure == nil && log.skipped == [])
        #expect(
            log.readings.map { $0.time.nanoseconds } == [
                1_403_636_579_758_560_000, 1_403_636_579_763_520_000,
            ])
        #expect(log.doubts.first?.hasPrefix("2 times are rounded to 15 digits") == true)
    }

    @Test func `as EuRoC's of whose times too little is left get the hint that fits`() throws {
        let rows = (0..<50).map { _ in "1.40364E+18,0,0,0,9.8,0,0\n" }.joined()
        let log = ImportSession(Self.head + rows)
        #expect(log.readings.isEmpty && log.skipped.count == 50)
        let failure = try #require(log.failure)
        #expect(failure.description.hasPrefix("no row of it can be read: line 2, column 1"))
        #expect(failure.hint == "a spreadsheet rounded its times away: take the file as it was before")
    }

    @Test func `cut off in their last row end as a log does that is`() {
        let log = ImportSession("time,gFx,gFy,gFz,TgF\n0.1,0,0,1,1\n0.2,0,0,1,1\n0.3,0,0")
        #expect(log.readings.count == 2)
        #expect(log.skipped == [.log(.cutOff(rows: 2))])
    }
}
