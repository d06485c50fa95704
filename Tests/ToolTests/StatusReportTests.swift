import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Status report` {
    private static func answer(_ lines: [String]) throws -> StatusAnswer {
        var answer = StatusAnswer()
        for line in lines {
            var text = line
            answer.add(
                line, try text.withUTF8 { (bytes) throws(JSONError) in try JSONParser.parse(bytes) })
        }
        return answer
    }

    private static func text(_ lines: [String], isOn: Bool = false) throws -> String {
        let report = StatusReport(
            answer: try answer(lines), style: TextStyle(isOn: isOn), now: 200_000_000_000)
        return report.lines.joined(separator: "\n")
    }

    private static let full = [
        #"{"type":"candidate","open":true,"rank":9,"sensor_id":"a","name":"lis3dh","kind":"iio-buffer","#
            + #""device":"/dev/iio:device0","reason":"in the display"}"#,
        #"{"type":"candidate","open":false,"rank":2,"sensor_id":"b","name":"pad","kind":"evdev","#
            + #""device":"/dev/input/event3","reason":"a pad","fault":"held by a game (pid 9)","#
            + #""hint":"stop that program","failures":3,"retry_in_s":4}"#,
        #"{"type":"candidate","open":false,"sensor_id":"c","name":"lux\u001b[2J","kind":"iio-poll","#
            + #""device":"/sys/c","reason":"no axes"}"#,
        #"{"type":"subscriber","pid":812,"uid":1000,"gid":1000,"command":"gnome-shell","connected_s":7400,"#
            + #""rate_hz":60,"paused":false,"dropped":0,"lag_ms":0,"queued_bytes":0}"#,
        #"{"type":"subscriber","pid":9,"uid":0,"gid":0,"command":"bar","connected_s":3,"rate_hz":50,"#
            + #""paused":false,"dropped":178,"lag_ms":3662,"queued_bytes":5120,"self":true}"#,
        #"{"type":"recovery","t_ns":100000000000,"event":"lost","name":"lis3dh","reason":"unplugged"}"#,
        #"{"type":"recovery","t_ns":190000000000,"event":"found","name":"lis3dh","took_ms":120}"#,
        #"{"type":"status","server":"tiltshadow 0.1.0","uptime_s":93784,"state":"tracking","tick_hz":60,"#
            + #""ticks":366000,"missed_ticks":2,"late_p50_us":61,"late_p99_us":180,"late_max_us":2100,"#
            + #""subscribers":2,"dropped":178,"sensor":{"id":"a","name":"lis3dh","kind":"iio-buffer","gyro":true},"#
            + #""device":"/dev/iio:device0","nominal_hz":200,"mount_matrix":"1,0,0;0,1,0;0,0,1","#
            + #""mount_source":"udev","sample_hz":199.83,"latency":{"samples":12000,"#
            + #""read":{"p50_us":9800,"p99_us":19500},"published":{"p50_us":45,"p99_us":90},"#
            + #""sent":{"p50_us":12,"p99_us":30}},"rejected":0,"clipped":5,"faults":[{"code":"spikes","#
            + #""message":"values that are none","hint":"report it"}],"candidates":[]}"#,
    ]

    @Test func `tells what is not as it was asked for`() throws {
        let text = try Self.text([
            #"{"type":"status","subscribers":1,"settings_warning":"refused","recording_warning":"out is full"}"#
        ])
        #expect(text.contains("settings      refused\nrecording     ended: out is full\n"), "\(text)")
    }

    @Test func `tells how another machine's poses come`() throws {
        let text = try Self.text([
            #"{"type":"status","sensor":{"name":"desk","kind":"remote"},"remote":{"jitter_ms":0.1,"#
                + #""delay_ms":94.5,"round_trip_ms":1.5,"frames":1200,"lost":3,"ignored":0}}"#
        ])
        let times = "94.5 ms late, 100 µs jitter, 1.5 ms to the broker and back"
        let counts = "1200 frames heard, 3 lost on the way, 0 messages ignored"
        #expect(text.contains("remote        \(times), \(counts)\n"), "\(text)")
    }

    @Test func `tells whose picture is turned, and by whom`() throws {
        let text = try Self.text([
            #"{"type":"subscriber","command":"eww","connected_s":3,"rate_hz":50,"display_rotation":90,"#
                + #""rotation":"follow","paused":false,"dropped":0,"lag_ms":0,"queued_bytes":0}"#,
            #"{"type":"subscriber","command":"bar","connected_s":3,"rate_hz":50,"display_rotation":0,"#
                + #""paused":false,"dropped":0,"lag_ms":0,"queued_bytes":0}"#,
            #"{"type":"status","display_rotation":90,"panel_rotation":270,"candidates":[]}"#,
        ])
        #expect(text.contains("picture       turned by 270° for everybody by the settings\n"))
        #expect(text.contains("              turned by 90° for those who follow by rotate\n"))
        #expect(text.contains("0 B  90°, follows\n") && text.contains("0 B  0°\n"), "\(text)")
    }

    @Test func `tells who has no frames, and why, in the place of a rate`() throws {
        let text = try Self.text([
            #"{"type":"subscriber","command":"a","rate_hz":50,"paused":false,"page_hz":200}"#,
            #"{"type":"subscriber","command":"b","rate_hz":10,"paused":false,"page_hz":5}"#,
            #"{"type":"subscriber","command":"c","rate_hz":50,"paused":false,"away":true}"#,
            #"{"type":"subscriber","command":"d","rate_hz":50,"paused":true,"away":true}"#,
            #"{"type":"status","candidates":[]}"#,
        ])
        for row in ["page 200 Hz", "page 5 Hz", "away", "paused"] {
            #expect(text.contains(" \(row) "), "\(text)")
        }
        #expect(!text.contains("50 Hz") && !text.contains("10 Hz"), "\(text)")
    }

    @Test func `lays everything out in columns, without escape codes where there is no terminal`() throws {
        let expected = """
            tiltshadow 0.1.0, up 1 d 2 h: tracking

            ticks         60 Hz, 366000 published, 2 missed, late p50 61 µs, p99 180 µs, at most 2.1 ms
            sensor        lis3dh (iio-buffer, with a gyroscope) /dev/iio:device0
            samples       199.8 Hz measured, 200 Hz nominal, 0 left out as garbage, 5 at the end of the range
            mount matrix  1,0,0;0,1,0;0,0,1 from udev
            latency       of 12000 ticks             p50      p99
                          kernel's stamp to read  9.8 ms  19.5 ms
                          read to encoded          45 µs    90 µs
                          encoded to sent          12 µs    30 µs
            faults        values that are none
                              try: report it

            subscribers   2, 178 frames dropped
                          command      pid   uid   rate  connected      lag  dropped  queued
                          gnome-shell  812  1000  60 Hz    2 h 3 min     0 ms        0     0 B
                          bar (this)     9     0  50 Hz          3 s  3662 ms      178  5120 B

            candidates    * lis3dh (iio-buffer) /dev/iio:device0
                              in the display
                          - pad (evdev) /dev/input/event3
                              a pad
                              held by a game (pid 9), failed 3 times, next try in 4 s
                              try: stop that program
                          - lux\\u{1b}[2J (iio-poll) /sys/c
                              refused: no axes

            recovery              when  event  sensor    took  why
                             10 s ago  found  lis3dh  120 ms
                          1 min 40 s ago  lost   lis3dh          unplugged
            """
        let text = try Self.text(Self.full)
        for (line, wanted) in zip(text.split(separator: "\n"), expected.split(separator: "\n")) {
            #expect(words(line) == words(wanted))
        }
        #expect(text.split(separator: "\n").count == expected.split(separator: "\n").count)
        #expect(!text.utf8.contains(0x1b))
    }

    @Test func `shows what a daemon of 0.1.0 called otherwise`() throws {
        let former = Self.full.map { $0.replacing(#""type":"recovery""#, with: #""type":"healing""#) }
        #expect(former != Self.full)
        #expect(try Self.text(former) == Self.text(Self.full))
    }

    @Test func `aligns what stands in one column`() throws {
        let lines = try Self.text(Self.full).split(separator: "\n").map(Array.init)
        let rows = lines.filter { line in
            ["command ", "gnome-shell ", "bar (this) "].contains { String(line).contains($0) }
        }
        try #require(rows.count == 3)
        #expect(Set(rows.map(\.count)).count == 1, "the last column is right-aligned")
        #expect(lines.allSatisfy { $0.last != " " })
    }

    @Test func `colours what is good and what is wrong on a terminal, and changes nothing else`() throws {
        let text = try Self.text(Self.full, isOn: true)
        for piece in [
            "\u{1b}[32mtracking\u{1b}[0m", "\u{1b}[31m3662 ms\u{1b}[0m", "\u{1b}[33m2 missed\u{1b}[0m",
        ] {
            #expect(text.contains(piece), "\(piece)")
        }
        let plain = text.split(separator: "\u{1b}").map { piece in
            piece.first == "[" ? String(piece.drop { $0 != "m" }.dropFirst()) : String(piece)
        }.joined()
        #expect(plain == (try Self.text(Self.full)))
    }

    @Test func `breaks no word and no table at the width of a terminal`() throws {
        func lines(_ width: Int) throws -> [String] {
            StatusReport(
                answer: try Self.answer(Self.full), style: TextStyle(isOn: false), now: 200_000_000_000,
                width: width
            ).lines
        }
        let wide = try lines(80)
        #expect(wide.allSatisfy { $0.count <= 80 }, "\(wide.joined(separator: "\n"))")
        // Too wide for a column of its own at 70, a table begins at the left.
        let narrow = try lines(70)
        #expect(narrow.contains { $0.hasPrefix("  command ") })
        #expect(narrow.contains("subscribers   2, 178 frames dropped"))
        #expect(narrow.contains("latency       of 12000 ticks             p50      p99"), "\(narrow)")
        // What fits nowhere is told row by row.
        let block = try lines(40)
        #expect(block.allSatisfy { $0.count <= 40 }, "\(block.joined(separator: "\n"))")
        let start = try #require(block.firstIndex(of: "  gnome-shell"), "\(block.joined(separator: "\n"))")
        #expect(
            block[start...].prefix(4) == [
                "  gnome-shell", "    pid 812, uid 1000, rate 60 Hz,", "    connected 2 h 3 min, lag 0 ms,",
                "    dropped 0, queued 0 B",
            ])
        #expect(
            block.contains("    event lost, sensor lis3dh,") && block.contains("    why unplugged"),
            "\(block)")
        func words(_ lines: [String]) -> Set<Substring> {
            Set(lines.joined(separator: " ").split(whereSeparator: { " ,".contains($0) }))
        }
        #expect(words(try lines(1000)).isSubset(of: words(block)))
    }

    @Test func `shows what an older daemon says, and leaves out what it does not`() throws {
        let text = try Self.text([
            #"{"type":"status","server":"tiltshadow 0.0.9","uptime_s":3,"state":"none","ticks":7,"#
                + #""subscribers":1,"candidates":[{"open":false,"id":"b","name":"pad","kind":"evdev","#
                + #""device":"/dev/e","reason":"a pad","trouble":"permission denied"}]}"#
        ])
        for piece in [
            "tiltshadow 0.0.9, up 3 s: none", "- pad (evdev) /dev/e", "permission denied", "7 published",
        ] {
            #expect(text.contains(piece), "\(piece)")
        }
        for piece in ["latency", "recovery", "faults", "refused", "command"] {
            #expect(!text.contains(piece), "\(piece)")
        }
    }

    @Test func `makes do with an answer of nothing`() throws {
        let text = try Self.text([#"{"type":"status"}"#])
        #expect(text.contains("a daemon of unknown version"))
        #expect(text.contains("candidates    none"))
    }

    @Test(arguments: [
        (0.0, "0 s"), (59.9, "59 s"), (60, "1 min 0 s"), (3599, "59 min 59 s"), (7380, "2 h 3 min"),
        (360_000, "4 d 4 h"), (-5, "0 s"), (1e300, "11574074 d 1 h"),
    ])
    func `tells a span of time`(seconds: Double, text: String) {
        #expect(StatusText.span(seconds: seconds) == text)
    }

    @Test(arguments: [
        (0.0, "0 µs"), (999, "999 µs"), (9800, "9.8 ms"), (120_000, "120 ms"), (1_250_000, "1.25 s"),
    ])
    func `tells a short time`(microseconds: Double, text: String) {
        #expect(StatusText.time(microseconds: microseconds) == text)
    }

    @Test func `cuts a coloured line by what is seen of it`() {
        let style = TextStyle(isOn: true)
        let line = style.paint("abc", .bad) + "def"
        #expect(TextStyle.cut(line, to: 4) == style.paint("abc", .bad) + "d")
        #expect(TextStyle.cut(line, to: 2) == style.paint("ab", .bad))
        #expect(TextStyle.cut("abc", to: 3) == "abc")
    }

    private func words(_ line: Substring) -> [Substring] { line.split(separator: " ") }
}
