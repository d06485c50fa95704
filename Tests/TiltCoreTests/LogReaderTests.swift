import Testing
import TiltCore

@Suite struct `Log reader` {
    private typealias Counts = Reading.Counts
    private static let head = "#tiltlog=1\n#accel_scale=0.01\n"

    private static func reading(_ time: Int64, _ a: Counts?, _ g: Counts? = nil) -> Reading {
        Reading(time: Timestamp(nanoseconds: time), accelerometer: a, gyroscope: g)
    }

    @Test func `reads rows under the column names`() {
        let log = LogSession(
            Self.head + "t_ns,ax,ay,az\n10,1,-2,3\n20,4.5,5e0,+6\n#end samples=2 dropped=0\n")
        #expect(log.errors == [])
        #expect(
            log.readings == [
                Self.reading(10, Counts(x: 1, y: -2, z: 3)), Self.reading(20, Counts(x: 4.5, y: 5, z: 6)),
            ])
        #expect(log.header?.sensor.hasGyroscope == false)
        #expect(log.header?.sensor.calibration.accelerometer.scale == Counts(x: 0.01, y: 0.01, z: 0.01))
    }

    @Test func `leaves out a sensor whose fields are empty`() {
        let log = LogSession(
            Self.head
                + "t_ns,ax,ay,az,gx,gy,gz\n1,1,2,3,,,\n2,,,,4,5,6\n3,1,2,3,4,5,6\n4,,,,,,\n#end samples=4 dropped=0\n"
        )
        let (a, g) = (Counts(x: 1, y: 2, z: 3), Counts(x: 4, y: 5, z: 6))
        #expect(log.errors == [])
        #expect(
            log.readings == [
                Self.reading(1, a), Self.reading(2, nil, g), Self.reading(3, a, g), Self.reading(4, nil),
            ])
    }

    @Test(arguments: [
        "t,ax,ay,az\n0.005,1,2,3\n", "t,ax,ay,az\r\n0.005,1,2,3\r\n", "#t,ax,ay,az\n0.005, 1 ,2,\t3\n",
        "# t, ax, ay, az\n\n# a remark\n5e-3,1.0,2,3", "t, ax, ay, az\n.005,1,2,3\n\n",
        "\u{FEFF}t,ax,ay,az\n0.005,1,2,3\n", "\u{FEFF}# t,ax,ay,az\r\n0.005,1,2,3\r\n",
    ])
    func `reads neutral CSV in seconds, however it is laid out`(text: String) {
        let log = LogSession(text)
        #expect(log.errors == [])
        #expect(log.readings == [Self.reading(5_000_000, Counts(x: 1, y: 2, z: 3))])
        #expect(log.header?.sensor.hasGyroscope == false)
    }

    @Test func `reads neutral CSV with a gyroscope`() {
        let log = LogSession("t,ax,ay,az,gx,gy,gz\n1700000000.000000001,0,0,9.8,.1,.2,.3\n")
        #expect(log.errors == [] && log.header?.sensor.calibration == .physical)
        #expect(
            log.readings == [
                Self.reading(
                    1_700_000_000_000_000_001, Counts(x: 0, y: 0, z: 9.8), Counts(x: 0.1, y: 0.2, z: 0.3))
            ])
    }

    @Test(
        arguments: [
            ("", LogError.empty), ("\n\n", .empty), ("#tiltlog=1\n#name=x\n", .empty),
            ("#tiltlog=1\nt_ns,ax,ay,az\n", .empty), ("t,ax,ay,az\n", .empty),
            ("#tiltlog=2\n", .unknownVersion("2")), ("#tiltlog=\n", .unknownVersion("")),
            ("#tiltlog=1.0\n", .unknownVersion("1.0")),
            ("\u{7f}ELF\u{2}\u{1}\n", .unknownFormat(firstLine: "\u{7f}ELF\u{2}\u{1}")),
            ("E: 0.0 0003 0000 12\n", .unknownFormat(firstLine: "E: 0.0 0003 0000 12")),
            ("t,gx,gy,gz\n", .missingColumns(line: 1, got: "t,gx,gy,gz")),
            ("t,ax,ay\n", .missingColumns(line: 1, got: "t,ax,ay")),
            ("#tiltlog=1\n1,2,3,4\n", .missingColumns(line: 2, got: "1,2,3,4")),
            ("#tiltlog=1\nt,ax,ay,az\n", .missingColumns(line: 2, got: "t,ax,ay,az")),
            (
                "#tiltlog=1\n#gyro_scale=2\n#tiltlog=1\nt_ns,ax,ay,az\n1,2,3,4\n",
                .header(line: 3, key: "tiltlog", value: "1", expected: "column names before another log")
            ),
            (
                "#tiltlog=1\n#accel_scale=1,2\n",
                .header(
                    line: 2, key: "accel_scale", value: "1,2", expected: "one number or three with commas")
            ),
            (
                "#tiltlog=1\n#rate_hz=fast\n",
                .header(line: 2, key: "rate_hz", value: "fast", expected: "a rate in Hz")
            ),
            (
                "#tiltlog=1\n#x=1\n#mount_matrix=1,0,0;0,0,0;0,0,1\n",
                .mountMatrix(line: 3, .zeroRow(1))
            ),
            ("#tiltlog=1\n#raw_sign=2\n", .header(line: 2, key: "raw_sign", value: "2", expected: "1 or -1")),
        ] as [(String, LogError)])
    func `refuses what is no log`(text: String, error: LogError) {
        let log = LogSession(text)
        #expect(log.errors == [error] && log.readings.isEmpty && !error.isSkippable)
        #expect(!error.description.isEmpty && !error.hint.isEmpty)
    }

    @Test(
        arguments: [
            ("20,1,2", LogError.fieldCount(line: 5, got: 3, expected: 4)),
            ("20,1,2,3,4", .fieldCount(line: 5, got: 5, expected: 4)),
            ("20", .fieldCount(line: 5, got: 1, expected: 4)),
            ("20,nan,2,3", .notANumber(line: 5, column: "ax", got: "nan")),
            ("20,1,inf,3", .notANumber(line: 5, column: "ay", got: "inf")),
            ("20,1,2,", .notANumber(line: 5, column: "az", got: "")),
            ("20.5,1,2,3", .notANumber(line: 5, column: "t_ns", got: "20.5")),
            (",1,2,3", .notANumber(line: 5, column: "t_ns", got: "")),
            ("99999999999999999999,1,2,3", .notANumber(line: 5, column: "t_ns", got: "99999999999999999999")),
            ("20,1e300,2,3", .implausible(line: 5, column: "ax,ay,az", got: "1e+300,2,3")),
            ("20,0,0,1e999", .implausible(line: 5, column: "ax,ay,az", got: "0,0,inf")),
            ("20,0,0,980700.1", .implausible(line: 5, column: "ax,ay,az", got: "0,0,980700.1")),
            ("10,1,2,3", .timeWentBack(line: 5, got: "10", previous: "10")),
            ("-7,1,2,3", .timeWentBack(line: 5, got: "-7", previous: "10")),
        ] as [(String, LogError)])
    func `leaves out a bad row and reads on`(row: String, error: LogError) {
        let log = LogSession(
            Self.head + "t_ns,ax,ay,az\n10,1,2,3\n\(row)\n30,1,2,3\n#end samples=2 dropped=0\n")
        #expect(log.errors == [error] && error.isSkippable && log.readings.count == 2)
        #expect(error.description.hasPrefix("line 5: ") && !error.hint.isEmpty)
    }

    /// As a recording of two devices has it whose readings have one time.
    @Test func `takes two rows of one time where each has one sensor`() {
        let rows = ["10,1,2,3,,,", "10,,,,4,5,6", "20,,,,4,5,6", "20,1,2,3,,,", "20,1,2,3,,,", "30,1,2,3,,,"]
        let more = ["30,1,2,3,4,5,6", "30,,,,,,", "30,,,,4,5,6", "30,,,,4,5,6"]
        let log = LogSession(
            Self.head + "#gyro_scale=0.001\nt_ns,ax,ay,az,gx,gy,gz\n" + (rows + more).joined(separator: "\n")
                + "\n#end samples=6 dropped=0\n")
        #expect(log.readings.map { $0.time.nanoseconds } == [10, 10, 20, 20, 30, 30])
        #expect(log.readings.map { $0.gyroscope == nil } == [true, false, false, true, true, false])
        #expect(log.errors.count == 4 && log.errors.allSatisfy { $0.isSkippable }, "\(log.errors)")
    }

    @Test func `says what a time must be`() {
        let late = LogSession("t,ax,ay,az\n1700000000000,0,0,9.8\n1,0,0,9.8\n")
        #expect(
            late.errors.first?.description.hasSuffix("expected seconds below 9200000000, as a decimal number")
                == true)
        let half = LogSession(Self.head + "t_ns,ax,ay,az\n0.5,0,0,9.8\n1,0,0,9.8\n#end samples=1 dropped=0\n")
        #expect(half.errors.first?.description.hasSuffix("expected nanoseconds, as a whole number") == true)
    }

    @Test func `reports a rate no gyroscope measures`() {
        let log = LogSession(
            "t,ax,ay,az,gx,gy,gz\n0,0,0,9.8,0,0,1001\n1,0,0,9.8,1,2\n1.5,0,0,9.8,1,x,3\n2,0,0,9.8,0,0,0\n")
        #expect(
            log.errors == [
                .implausible(line: 2, column: "gx,gy,gz", got: "0,0,1001"),
                .fieldCount(line: 3, got: 6, expected: 7), .notANumber(line: 4, column: "gy", got: "x"),
            ])
        #expect(log.readings.count == 1)
    }

    @Test func `quotes times of neutral CSV in seconds`() {
        let log = LogSession("t,ax,ay,az\n2.5,0,0,9.8\n1.25,0,0,9.8\n")
        #expect(log.errors == [.timeWentBack(line: 3, got: "1.25", previous: "2.5")])
    }

    @Test(
        arguments: [
            ("20,1,2,3\n", [LogError.cutOff(rows: 2)]), ("20,1,2,3\n30,1,2,16", [.cutOff(rows: 2)]),
            ("20,1,2,3\n30,1", [.cutOff(rows: 2)]), ("20,1,2,3\n#en", [.cutOff(rows: 2)]),
            ("20,1,2,3\n#end samples=3 dropped=0\n", [.rowCount(said: 3, found: 2)]),
            ("20,1,2,3\n#end samples=2 dropped=9\n", []), ("20,1,2,3\n#end\n", []),
            ("20,1,2,3\n#end samples=2\nrubbish after the end\n", [.linesBehindEnd(line: 7, count: 1)]),
            (
                "20,1,2,3\n#end\n#tiltlog=1\nt_ns,ax,ay,az\n30,1,2,3\n",
                [.linesBehindEnd(line: 8, count: 2)]
            ),
            // The first was cut off, behind a row or within one.
            (
                "20,1,2,3\n#tiltlog=1\n#accel_scale=5\nt_ns,ax,ay,az\n30,1,2,3\n#end samples=1 dropped=0\n",
                [.linesBehindEnd(line: 8, count: 2)]
            ),
            (
                "20,1,2,3\n30,1#tiltlog=1\n#name=x\nt_ns,ax,ay,az,gx,gy,gz\n40,1,2,3,,,\n",
                [
                    .fieldCount(line: 6, got: 2, expected: 4), .linesBehindEnd(line: 8, count: 2),
                ]
            ),
            ("20,1,2,3\n#ending\n#end\r\n\n \r\n# a remark behind it\n", []),
            ("20,1,2,3\n# a remark\n#end samples=x\n", []),
        ] as [(String, [LogError])])
    func `tells how a recording ends`(end: String, errors: [LogError]) {
        let log = LogSession(Self.head + "t_ns,ax,ay,az\n10,1,2,3\n" + end)
        #expect(log.errors == errors && log.readings.count == 2)
    }

    @Test func `takes a remark in neutral CSV for one, however it begins`() {
        let log = LogSession("t,ax,ay,az\n1,0,0,9.8\n#end of the rest\n2,3,0,9.2\n")
        #expect(log.errors.isEmpty && log.readings.count == 2)
    }

    @Test func `says of a matrix what is wrong with it`() {
        let log = LogSession("#tiltlog=1\n#mount_matrix=1,0,0;1,0,0;0,0,1\nt_ns,ax,ay,az\n10,1,2,3\n")
        #expect(
            log.errors.first?.description
                == "line 2: mount matrix is singular: rows 1 and 2 do not point in different directions")
    }

    @Test func `skips a line that is longer than any row`() {
        let long = String(repeating: "9", count: 5000)
        let log = LogSession("t,ax,ay,az\n1,0,0,9.8\n\(long)\n2,0,0,9.8\n")
        #expect(log.errors == [.lineTooLong(line: 3, limit: 4096)] && log.readings.count == 2)
    }

    @Test func `survives random bytes and random damage`() {
        var random = SplitMix64(seed: 22)
        let good = Array(
            (Self.head + "t_ns,ax,ay,az,gx,gy,gz\n10,1,2,3,,,\n20,1,2,3,4,5,6\n#end samples=2 dropped=0\n")
                .utf8)
        for _ in 0..<1000 {
            var bytes = good
            for _ in 0...random.below(6) {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8(random.below(128)), at: place)
                }
            }
            let log = LogSession(String(decoding: bytes, as: UTF8.self))
            #expect(log.readings.count <= 5)
        }
    }
}
