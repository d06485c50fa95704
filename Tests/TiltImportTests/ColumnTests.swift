import Testing
import TiltCore
import TiltImport

@Suite struct `Tables whose columns are told` {
    private typealias Counts = Reading.Counts

    private static func options(
        _ columns: String?, _ unit: AccelerationUnit? = nil, rates: RateUnit? = nil, time: TimeUnit? = nil
    ) throws -> ImportOptions {
        var options = ImportOptions()
        options.columns = try columns.map { try ColumnList(parsing: $0) }
        options.accelerationUnit = unit
        options.rateUnit = rates
        options.timeUnit = time
        return options
    }

    @Test(arguments: [
        ("t,ax,ay,az", "0.5,1,2,3\n0.6,4,5,6\n"), ("t,ax,ay,az", "0.5 1 2  3\n0.6\t4 5 6\n"),
        ("t,ax,ay,az", "0,5;1;2;3\n0,6;4;5;6\n"), ("t,ax,ay,az", "0.5\t1\t2\t3\n0.6\t4\t5\t6\n"),
        ("-,az,ay,ax,t", "Still,3,2,1,0.5\nStill,6,5,4,0.6\n"),
        ("t,-,ax,ay,az", "# remark\nzeit,x,a,b,c,more\n0.5,-,1,2,3,9\n0.6,-,4,5,6\n"),
    ])
    func `are read with whatever parts them, header or none`(columns: String, text: String) throws {
        let log = ImportSession(text, try Self.options(columns))
        #expect(log.failure == nil && log.skipped == [])
        #expect(log.readings.map { $0.time.nanoseconds } == [500_000_000, 600_000_000])
        #expect(
            log.readings.map { $0.accelerometer } == [Counts(x: 1, y: 2, z: 3), Counts(x: 4, y: 5, z: 6)])
    }

    @Test(arguments: [nil, "t,ax,ay,az"])
    func `have times of day with a decimal comma`(columns: String?) throws {
        let rows = (0..<12).map { "2024-01-01 00:00:00,\(100 + 10 * $0);0,05303;0,08679;9,8408\($0 % 3)\n" }
            .joined()
        let log = ImportSession("timestamp;ax;ay;az\n" + rows, try Self.options(columns))
        try #require(log.failure == nil && log.skipped == [] && log.readings.count == 12, "\(log)")
        #expect(log.readings[0].time.nanoseconds == 1_704_067_200_100_000_000)
        #expect(log.readings[1].accelerometer == Counts(x: 0.05303, y: 0.08679, z: 9.84081))
    }

    @Test(arguments: ["time,ax,ay,az", "t,ax,ay,az", "\"time\",\"ax\",\"ay\",\"az\""], [nil, "t,ax,ay,az"])
    func `may have decimal commas between quotation marks`(header: String, columns: String?) throws {
        let rows = (0..<20).map { "\"\($0 / 10),\($0 % 10)\",\"0,1\",-2,\"9,8\($0 % 3)\"\n" }.joined()
        let log = ImportSession(header + "\n" + rows, try Self.options(columns))
        try #require(log.failure == nil && log.skipped == [] && log.readings.count == 20, "\(log)")
        #expect(log.readings[11].time.nanoseconds == 1_100_000_000)
        #expect(log.readings[1].accelerometer == Counts(x: 0.1, y: -2, z: 9.81))
    }

    @Test(arguments: ["time", "t"], [nil, "t,ax,ay,az,gx,gy,gz"])
    func `may have a row for each sensor, the other fields empty`(time: String, columns: String?) throws {
        let rows = (0..<24).map { row in
            "0.\(100 + row)," + (row % 2 == 0 ? ",,,0,-1.1,0\n" : "0.2,0.08,9.\(70 + row % 3),,,\n")
        }.joined()
        let log = ImportSession(time + ",ax,ay,az,gx,gy,gz\n" + rows, try Self.options(columns))
        try #require(log.failure == nil && log.skipped == [] && log.readings.count == 24, "\(log)")
        let (rate, force) = (log.readings[0], log.readings[1])
        #expect(rate.gyroscope == Counts(x: 0, y: -1.1, z: 0) && rate.accelerometer == nil)
        #expect(force.accelerometer == Counts(x: 0.2, y: 0.08, z: 9.71) && force.gyroscope == nil)
    }

    @Test func `begin with no row that has a part of a sensor, or nothing`() throws {
        let rows = "0.1,,,\n0.2,1,,3\n0.3,1,2,3\n0.4,1,2,3\n"
        let log = ImportSession(rows, try Self.options("t,ax,ay,az"))
        #expect(log.failure == nil && log.readings.map { $0.time.nanoseconds } == [300_000_000, 400_000_000])
    }

    @Test func `have the units that are told`() throws {
        let text = "1500,0,0,-1000,90,0,0\n1510,0,0,-1000,90,0,0\n"
        let log = ImportSession(
            text, try Self.options("t,ax,ay,az,gx,gy,gz", .thousandths, rates: .degrees, time: .milliseconds))
        let sensor = try #require(log.header?.sensor)
        let sample = sensor.sample(from: try #require(log.readings.first))
        #expect(sample.time.nanoseconds == 1_500_000_000)
        #expect(sample.acceleration == Acceleration(x: 0, y: 0, z: -standardGravity))
        #expect(abs((sample.angularRate?.x ?? 0) - .pi / 2) < 1e-12)
        let again = ImportSession(log.exported(.tiltlog).text)
        #expect(again.frames == log.frames)
    }

    @Test func `of neutral CSV have other units where they are told`() throws {
        let text = "t,ax,ay,az\n0.1,0,0,1\n0.2,0,0,1\n"
        let grams = ImportSession(text, try Self.options(nil, .g))
        #expect(grams.header?.sensor.calibration.accelerometer.scale.x == standardGravity)
        #expect(grams.readings.count == 2)
        let scaled = ImportSession(text, ImportOptions(accelScale: 2))
        #expect(scaled.header?.sensor.calibration.accelerometer.scale.x == 2)
        var ios = ImportOptions()
        ios.platform = .ios
        #expect(ImportSession(text, ios).header?.sensor.mounting.rawSign == -1)
    }

    @Test func `of a tiltlog have the scale that is told, and no other unit`() throws {
        let text = ImportSession("t,ax,ay,az\n0.1,0,0,1\n").exported(.tiltlog).text
        #expect(
            ImportSession(text, ImportOptions(accelScale: 2)).header?.sensor.calibration.accelerometer.scale.z
                == 2)
        let failure = try #require(ImportSession(text, try Self.options(nil, .g)).failure)
        #expect(failure.description.hasPrefix("--unit makes no sense here: "))
    }

    @Test func `of phyphox take a scale, and no platform`() throws {
        let head =
            "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\",\"Acceleration z (m/s^2)\"\n"
        let text = head + "0,1,2,3\n"
        #expect(
            ImportSession(text, ImportOptions(accelScale: 1.44)).header?.sensor.calibration.accelerometer
                .scale.z
                == 1.44)
        var ios = ImportOptions()
        ios.platform = .ios
        let failure = try #require(ImportSession(text, ios).failure)
        #expect(failure.description.contains("phyphox writes the same signs on every phone"))
    }

    @Test(arguments: [
        ("t,ax,ay", "az is missing"), ("t,ax,ay,az,gx", "gy, gz is missing"),
        ("t,ax,ay,az,ax", "ax stands there twice"), ("t,x,y,z", "\"x\" is none of t, ax"),
    ])
    func `are told by a list that makes sense`(text: String, expected: String) {
        do throws(ColumnList.Failure) {
            _ = try ColumnList(parsing: text)
            Issue.record("\(text) was taken")
        } catch { #expect(error.description.contains(expected), "\(error)") }
    }

    @Test func `say where no line is such a row`() throws {
        let log = ImportSession("a,b,c\n1,2,3\n", try Self.options("t,ax,ay,az"))
        let failure = try #require(log.failure)
        #expect(
            failure.description
                == "no line has 4 numbers where the columns t,ax,ay,az say; the first is \"a,b,c\"")
        let directory = try ScratchDirectory()
        let folder = ImportSession(path: directory.path, try Self.options("t,ax,ay,az")).failure
        #expect(folder?.description.hasPrefix("--columns makes no sense here") == true)
    }
}
