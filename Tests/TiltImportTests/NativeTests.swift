import Testing
import TiltCore
import TiltImport

@Suite struct `Our own logs` {
    private static let head = "#tiltlog=1\n#clock=monotonic\n#source=iio-buffer\n#id=iio-buffer:hub\n"
    private static let rows = "t_ns,ax,ay,az\n0,1,2,900\n10000000,2,3,901\n"

    @Test(arguments: [
        ("9", true), ("9.", true), ("9.8", true), ("9.81", false), ("9.817", false),
    ])
    func `in CSV whose last line has no end say that its last number may be cut off`(
        number: String, isAsked: Bool
    ) {
        let log = ImportSession("t,ax,ay,az\n0,0,0,9.81\n1,0,0,9.79\n2,0,0," + number)
        #expect(log.readings.count == 3 && log.skipped == [])
        #expect(log.doubts.contains { $0.hasPrefix("line 4, the last one, has no end") } == isAsked)
        let ended = ImportSession("t,ax,ay,az\n0,0,0,9.81\n1,0,0,9.79\n2,0,0," + number + "\n")
        #expect(ended.doubts == [] && ended.readings == log.readings)
    }

    @Test func `in CSV whose rows are all alike need no end`() {
        #expect(ImportSession("t,ax,ay,az\n0,0,0,981\n1,0,0,979\n2,0,0,980").doubts == [])
    }

    @Test(arguments: [
        "t,az,ay,ax\n0,9.8,0,0.1\n0.02,9.8,0,0.1\n", "t,ax,ay,az,\n0,0.1,0,9.8\n0.02,0.1,0,9.8\n",
        "t,gx,gy,gz,ax,ay,az\n0,0,0,0,0.1,0,9.8\n0.02,0,0,0,0.1,0,9.8\n",
        "# my desk\nt,ax,ay,az\n0,0.1,0,9.8\n0.02,0.1,0,9.8\n",
        "sep=,\nt,ax,ay,az\n0,0.1,0,9.8\n0.02,0.1,0,9.8\n",
        "\u{feff}# my desk\r\nt,ax,ay,az\r\n0,0.1,0,9.8\r\n0.02,0.1,0,9.8\r\n",
    ])
    func `in CSV may have their columns in any order, remarks above, and a comma behind`(text: String) {
        let log = ImportSession(text)
        #expect(log.failure == nil && log.skipped == [] && log.doubts == [], "\(log)")
        #expect(log.readings.map { $0.time.nanoseconds } == [0, 20_000_000])
        #expect(log.readings.first?.accelerometer == Reading.Counts(x: 0.1, y: 0, z: 9.8))
    }

    @Test(arguments: [
        ("#end samples=x dropped=0", true), ("#end", true), ("#end samples=2 dropped=-5", true),
        ("#end samples=2 dropped=99999999999999999999", true), ("#end samples=2 dropped=3", false),
        ("#end samples=2", false), ("# ended", false),
    ])
    func `say that their end says nothing that can be read`(end: String, isAsked: Bool) {
        let log = ImportSession(Self.head + Self.rows + end + "\n")
        #expect(log.readings.count == 2)
        #expect(log.doubts.contains { $0.contains("is no end that can be read") } == isAsked, "\(log.doubts)")
        #expect(log.dropped == (end.hasSuffix("dropped=3") ? 3 : 0))
    }

    /// The first was cut off behind a row, or within one, so that of the other's the column names are seen first.
    @Test(arguments: ["", "#end samples=2 dropped=1\n", "20000000,2"])
    func `say nothing of what another behind them has, but that they are cut off there`(end: String) {
        let other = "#tiltlog=1\n#motion=x\n" + Self.rows + "#end samples=none dropped=7\n"
        let log = ImportSession(Self.head + Self.rows + end + other)
        #expect(log.readings.count == 2 && log.losses == [])
        #expect(log.dropped == (end.hasSuffix("dropped=1\n") ? 1 : 0))
        let first = end.hasSuffix("\n") ? 11 : 10
        #expect(log.skipped.last == .log(.linesBehindEnd(line: first, count: 3)))
        let begun = end.isEmpty ? 8 : 10
        #expect(
            log.doubts
                == (end.hasSuffix("\n")
                    ? []
                    : ["line \(begun): another log has begun; the recording is cut off after 2 whole rows"]))
    }

    @Test func `say which words of their header another format has no place for`() {
        let log = ImportSession(
            Self.head + "#device=/dev/iio:device0\n#rate_hz=100\n#accel_range=-5,5000\n#accel_scale=0.01\n"
                + Self.rows + "#end samples=2 dropped=3\n")
        for format in [ExportFormat.csv, .evemu] {
            let losses = log.exported(format).losses
            #expect(losses.contains("the header's clock, id, device and rate_hz"), "\(losses)")
            #expect(losses.contains("that 3 readings were lost while it was recorded"), "\(losses)")
            #expect(losses.contains("the sensor's range"), "\(losses)")
        }
        #expect(log.losses == [] && log.exported(.tiltlog).losses == [])
        let again = ImportSession("t,ax,ay,az\n0,0,0,9.8\n1,0,0,9.8\n")
        #expect(again.exported(.csv).losses == [])
    }

    @Test func `say which words of their header are not known, and what is cut of a name`() {
        let long = String(repeating: "n", count: 129)
        let log = ImportSession(
            Self.head + "#motion=rocked\n#name=\(long)\n" + Self.rows + "#end samples=2\n")
        let cut = "the end of the header's name, which is longer than 128 bytes"
        #expect(log.losses == ["the header's motion", cut])
    }
}
