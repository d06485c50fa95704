import Testing
import TiltCore
import TiltImport

@Suite struct `Exports of Sensor Logger` {
    private typealias Counts = Reading.Counts

    private static let head = "time,seconds_elapsed,z,y,x\n"
    private static let metadata =
        "version,device name,recording epoch time,recording time,recording timezone,platform,appVersion,device id,"
        + "sensors,sampleRateMs,standardisation,platform version\n"
    private static let total =
        head + "1767620467350470700,0.143471,9.1,0.2,0.1\n1767620467360470700,0.153471,9.2,0.3,0.2\n"
    private static let linear = head + "1000,0.1,1,2,3\n2000,0.2,4,5,6\n3000,0.3,7,8,9\n"
    private static let gravity = head + "1000,0.1,9,0,0\n3000,0.3,7,2,1\n"
    private static let rates = head + "1500,0.1,0.3,0.2,0.1\n3000,0.3,0.6,0.5,0.4\n"

    @Test func `have their axes backwards`() throws {
        let directory = try ScratchDirectory()
        let log = ImportSession(path: try directory.file("TotalAcceleration.csv", Self.total))
        #expect(log.failure == nil && log.skipped == [])
        #expect(log.readings.first?.time.nanoseconds == 1_767_620_467_350_470_700)
        #expect(log.readings.first?.accelerometer == Counts(x: 0.1, y: 0.2, z: 9.1))
        #expect(log.header?.clock == "realtime")
    }

    @Test(arguments: [
        (
            "Accelerometer.csv", "acceleration without gravity",
            "give Gravity.csv beside it, or TotalAcceleration.csv"
        ),
        (
            "Gravity.csv", "gravity without acceleration",
            "give Accelerometer.csv beside it, or TotalAcceleration.csv"
        ),
        (
            "Gyroscope.csv", "angular rates without acceleration",
            "give the accelerometer's file beside it, or the folder or zip"
        ),
        (
            "walk.csv", "only the name of the file would tell which",
            "give the folder or zip of the whole export"
        ),
    ])
    func `of one sensor that tells no tilt are refused, with the reason`(
        name: String, reason: String, hint: String
    ) throws {
        let directory = try ScratchDirectory()
        let failure = try #require(ImportSession(path: try directory.file(name, Self.linear)).failure)
        #expect(failure.description.contains(reason) && failure.hint.hasPrefix(hint), "\(failure)")
    }

    @Test func `are joined with the gravity beside them where its first row is broken`() throws {
        let directory = try ScratchDirectory()
        let path = try directory.file("Accelerometer.csv", Self.linear)
        try directory.file("Gravity.csv", Self.gravity.replacing("1000,0.1,9,", with: "1000,0.1,oops,"))
        let log = ImportSession(path: path)
        #expect(log.failure == nil)
        #expect(log.readings.last?.accelerometer == Counts(x: 10, y: 10, z: 14))
    }

    @Test func `without gravity are joined with the gravity beside them, and with rates`() throws {
        let directory = try ScratchDirectory()
        let path = try directory.file("Accelerometer.csv", Self.linear)
        try directory.file("Gravity.csv", Self.gravity)
        let forces = [Counts(x: 3, y: 2, z: 10), Counts(x: 6.5, y: 6, z: 12), Counts(x: 10, y: 10, z: 14)]
        #expect(ImportSession(path: path).readings.map { $0.accelerometer } == forces)
        #expect(ImportSession(path: directory.path + "/Gravity.csv").readings.count == 3)

        try directory.file("Gyroscope.csv", Self.rates)
        for place in [path, directory.path] {
            let log = ImportSession(path: place)
            #expect(log.failure == nil && log.skipped == [])
            #expect(log.readings.map { $0.time.nanoseconds } == [1000, 1500, 2000, 3000])
            #expect(log.readings.map { $0.accelerometer } == [forces[0], nil, forces[1], forces[2]])
            #expect(
                log.readings.map { $0.gyroscope } == [
                    nil, Counts(x: 0.1, y: 0.2, z: 0.3), nil, Counts(x: 0.4, y: 0.5, z: 0.6),
                ])
            let again = ImportSession(log.exported(.tiltlog).text)
            #expect(again.readings == log.readings && again.frames == log.frames)
        }
    }

    @Test(arguments: [
        ("android", "false", 1.0), ("ios", "false", -1), ("iOS", "", -1), ("ios", "true", 1),
        ("ios", "True", 1),
    ])
    func `of iOS have the opposite sign unless they were standardised`(
        platform: String, standardised: String, sign: Double
    ) throws {
        let directory = try ScratchDirectory()
        try directory.file("TotalAcceleration.csv", Self.total)
        try directory.file("Gyroscope.csv", Self.head + "1767620467350470700,0.143471,3,2,1\n")
        try directory.file(
            "Metadata.csv",
            Self.metadata + "3,my phone,1,2,UTC,\(platform),1.64,id,A|G,10,\(standardised),18\n")
        let log = ImportSession(path: directory.path)
        let sensor = try #require(log.header?.sensor)
        #expect(sensor.name == "my phone" && sensor.mounting.rawSign == sign)
        let sample = sensor.sample(from: try #require(log.readings.first))
        #expect(sample.acceleration == Acceleration(x: sign * 0.1, y: sign * 0.2, z: sign * 9.1))
        #expect(sample.angularRate == AngularRate(x: 1, y: 2, z: 3))
        // Neutral CSV has no place for a sign, so it is applied.
        #expect(ImportSession(log.exported(.csv).text).frames == log.frames)
    }

    @Test(arguments: ["\"Ann's phone, blue\"", "\"Ann's \"\"13\"\"\"", "\"Ann's\nphone\"", "\u{feff}"])
    func `of a phone whose name has a comma, a quote or a line feed keep their sign`(name: String) throws {
        let directory = try ScratchDirectory()
        try directory.file("TotalAcceleration.csv", Self.total)
        let hasMark = name == "\u{feff}"
        try directory.file(
            "Metadata.csv",
            (hasMark ? name : "") + Self.metadata
                + "3,\(hasMark ? "phone" : name),1,2,UTC,ios,1.64,id,A|G,10,false,18\n")
        let log = ImportSession(path: directory.path)
        #expect(log.header?.sensor.mounting.rawSign == -1)
        let names = ["Ann's phone, blue", "Ann's \"13\"", #"Ann's\u{a}phone"#, "phone"]
        #expect(names.contains(log.header?.sensor.name ?? ""))
        #expect(log.doubts == [])
    }

    @Test func `of a phone that nobody tells are in doubt`() throws {
        let directory = try ScratchDirectory()
        try directory.file("Accelerometer.csv", Self.linear)
        try directory.file("Gravity.csv", Self.gravity)
        try directory.file("Gyroscope.csv", Self.rates)
        let log = ImportSession(path: directory.path)
        #expect(
            log.doubts.count == 1 && log.doubts.first?.hasSuffix("--platform ios has the opposite") == true)
    }

    @Test func `have no force where gravity is not told, and say so`() throws {
        func rows(_ times: Range<Int>, _ z: Double) -> String {
            Self.head + times.map { "\($0 * 100_000_000),\(Double($0) / 10),\(z),0,0\n" }.joined()
        }
        let directory = try ScratchDirectory()
        try directory.file("Accelerometer.csv", rows(0..<300, 1))
        try directory.file("Gravity.csv", rows(100..<150, 9))
        try directory.file("Metadata.csv", "platform\nandroid\n")
        let log = ImportSession(path: directory.path)
        // Fifty, and half a second on either side.
        #expect(log.readings.count == 60)
        #expect(log.readings.allSatisfy { $0.accelerometer?.z == 10 })
        #expect(log.doubts == ["240 rows without gravity at their time were left out"])
    }

    @Test(arguments: ["", "TotalAcceleration.csv"])
    func `of which one began hours later than the other are not joined, which is said`(name: String) throws {
        let directory = try ScratchDirectory()
        try directory.file("TotalAcceleration.csv", Self.head + "1000,0.1,9,0,0\n2000,0.1,9,0,0\n")
        try directory.file("Gyroscope.csv", Self.head + "36000000000000,0.1,1,0,0\n")
        let log = ImportSession(path: directory.path + "/" + name)
        #expect(log.failure == nil && log.readings.count == 2)
        #expect(log.header?.sensor.hasGyroscope == false)
        #expect(
            log.doubts == [
                "Gyroscope.csv begins 10 hours after TotalAcceleration.csv: it is of another recording, and not read"
            ])
    }

    @Test func `are known by their names with words around them, and joined by those`() throws {
        let directory = try ScratchDirectory()
        let rows = Self.head + "1000,0.1,9,0,0\n2000,0.1,9,0,0\n"
        let path = try directory.file("Standing_TotalAcceleration.csv", rows)
        try directory.file("Standing_Gyroscope.csv", Self.head + "1000,0.1,1,0,0\n")
        try directory.file("Walking_Gyroscope.csv", Self.head + "1000,0.1,7,0,0\n")
        let log = ImportSession(path: path)
        #expect(log.failure == nil && log.readings.first?.gyroscope?.z == 1)
        let second = try directory.file("2024-01-02 TotalAcceleration (2).csv", rows)
        #expect(ImportSession(path: second).readings.count == 2)
        #expect(ImportSession(path: second).header?.sensor.hasGyroscope == false)
        try directory.file("Walking_TotalAcceleration.csv", rows)
        guard case .severalLogs(let names)? = ImportSession(path: directory.path).failure else {
            Issue.record("one of several was taken")
            return
        }
        #expect(names.count == 3)
    }

    @Test func `name the file that is at fault`() throws {
        let directory = try ScratchDirectory()
        let path = try directory.file("Accelerometer.csv", Self.head + "1000,0.1,1,2,x\n2000,0.1,1,2,3\n")
        try directory.file("Gravity.csv", Self.gravity)
        let log = ImportSession(path: path)
        #expect(
            log.skipped.map { $0.description } == [
                #"Accelerometer.csv: line 2, column 14: expected a decimal number for x, got "x""#
            ])
        #expect(log.readings.count == 1)
    }

    @Test func `that lack an axis quote the columns they have`() throws {
        let directory = try ScratchDirectory()
        let path = try directory.file("TotalAcceleration.csv", "time,seconds_elapsed,z,y\n1,0.1,9,0\n")
        let failure = ImportSession(path: path).failure
        #expect(failure?.description.contains("the columns \"time,seconds_elapsed,z,y\" hold no acc") == true)
    }
}
