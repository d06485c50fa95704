import Testing
import TiltCore
import TiltImport

@Suite struct `Guesses about Sensor Logger` {
    private static let head = "time,seconds_elapsed,z,y,x\n"

    /// Rows 10 ms apart from `start` on, in nanoseconds.
    private static func rows(_ z: Double, from start: Int = 1_695_804_835_619_486_700, count: Int = 40)
        -> String
    {
        head + (0..<count).map { "\(start + $0 * 10_000_000),\(Double($0) / 100),\(z),0.01,0.02\n" }.joined()
    }

    private static func export(gyroscopeLate late: Int) throws -> ScratchDirectory {
        let directory = try ScratchDirectory()
        try directory.file("Accelerometer.csv", rows(0))
        try directory.file("Gravity.csv", rows(-9.8))
        try directory.file("Gyroscope.csv", rows(0.1, from: 1_695_804_835_619_486_700 + late))
        return directory
    }

    @Test func `take identical time stamps for those of iOS, and say so`() throws {
        let directory = try Self.export(gyroscopeLate: 0)
        let log = ImportSession(path: directory.path)
        #expect(log.header?.sensor.mounting.rawSign == -1)
        #expect(log.doubts.count == 1)
        #expect(
            log.doubts.first?.contains("same time stamps to the nanosecond, as only iOS has them") == true)
        #expect(log.doubts.first?.hasSuffix("--platform android has the opposite") == true)
    }

    @Test func `take time stamps of their own for those of Android, and say so`() throws {
        let directory = try Self.export(gyroscopeLate: 1234)
        let log = ImportSession(path: directory.path)
        #expect(log.header?.sensor.mounting.rawSign == 1)
        #expect(log.doubts.first?.contains("time stamps of their own, as on Android") == true)
        #expect(log.doubts.first?.hasSuffix("--platform ios has the opposite") == true)
    }

    @Test(arguments: [(Platform.android, 1.0), (.ios, -1)])
    func `are overruled by the platform that is given`(platform: Platform, sign: Double) throws {
        var options = ImportOptions()
        options.platform = platform
        for late in [0, 1234] {
            let directory = try Self.export(gyroscopeLate: late)
            let log = ImportSession(path: directory.path, options)
            #expect(log.header?.sensor.mounting.rawSign == sign && log.doubts == [])
        }
    }

    @Test func `say where Metadata and time stamps are of two phones`() throws {
        let directory = try Self.export(gyroscopeLate: 0)
        try directory.file("Metadata.csv", "platform\nandroid\n")
        let log = ImportSession(path: directory.path)
        #expect(log.header?.sensor.mounting.rawSign == 1)
        #expect(log.doubts.first?.contains("are they of two phones?") == true)
        try directory.file("Metadata.csv", "platform\nios\n")
        #expect(ImportSession(path: directory.path).doubts == [])
        let mixed = try Self.export(gyroscopeLate: 1234)
        try mixed.file("Metadata.csv", "platform\nandroid\n")
        #expect(ImportSession(path: mixed.path).doubts == [])
        try mixed.file("Metadata.csv", "platform\nios\n")
        let doubt = try #require(ImportSession(path: mixed.path).doubts.first)
        #expect(
            doubt.hasPrefix("Metadata.csv says iOS") && doubt.contains("--platform android has the opposite"))
    }

    @Test(arguments: [(-1.003, -1.0, standardGravity), (9.79, 1, 1)])
    func `tell the unit of an uncalibrated accelerometer by its length, and the signs by that`(
        z: Double, sign: Double, scale: Double
    ) throws {
        let watch = try ScratchDirectory()
        try watch.file("WatchAccelerometerUncalibrated.csv", Self.rows(z))
        #expect(ImportSession(path: watch.path).header?.sensor.mounting.rawSign == sign)
        let directory = try ScratchDirectory()
        let path = try directory.file("AccelerometerUncalibrated.csv", Self.rows(z))
        for place in [path, directory.path] {
            let log = ImportSession(path: place)
            let sensor = try #require(log.header?.sensor)
            #expect(log.failure == nil && sensor.mounting.rawSign == sign)
            #expect(sensor.calibration.accelerometer.scale.z == scale)
            let first = try #require(log.readings.first)
            #expect((9.7...9.9).contains(sensor.sample(from: first).acceleration?.z ?? 0))
            #expect(log.doubts.count == 2)
            #expect(log.doubts.contains { $0.contains("middle length") && $0.contains("--unit") })
            #expect(log.doubts.contains { $0.contains("--platform") })
        }
        var options = ImportOptions()
        options.accelerationUnit = .metres
        options.platform = .android
        let told = ImportSession(path: path, options)
        #expect(told.doubts == [] && told.header?.sensor.calibration.accelerometer.scale.z == 1)
    }

    @Test(arguments: ["ios", "android", ""])
    func `say where total acceleration and gravity are of two phones`(platform: String) throws {
        let directory = try ScratchDirectory()
        try directory.file("TotalAcceleration.csv", Self.rows(9.8))
        try directory.file("Accelerometer.csv", Self.rows(0))
        try directory.file("Gravity.csv", Self.rows(platform == "android" ? 9.8 : -9.8))
        if platform != "" { try directory.file("Metadata.csv", "platform\n\(platform)\n") }
        let log = ImportSession(path: directory.path)
        // What was Android's stays so, whatever lies beside.
        #expect(log.header?.sensor.mounting.rawSign == 1)
        #expect(log.doubts.count == (platform == "android" ? 0 : 1), "\(log.doubts)")
        #expect(
            log.doubts.allSatisfy {
                $0.hasPrefix("Gravity.csv points the other way than TotalAcceleration.csv")
                    && $0.hasSuffix("--platform ios has the opposite")
            })
    }

    @Test func `say where a gyroscope beside is another program's`() throws {
        let directory = try ScratchDirectory()
        try directory.file("TotalAcceleration.csv", Self.rows(9.8))
        try directory.file(
            "Gyroscope.csv", "\"Time (s)\";\"X (rad/s)\";\"Y (rad/s)\";\"Z (rad/s)\"\n0;1;2;3\n")
        let log = ImportSession(path: directory.path + "/TotalAcceleration.csv")
        #expect(
            log.doubts == [
                "Gyroscope.csv is a table of phyphox, and TotalAcceleration.csv one of Sensor Logger: they are of two "
                    + "recordings, and its rates are left out"
            ])
    }

    @Test func `leave an uncalibrated accelerometer beside a calibrated one alone`() throws {
        let directory = try Self.export(gyroscopeLate: 0)
        try directory.file("AccelerometerUncalibrated.csv", Self.rows(-1))
        try directory.file("GyroscopeUncalibrated.csv", Self.rows(7))
        let log = ImportSession(path: directory.path)
        #expect(log.failure == nil && log.readings.first?.accelerometer?.z == -9.8)
        #expect(log.readings.first?.gyroscope?.z == 0.1)
    }

    @Test(arguments: ["", "Accelerometer.csv"], ["", "<html>\n"])
    func `say that the file of a gyroscope has nothing of one in it`(name: String, content: String) throws {
        let directory = try Self.export(gyroscopeLate: 0)
        try directory.file("Metadata.csv", "platform\nios\n")
        try directory.file("Gyroscope.csv", content)
        let log = ImportSession(path: directory.path + "/" + name)
        #expect(log.failure == nil && log.readings.count == 40)
        #expect(
            log.doubts == [
                "Gyroscope.csv is no table of it, and its rates are missing: is it empty or cut off?"
            ])
    }

    @Test func `name a file that has the right name and the wrong content`() throws {
        let directory = try ScratchDirectory()
        try directory.file("Accelerometer.csv", Self.rows(0))
        try directory.file("Gravity.csv", "<html>\nnot found\n")
        let failure = try #require(ImportSession(path: directory.path).failure)
        #expect(failure.description == "Gravity.csv: this is no sensor log: it begins with \"<html>\"")
        try directory.file("Gravity.csv", "")
        let empty = try #require(ImportSession(path: directory.path).failure)
        #expect(empty.description == "Gravity.csv holds nothing", "\(empty)")
        #expect(empty.hint == "give the export again, made while the phone has room for it")
    }

    @Test(arguments: [
        ("", "Gravity.csv holds no rows", "made while the phone has room"),
        ("1690000900000000000,900,9.8,0,0\n", "none at the times of Accelerometer.csv", "these are of two"),
    ])
    func `name the file of gravity that has no row for those of the acceleration`(
        row: String, reason: String, hint: String
    ) throws {
        let directory = try ScratchDirectory()
        try directory.file("Accelerometer.csv", Self.rows(0))
        try directory.file("Gravity.csv", "time,seconds_elapsed,z,y,x\n" + row)
        let failure = try #require(ImportSession(path: directory.path).failure)
        #expect(failure.description.contains(reason) && failure.hint.contains(hint), "\(failure)")
    }

    @Test(arguments: ["TotalAcceleration.csv", "Accelerometer.csv"])
    func `name the file of the acceleration that has the wrong content, where rates alone are left`(
        name: String
    ) throws {
        let directory = try ScratchDirectory()
        try directory.file(name, "{\"error\": \"expired\"}\n")
        try directory.file("Gyroscope.csv", Self.rows(0))
        let failure = try #require(ImportSession(path: directory.path).failure)
        #expect(failure.description.hasPrefix(name + ": this is no sensor log"), "\(failure)")
    }

    /// A zip of a whole export, the last file of which is Gyroscope.csv; sizes before the files or, as in one that is
    /// written in one go, behind them.
    private static func zip(isStreamed: Bool) throws -> [UInt8] {
        let code = """
            import zipfile,sys
            class Pipe:
                def __init__(self,f): self.f=f
                def write(self,b): return self.f.write(b)
                def flush(self): self.f.flush()
            f=open(sys.argv[2],'wb')
            z=zipfile.ZipFile(\(isStreamed ? "Pipe(f)" : "f"),'w',zipfile.ZIP_DEFLATED)
            head='time,seconds_elapsed,z,y,x\\n'
            for name,v in [('Metadata.csv',0),('Accelerometer.csv',0),('Gravity.csv',-9.8),('Gyroscope.csv',.1)]:
                if name=='Metadata.csv': z.writestr(name,'platform\\nios\\n'); continue
                z.writestr(name, head+''.join('%d,0.1,%.9f,0,0\\n'%(10000000*(i+1),v+i*i%97*1e-6) for i in range(2000)))
            z.close(); f.close()
            """
        return try Python.run(code)
    }

    @Test(.enabled(if: Python.isThere), arguments: [false, true])
    func `read what there is of half a zip, and say what is missing`(isStreamed: Bool) throws {
        let bytes = try Self.zip(isStreamed: isStreamed)
        let whole = ImportSession(bytes)
        #expect(whole.failure == nil && whole.doubts == [] && whole.readings.count == 2000)
        // The directory is gone, and with it a part of the last file.
        let cut = Array(bytes[..<(bytes.count * 4 / 5)])
        let log = ImportSession(cut)
        #expect(log.failure == nil && log.readings.count == 2000)
        #expect(log.readings.map { $0.accelerometer } == whole.readings.map { $0.accelerometer })
        #expect(log.readings.contains { $0.gyroscope != nil } && log.readings.last?.gyroscope == nil)
        #expect(log.header?.sensor.mounting.rawSign == -1)
        #expect(log.doubts.contains { $0.hasPrefix("the zip is cut off in or behind Gyroscope.csv") })
        #expect(
            log.skipped.contains { $0.description.contains("Gyroscope.csv: the recording is cut off after") })
        // Gravity is gone, without which there is no force.
        let failure = try #require(ImportSession(Array(bytes[..<(bytes.count / 4)])).failure)
        #expect(failure.description.hasPrefix("the zip is cut off in or behind Accelerometer.csv: "))
    }
}
