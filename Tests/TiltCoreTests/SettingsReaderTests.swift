import Testing
import TiltCore

@Suite struct `Settings reader` {
    private func read(_ text: String) throws(SettingsErrors) -> Settings {
        try SettingsReader.read(Array(text.utf8), file: "test.conf")
    }

    @Test(arguments: [
        "", "\n\n", "# nothing\n; nothing either\n", "[shadow]\n", "\u{FEFF}[shadow]\n",
        "[shadow]\n[shadow]\n",
    ])
    func `reads a file that sets nothing`(text: String) throws {
        #expect(try read(text) == Settings())
    }

    @Test(arguments: [
        "[shadow]\ngain = 20\n", "[shadow]\ngain=20", "  [ shadow ]  \r\n\tgain\t=\t20\t\r\n",
        "\u{FEFF}[shadow]\r\ngain = 20\r\n", "[log]\nlevel = info\n[shadow]\n# turn\ngain = +20.0\n",
        "[shadow]\ngain = 2e1\n",
    ])
    func `reads a value however it is spaced`(text: String) throws {
        #expect(try read(text).shadow.gain == 20)
    }

    @Test func `keeps the given defaults where the file is silent`() throws {
        var defaults = Settings()
        defaults.shadow.limit = 3
        let settings = try SettingsReader.read(
            Array("[shadow]\ngain = 4".utf8), file: "test.conf", defaults: defaults)
        #expect(settings.shadow.limit == 3)
        #expect(settings.shadow.gain == 4)
    }

    @Test(arguments: [
        ("gain = 3", "test.conf:1: \"gain\" stands in no section; gain belongs to [shadow]"),
        ("[shadow", "test.conf:1: \"[shadow\" is not a section, expected [name]"),
        ("[sahdow]\ngain = x", "test.conf:1: unknown section [sahdow]; did you mean [shadow]?"),
        ("[colour]", "test.conf:1: unknown section [colour]"),
        ("[shadow]\ngain", "test.conf:2: \"gain\" is not a setting, expected key = value"),
        ("[shadow]\n= 3", "test.conf:2: \"= 3\" is not a setting, expected key = value"),
        ("[shadow]\nrate = 50", "test.conf:2: unknown key \"rate\" in [shadow]; did you mean rate_hz?"),
        ("[shadow]\nBlur-PX = 5", "test.conf:2: unknown key \"Blur-PX\" in [shadow]; did you mean blur_px?"),
        ("[shadow]\nhold_s = 5", "test.conf:2: unknown key \"hold_s\" in [shadow]; it belongs to [sensor]"),
        (
            "[shadow]\nhold = 5",
            "test.conf:2: unknown key \"hold\" in [shadow]; did you mean hold_s of [sensor]?"
        ),
        ("[shadow]\nwallpaper = 5", "test.conf:2: unknown key \"wallpaper\" in [shadow]"),
        ("[shadow]\ngain = 1\n\ngain = 2", "test.conf:4: shadow.gain was set on line 2 already"),
        (
            "[shadow]\ngain = 1\n[log]\n[shadow]\ngain = 1",
            "test.conf:5: shadow.gain was set on line 2 already"
        ),
        (
            "[log]\nlevel = warn",
            "test.conf:2: log.level = \"warn\": expected error, warning, info or debug (did you mean warning?)"
        ),
        (
            "[shadow]\nmapping = sphere",
            "test.conf:2: shadow.mapping = \"sphere\": expected tilt, projection or euler"
        ),
        (
            "[shadow]\ndisplay_rotation = 45",
            "test.conf:2: shadow.display_rotation = \"45\": expected 0, 90, 180 or 270, in degrees"
        ),
        (
            "[socket]\npath = run/x",
            "test.conf:2: socket.path = \"run/x\": expected an absolute path of at most 107 bytes, or nothing"
        ),
        (
            "[socket]\ngroup = \"video\"",
            "test.conf:2: socket.group = \"\"video\"\": expected a group name or number, or nothing (write it without quotes)"
        ),
        (
            "[shadow]\nbase = 1",
            "test.conf:2: shadow.base = \"1\": expected two numbers x, y from -1000 to 1000, in points"
        ),
    ])
    func `names the place, what was given and what was expected`(text: String, message: String) {
        let errors = #expect(throws: SettingsErrors.self) { try read(text) }
        #expect(errors?.list.map { $0.description } == [message])
    }

    @Test(arguments: [
        ("900", ""), ("0.99", ""), ("-50", ""), ("1e300", ""), ("1e999", ""),
        ("", "nothing stands after the equals sign"),
        ("nan", ""), ("inf", ""), ("-inf", ""), ("0x32", "write the number alone, without a unit"),
        ("fifty", ""),
        ("50 Hz", "write the number alone, without a unit"), ("12,5", "write a point, not a comma"),
        ("50 # fast", "a comment needs a line of its own"), ("\"50\"", "write it without quotes"),
        ("1 2", "write the number alone, without a unit"),
    ])
    func `refuses what is no number in range`(given: String, detail: String) {
        let errors = #expect(throws: SettingsErrors.self) { try read("[shadow]\nrate_hz = \(given)") }
        let why = detail.isEmpty ? "" : " (\(detail))"
        #expect(
            errors?.description
                == "test.conf:2: shadow.rate_hz = \"\(given)\": expected a number from 1 to 200, in Hz\(why)")
    }

    @Test(arguments: [
        "socket.mode = 0888", "socket.mode = 66", "socket.mode = 1777", "socket.mode = +660",
        "socket.mode = 0o660",
        "socket.mode =", "socket.max_subscribers = 0", "socket.max_subscribers = 16385",
        "socket.max_subscribers = 2.5",
        "socket.max_subscribers = 99999999999999999999", "sensor.raw_sign = 0", "sensor.raw_sign = +1",
        "sensor.device = a\u{2}b", "sensor.device = a\nb", "socket.path = /a\u{1B}[2J", "socket.group = a\tb",
        "sensor.accel_scale = -1", "sensor.accel_scale = 11", "sensor.hold_s = 3601",
        "sensor.stale_after_ms = 39",
        "sensor.mount_matrix = 1,0,0;0,1,0", "sensor.mount_matrix = 0,0,0;0,1,0;0,0,1",
        "sensor.mount_matrix = 1e300,0,0;0,1,0;0,0,1", "sensor.mount_matrix = nan,0,0;0,1,0;0,0,1",
        "sensor.matrix_convention = windows", "motion.estimator = kalman", "motion.estimator =",
        "shadow.base = 1,2,3", "shadow.base = 1001,0", "shadow.base = 0,nan", "shadow.base =",
        "shadow.opacity = 1.1",
        "shadow.neutral_angle_deg = 91", "log.level = INFO",
    ])
    func `refuses a value outside what its key expects`(assignment: String) throws {
        var settings = Settings()
        let error = #expect(throws: SettingsError.self) { try settings.apply(assignment, option: "--set") }
        guard case .badValue = error else {
            Issue.record("expected a bad value, got \(String(describing: error))")
            return
        }
        #expect(error?.hint?.hasPrefix("remove the line for the default") == true)
    }

    @Test func `tells why a mount matrix is none`() {
        let errors = #expect(throws: SettingsErrors.self) {
            try read("[sensor]\nmount_matrix = 0,1,0; 1,0,0; 0,0,0")
        }
        #expect(errors?.description.contains("mount matrix row 3 is all zeroes") == true)
    }

    @Test func `reports every error of a file, in order`() {
        let errors = #expect(throws: SettingsErrors.self) {
            try read(
                "[shadow]\ngain = a\nlimit = 5\nopacity = 2\n[nowhere]\nx = 1\ny = 2\n[log]\nlevel = loud\n")
        }
        #expect(errors?.list.map { $0.place.line } == [2, 4, 5, 9])
    }

    @Test func `stops after twenty errors and says so`() {
        let text = "[shadow]\n" + String(repeating: "nonsense\n", count: 1000)
        let errors = #expect(throws: SettingsErrors.self) { try read(text) }
        #expect(errors?.list.count == SettingsReader.maximumErrors + 1)
        #expect(errors?.list.last == .tooMany(SettingsPlace(source: "test.conf", line: 22)))
    }

    @Test(
        arguments: [
            ([0x7F, 0x45, 0x4C, 0x46, 0x02, 0x00, 0x0A, 0x00], "test.conf:1: byte 0 is not text"),
            (Array("[shadow]\ngain = \u{1B}[2J5\n".utf8), "test.conf:2: byte 27 is not text"),
            (Array("[shadow]\ngain = ".utf8) + [0xB0, 0x0A], "test.conf:2: byte 176 is not text"),
            (Array(repeating: 65, count: 2000), "test.conf:1: a line of 2000 bytes, expected at most 1024"),
            (Array(repeating: 65, count: 65_537), "test.conf: 65537 bytes or more, expected at most 65536"),
        ] as [([UInt8], String)])
    func `refuses what is no settings file, kindly`(bytes: [UInt8], message: String) {
        let errors = #expect(throws: SettingsErrors.self) {
            try SettingsReader.read(bytes, file: "test.conf")
        }
        #expect(errors?.description == message)
        #expect(errors?.list.first?.hint?.contains("tiltshadow config --defaults") == true)
    }

    @Test func `lets a comment be as long and as foreign as it likes`() throws {
        let comment = Array("# ".utf8) + [0xB0] + Array(repeating: 65, count: 5000) + [0x0A]
        let text = comment + Array("[shadow]\ngain = 3\n".utf8)
        #expect(try SettingsReader.read(text, file: "test.conf").shadow.gain == 3)
    }

    @Test func `says of any bytes on which lines they mean nothing, and how`() {
        var state: UInt64 = 42
        for _ in 0..<500 {
            let bytes = (0..<200).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let alphabet = Array("[]=#\n\r shadowgin.05,-;\u{0}\u{FF}".utf8)
                return alphabet[Int(state >> 33) % alphabet.count]
            }
            let errors = #expect(throws: SettingsErrors.self) {
                try SettingsReader.read(bytes, file: "test.conf")
            }
            let (list, last) = (
                errors?.list ?? [], bytes.split(separator: 10, omittingEmptySubsequences: false).count
            )
            #expect(!list.isEmpty && list.allSatisfy { (1...last).contains($0.place.line ?? 1) }, "\(bytes)")
            #expect(list.allSatisfy { $0.description.utf8.allSatisfy { $0 >= 32 } }, "\(list)")
        }
    }
}
