import Foundation
import Testing
import TiltCore
import TiltImport

@Suite struct `Evemu recordings` {
    private typealias Counts = Reading.Counts

    private static let pad = """
        # EVEMU 1.3
        # Kernel: 6.1.0
        N: Pad Motion Sensors
        I: 0003 054c 0ce6 8111
        P: 40 00 00 00 00 00 00 00
        B: 03 3f 00 00 00 00 00 00 00
        A: 00 -32768 32768 16 0 8192
        A: 01 -32768 32768 16 0 8192
        A: 02 -32768 32768 16 0 8192
        A: 03 -2097152 2097152 16 0 1024
        A: 04 -2097152 2097152 16 0 1024
        A: 05 -2097152 2097152 16 0 1024

        """
    private static let first = """
        E: 0.000001 0003 0000 1
        E: 0.000001 0003 0001 -2
        E: 0.000001 0003 0002 8192
        E: 0.000001 0003 0003 4
        E: 0.000001 0003 0004 5
        E: 0.000001 0003 0005 6
        E: 0.000001 0000 0000 0	# ------------ SYN_REPORT (0) ----------

        """

    private static func reading(_ time: Int64, _ a: Counts, _ g: Counts) -> Reading {
        Reading(time: Timestamp(nanoseconds: time), accelerometer: a, gyroscope: g)
    }

    @Test func `give the counts, scales and range of the device`() throws {
        let log = ImportSession(Self.pad + Self.first)
        #expect(log.failure == nil && log.skipped == [])
        #expect(log.readings == [Self.reading(1000, Counts(x: 1, y: -2, z: 8192), Counts(x: 4, y: 5, z: 6))])
        let sensor = try #require(log.header?.sensor)
        #expect(sensor.name == "Pad Motion Sensors" && sensor.id == "evdev:0003:054c:0ce6")
        #expect(sensor.reportsOnlyChanges && sensor.mounting.source == .table)
        #expect(sensor.calibration.accelerometer.scale.x == standardGravity / 8192)
        #expect(sensor.calibration.accelerometer.range == -32768...32768)
        #expect(sensor.calibration.gyroscope?.scale.z == .pi / 180 / 1024)
    }

    @Test func `keep axes that were not sent, and tell apart readings of one microsecond`() {
        let more = """
            E: 1.000000 0003 0000 7
            E: 1.000000 0000 0000 0
            E: 1.000000 0003 0001 8
            E: 1.000000 0000 0000 0

            """
        let log = ImportSession(Self.pad + Self.first + more)
        let rates = Counts(x: 4, y: 5, z: 6)
        #expect(
            log.readings.dropFirst() == [
                Self.reading(1_000_000_000, Counts(x: 7, y: -2, z: 8192), rates),
                Self.reading(1_000_000_001, Counts(x: 7, y: 8, z: 8192), rates),
            ])
    }

    @Test func `tell of events that become no reading`() {
        let others = "E: 0.000001 0004 0005 77\nE: 0.000001 0001 0130 1\nE: 0.000001 0003 0010 -1\n"
        #expect(
            ImportSession(Self.pad + Self.first + others + others + Self.first).losses == [
                "2 times of the device's own clock, MSC_TIMESTAMP", "4 events of keys and the like",
            ])
        #expect(ImportSession(Self.pad + Self.first).losses == [])
    }

    @Test func `have times in order, whichever a log has`() {
        let head = "#tiltlog=1\n#id=log\n#name=x\n#accel_scale=0.01\nt_ns,ax,ay,az\n"
        for times in [[Int64.min, 0, .max], [-5_000_000_000_000_000_000, 0, 5_000_000_000_000_000_000]] {
            let log = ImportSession(
                head + times.map { "\($0),0,0,981\n" }.joined() + "#end samples=3 dropped=0\n")
            #expect(log.readings.count == 3, "\(String(describing: log.failure)) \(log.skipped)")
            let seconds = log.exported(.evemu).text.split(separator: "\n")
                .filter { $0.hasSuffix("0000 0000 0") }.map {
                    $0.split(separator: " ")[1].prefix { $0 != "." }
                }
            // Later ones cannot be read again.
            let told = times.map { UInt64(bitPattern: $0 &- times[0]) / 1_000_000_000 }.filter {
                $0 < 9_000_000_000
            }
            #expect(seconds == told.map { "\($0)"[...] })
        }
    }

    @Test func `wait for axes nobody has seen, but no longer than a second`() {
        let head = String(Self.pad.prefix(upTo: Self.pad.range(of: "A: 03")?.lowerBound ?? Self.pad.endIndex))
        let events = (0..<30).map {
            "E: \($0 / 10).\($0 % 10)00000 0003 0002 \($0)\nE: \($0 / 10).\($0 % 10)00000 0000 0000 0\n"
        }
        let log = ImportSession(head + events.joined())
        #expect(log.readings.first?.time.nanoseconds == 1_000_000_000)
        #expect(log.readings.first?.accelerometer == Counts(x: 0, y: 0, z: 10))
        let told =
            "#   Event type 3 (EV_ABS)\n#     Event code 0 (ABS_X)\n#       Value      803\n"
            + "#     Event code 1 (ABS_Y)\n#       Value      -5\n"
        let early = ImportSession(told + "# EVEMU 1.3\n" + head + events.joined())
        #expect(early.readings.first?.accelerometer == Counts(x: 803, y: -5, z: 0))
    }

    /// As a Steam Deck's at rest: two axes of its gyroscope keep the count they had before.
    @Test func `do not wait for the gyroscope with the accelerometer`() {
        let start = """
            E: 1.000000 0003 0000 193
            E: 1.000000 0003 0001 16510
            E: 1.000000 0003 0002 -857
            E: 1.000000 0003 0003 0
            E: 1.000000 0000 0000 0

            """
        let events = (1..<30).map {
            "E: \(1 + $0 / 10).\($0 % 10)00000 0003 0000 \(193 + $0 % 2)\nE: \(1 + $0 / 10).\($0 % 10)00000 0000 0000 0\n"
        }
        let log = ImportSession(Self.pad + start + events.joined())
        #expect(log.readings.count == 30 && log.readings.allSatisfy { $0.accelerometer != nil })
        #expect(log.readings.firstIndex { $0.gyroscope != nil } == 10)
        #expect(log.header?.sensor.hasGyroscope == true)
        // Told sooner, they are taken sooner.
        let told = "E: 1.250000 0003 0004 1\nE: 1.250000 0003 0005 -1\nE: 1.250000 0000 0000 0\n"
        let sooner = ImportSession(Self.pad + start + events[..<2].joined() + told)
        #expect(sooner.readings.map { $0.gyroscope } == [nil, nil, nil, Counts(x: 0, y: 1, z: -1)])
    }

    @Test func `leave out what a lost event made incomplete, and count it`() {
        let more = """
            E: 1.000000 0000 0003 0
            E: 1.000000 0003 0000 7
            E: 1.000000 0000 0000 0
            E: 2.000000 0003 0001 8
            E: 2.000000 0000 0000 0

            """
        let log = ImportSession(Self.pad + Self.first + more)
        #expect(log.dropped == 1)
        #expect(log.readings.map { $0.time.nanoseconds } == [1000, 2_000_000_000])
        #expect(log.readings.last?.accelerometer == Counts(x: 7, y: 8, z: 8192))
    }

    @Test(arguments: [
        ("E: 1.0 0003 0000", #"line 20, column 17: expected a whole number of 32 bits, got """#),
        ("E: x", #"line 20, column 4: expected seconds.microseconds, got "x""#),
        ("E: 1,5 0003 0000 1", #"line 20, column 5: expected microseconds, got ",5""#),
        ("E: 1.000000 00g3 0000 1", #"line 20, column 15: expected 4 hexadecimal digits, got "g3""#),
        ("E: 1.000000 00003 0000 1", #"line 20, column 13: expected 4 hexadecimal digits, got "00003""#),
        ("E: 1.000000 0003 0000 99999999999", "line 20, column 23: expected a whole number of 32 bits"),
        ("E: -1.000000 0003 0000 1", "line 20, column 4: expected seconds.microseconds"),
    ])
    func `name the line, the column and what was expected`(line: String, expected: String) throws {
        let log = ImportSession(Self.pad + Self.first + line + "\n")
        #expect(log.readings.count == 1 && log.failure == nil)
        let text = try #require(log.skipped.first).description
        #expect(text.hasPrefix(expected), "\(text)")
    }

    @Test func `of version 1.0 have no resolution: known devices are known, others need a scale`() {
        func old(_ name: String) -> String {
            "N: \(name)\nI: 0019 0000 0000 0000\nA: 00 -512 512 0 0\nA: 01 -512 512 0 0\nA: 02 -512 512 0 0\n"
                + "E: 0.1 0003 0000 1\nE: 0.1 0003 0001 2\nE: 0.1 0003 0002 1000\nE: 0.1 0000 0000 0\n"
        }
        let known = ImportSession(old("ST LIS3LV02DL Accelerometer"))
        #expect(known.header?.sensor.calibration.accelerometer.scale.z == standardGravity / 1000)
        #expect(known.readings.count == 1)
        let unknown = ImportSession(old("mystery"))
        #expect(unknown.failure?.description.contains("\"mystery\" does not say what its counts are") == true)
        let told = ImportSession(old("mystery"), ImportOptions(accelScale: 0.01))
        #expect(told.header?.sensor.calibration.accelerometer.scale.z == 0.01)
        let two = ImportSession(old("applesmc"))
        #expect(two.failure?.description.contains("has only two axes") == true)
    }

    @Test func `that end in the middle of a reading give what is whole, with a warning`() {
        let whole = Self.pad + Self.first
        let log = ImportSession(whole + "E: 1.000000 0003 0000 7\nE: 1.000000 0003 0001 81")
        #expect(log.readings.count == 1 && log.skipped == [.log(.cutOff(rows: 1))])
        #expect(ImportSession(Self.pad).failure == .log(.empty))
    }

    @Test func `of evemu-record begin with the state that its comments tell`() throws {
        let log = ImportSession(path: ImportSession.fixture("accel.evemu"))
        #expect(log.failure == nil && log.skipped == [] && log.readings.count == 60)
        let sensor = try #require(log.header?.sensor)
        #expect(sensor.name == "uaccel test accelerometer" && !sensor.hasGyroscope)
        // The first frame has y and z alone; its x stands in the comments.
        #expect(log.readings.first?.accelerometer == Counts(x: 5603, y: 7518, z: 13436))
        for reading in log.readings {
            let force = try #require(sensor.sample(from: reading).acceleration)
            #expect((force.length - standardGravity).magnitude < 0.5)
        }
    }

    @Test
    func `of times that no such recording has begin at zero, and leave out what is too late, which is said`()
    {
        let log = ImportSession("t,ax,ay,az\n9100000000,0,0,9.8\n9100000000.5,0,0,9.7\n")
        let late = log.exported(.evemu)
        #expect(late.losses.contains("times from 9000000000 s on: the first is zero now"), "\(late.losses)")
        let back = ImportSession(late.text)
        #expect(back.failure == nil && back.skipped == [])
        #expect(back.readings.map { $0.time.nanoseconds } == [0, 500_000_000])

        let wide = ImportSession("t,ax,ay,az\n-9100000000,0,0,9.8\n0,0,0,9.7\n9100000000,0,0,9.6\n")
        let cut = wide.exported(.evemu)
        #expect(
            cut.losses.contains("2 readings of 9000000000 s and more after the first"), "\(cut.losses)")
        #expect(ImportSession(cut.text).readings.count == 1 && ImportSession(cut.text).skipped == [])
    }

    @Test func `of a table in g and °/s keep its decimals, from the table and from a log of it`() throws {
        var options = ImportOptions()
        options.columns = try ColumnList(parsing: "t,ax,ay,az,gx,gy,gz")
        options.accelerationUnit = .g
        options.rateUnit = .degrees
        let rows = (0..<20).map { "\(Double($0) / 50),0.1234,-0.25,0.96,0.4321,-1.25,0.5\n" }.joined()
        let table = ImportSession(rows, options)
        for log in [table, ImportSession(table.exported(.tiltlog).text)] {
            let again = ImportSession(log.exported(.evemu).text)
            #expect(again.readings.count == 20)
            let sensor = try #require(again.header?.sensor)
            let sample = sensor.sample(from: try #require(again.readings.last))
            let force = try #require(sample.acceleration)
            let rate = try #require(sample.angularRate)
            #expect((force.x - 0.1234 * standardGravity).magnitude < 1e-5, "\(force)")
            #expect((force.z - 0.96 * standardGravity).magnitude < 1e-5, "\(force)")
            #expect((rate.x - 0.4321 * .pi / 180).magnitude < 1e-5, "\(rate)")
        }
    }

    @Test(arguments: ["pad.evemu", "accel.evemu"])
    func `come out of a conversion as they went in`(name: String) throws {
        let log = ImportSession(path: ImportSession.fixture(name))
        #expect(log.failure == nil && log.readings.count >= 60)
        for format in [ExportFormat.tiltlog, .evemu] {
            let (text, losses) = log.exported(format)
            let again = ImportSession(text)
            #expect(losses == [], "\(format)")
            #expect(again.readings == log.readings, "\(format)")
            #expect(again.header?.sensor.calibration == log.header?.sensor.calibration)
            #expect(again.frames == log.frames)
        }
        let csv = log.exported(.csv)
        // A pad's axes are turned to its face, which a table of device axes cannot tell.
        #expect(csv.losses.count == (name == "pad.evemu" ? 6 : 5))
        let told = ImportSession(csv.text)
        #expect(told.readings.map { $0.time } == log.readings.map { $0.time })
        for (a, b) in zip(told.readings, log.readings) {
            let sample = try #require(log.header).sensor.sample(from: b)
            #expect(a.accelerometer?.x == sample.acceleration?.x && a.gyroscope?.z == sample.angularRate?.z)
        }
    }

    /// 20 s of both sensors at 50 Hz, in a row each or in one; `keeps` tells which has something at a time.
    private static func table(
        inTurns: Bool = false, _ keeps: (_ time: Double) -> (force: Bool, rate: Bool)
    ) -> ImportSession {
        let rows = (0..<1000).map { row in
            let time = Double(row) / 50
            let isKept = keeps(time)
            let force = isKept.force && !(inTurns && row % 2 == 1) ? "0,0.1,9.8" : ",,"
            let rate = isKept.rate && !(inTurns && row % 2 == 0) ? "0.1,0,1.5" : ",,"
            return "\(time),\(force),\(rate)\n"
        }
        return ImportSession("t,ax,ay,az,gx,gy,gz\n" + rows.joined())
    }

    @Test(arguments: [(18.0, 20.0), (5, 8), (0, 6)])
    func `repeat no sensor's last value while that is silent, and say what is left out`(
        from: Double, to: Double
    ) throws {
        for isForce in [false, true] {
            let log = Self.table { time in
                let isSilent = from..<to ~= time
                return (!(isSilent && isForce), !(isSilent && !isForce))
            }
            let (text, losses) = log.exported(.evemu)
            let again = ImportSession(text)
            #expect(again.failure == nil && again.skipped == [])
            let times = again.readings.map { Double($0.time.nanoseconds) / 1e9 }
            #expect(!times.contains { (from + 0.26)..<to ~= $0 }, "\(isForce)")
            #expect(times.count { !((from + 0.26)..<to ~= $0) } >= 50 * Int(20 - to + from) - 2)
            #expect(losses.contains { $0.contains("of one sensor while the other was silent") }, "\(losses)")
        }
    }

    @Test func `keep every reading where two sensors take turns`() {
        let log = Self.table(inTurns: true) { _ in (true, true) }
        let (text, losses) = log.exported(.evemu)
        #expect(text.split(separator: "\n").count { $0.hasSuffix("0000 0000 0") } == 1000)
        #expect(losses.contains("which of the two sensors was new: the other is repeated"))
        #expect(!losses.contains { $0.contains("while the other was silent") })
    }
}
