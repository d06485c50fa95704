import Foundation
import LinuxSystem
import Testing
import TiltCore

@testable import TiltRelay

@Suite struct `Relay settings` {
    private func read(_ text: String, _ words: [String] = []) throws -> RelaySettings {
        var settings = RelaySettings()
        try RelaySettingsReader.read(Array(text.utf8), path: "relay.conf", into: &settings)
        try RelayArguments(["publish"] + words).apply(to: &settings)
        return settings
    }

    @Test func `come from a file`() throws {
        let settings = try read(
            """
            # The broker of the house.
            [broker]
            to = mqtts://broker/desk
            user = desk
            password_file = /etc/tiltshadow/password

            [publish]
            name = Desk
            discovery = homeassistant
            rate_hz = 25
            mapping = projection
            include = up
            """)
        #expect(settings.address?.host == "broker")
        #expect(settings.user == "desk")
        #expect(settings.passwordFile == "/etc/tiltshadow/password")
        #expect(settings.name == "Desk")
        #expect(settings.announcesToHomeAssistant)
        #expect(settings.options.rateHz == 25)
        #expect(settings.options.mapping == .projection)
        #expect(settings.options.include == .up)
    }

    @Test func `are those of the command line where both name them`() throws {
        let settings = try read(
            "[broker]\nto = mqtts://broker/desk\n[publish]\nrate_hz = 25\ngain = 5\n",
            ["--to=mqtts://other/desk", "--rate", "10", "--lookahead-ms", "16"])
        #expect(settings.address?.host == "other")
        #expect(settings.options.rateHz == 10)
        #expect(settings.options.gain == 5)
        #expect(settings.options.lookaheadMilliseconds == 16)
    }

    @Test(arguments: [
        ("to = x", "relay.conf:1: \"to\" stands in no section; to belongs to [broker]"),
        ("gain = 3", "relay.conf:1: \"gain\" stands in no section; gain belongs to [publish]"),
        ("colour = x", "relay.conf:1: \"colour\" stands in no section"),
        ("[brokers]", "relay.conf:1: \"[brokers]\" is no section"),
        ("[broker]\nnonsense", "relay.conf:2: \"nonsense\" is no setting"),
        ("[broker]\nrate_hz = 5", "relay.conf:2: unknown key \"rate_hz\" in [broker]"),
        ("[publish]\nuser = x", "relay.conf:2: \"user\" belongs under [broker]"),
        ("[publish]\nname = a\nname = b", "relay.conf:3: \"name\" was set on line 2 already"),
        ("[publish]\nname =", "relay.conf:2: \"name\" has no value"),
        ("[publish]\nrate_hz = 900", "relay.conf:2: rate_hz: "),
        ("[publish]\ninclude = raw", "relay.conf:2: include: raw readings never leave the machine"),
        ("[publish]\ninclude = up,raw", "relay.conf:2: include: raw readings never leave the machine"),
        ("[publish]\ndiscovery = openhab", "relay.conf:2: discovery \"openhab\": expected homeassistant"),
        ("[broker]\nto = http://x/y", "relay.conf:2: \"http://x/y\": unknown scheme"),
        ("[broker]\nto = mqtts://x:y/z", "relay.conf:2: \"mqtts://x:y/z\": its port"),
        (
            "[publish]\nname = Desk # mine",
            "relay.conf:2: \"name\" = \"Desk # mine\": a comment needs a line of its own"
        ),
    ])
    func `are refused with the line and the reason, as what no restart mends`(text: String, words: String) {
        #expect {
            try read(text)
        } throws: { error in
            guard let error = error as? RelayError else { return false }
            return error.description.hasPrefix(words) && error.exitCode == RelayError.wrongSettingsCode
        }
    }

    @Test(
        arguments: [
            ("[broker]\nuser = desk\0zzz\n", 2, 0), ("[broker]\n# a\0b\n", 2, 0),
            ("[broker]\nuser = d\u{FF}sk\n", 2, 0xFF), ("[broker]\nuser = d\u{1B}sk\n", 2, 0x1B),
            ("[br\u{7F}oker]\n", 1, 0x7F),
        ] as [(String, Int, UInt8)])
    func `are refused where a byte is of no text`(text: String, line: Int, byte: UInt8) {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        var settings = RelaySettings()
        let error = RelayError.settings(path: "relay.conf", line: line, why: "byte \(byte) is not text")
        #expect(throws: error) {
            try RelaySettingsReader.read(bytes, path: "relay.conf", into: &settings)
        }
    }

    @Test func `may begin as other systems' editors have a text begin, and say in comments what they like`()
        throws
    {
        #expect(try read("\u{FEFF}[broker]\r\nuser = d\u{E9}sk\r\n").user == "d\u{E9}sk")
        var settings = RelaySettings()
        let bytes = Array("# caf".utf8) + [0xE9] + Array("\n[broker]\nuser = x\n".utf8)
        try RelaySettingsReader.read(bytes, path: "relay.conf", into: &settings)
        #expect(settings.user == "x")
    }

    @Test(arguments: ["publish", "serve"])
    func `name a socket that a path can be of`(section: String) throws {
        let longest = "/" + String(repeating: "s", count: 106)
        #expect(try read("[\(section)]\nsocket = \(longest)\n") != RelaySettings())
        let words = "relay.conf:2: socket \"\("\(longest)s".excerpt)\": 108 bytes, expected at most 107"
        #expect {
            try read("[\(section)]\nsocket = \(longest)s\n")
        } throws: {
            ($0 as? RelayError)?.description == words && ($0 as? RelayError)?.exitCode == 2
        }
    }

    @Test(arguments: [(107, true), (107, false), (108, true), (108, false)])
    func `name a socket that a path can be of by the environment, too`(count: Int, isByVariable: Bool) {
        let path = "/" + String(repeating: "s", count: count - 1)
        let environment = Environment(isByVariable ? ["TILTSHADOW_SOCKET": path] : [:])
        let name = isByVariable ? "TILTSHADOW_SOCKET" : "socket"
        var error: RelayError?
        do throws(RelayError) { try RelaySettings.checkSocket(path, environment) } catch let wrong {
            error = wrong
        }
        let words = "\(name) \(path.quoted): 108 bytes, expected at most 107"
        #expect(error == (count == 107 ? nil : .wrongUse(words)) && error?.exitCode ?? 2 == 2)
    }

    @Test func `have no comment behind a value, whatever the key`() {
        let keys = RelaySettings.keys.map { ($0.section, $0.name) } + [("publish", "rate_hz")]
        for (section, key) in keys {
            #expect {
                try read("[\(section)]\n\(key) = 1 # one")
            } throws: { error in
                "\(error)".contains("a comment needs a line of its own")
            }
        }
    }

    @Test func `may have a # in a value, but behind a blank`() throws {
        let settings = try read(
            "[broker]\nuser = u#1\npassword_file = /etc/a#b/pass#\nca_file=/x#y\n[publish]\nname = Desk#1")
        #expect(settings.user == "u#1" && settings.name == "Desk#1")
        #expect(settings.passwordFile == "/etc/a#b/pass#" && settings.authorityFile == "/x#y")
        for value in ["#1", "a #1", "a\t#1", "a#b # c"] {
            #expect(throws: RelayError.self, "\(value)") { try read("[broker]\nuser = \(value)") }
        }
    }

    @Test func `are bytes, whatever mark stands behind a sign`() throws {
        #expect(try read("#\u{301} a comment\n[broker]\nuser =\u{301}a").user == "\u{301}a")
        #expect(try read("", ["--name=\u{301}a"]).name == "\u{301}a")
    }

    @Test(arguments: [
        ("password_file", "user"), ("certificate_file", "key_file"), ("key_file", "certificate_file"),
    ])
    func `need one another`(key: String, other: String) throws {
        let lines = "[broker]\nto = mqtts://broker/desk\n\(key) = /x\n"
        #expect(throws: RelayError.incomplete(key, needs: other)) { try read(lines).checkedAddress() }
        #expect(RelayError.incomplete(key, needs: other).exitCode == RelayError.wrongSettingsCode)
        #expect(try read(lines + "\(other) = y\n").checkedAddress().topic == "desk")
    }

    @Test(arguments: [
        [], ["server"], ["serve", "--rate", "10"], ["serve", "--to", "mqtts://broker/desk"],
        ["publish", "--from", "mqtts://broker/desk"], ["publish", "--nonsense", "1"], ["publish", "desk"],
        ["publish", "--to"],
        ["publish", "--check=1"], ["publish", "--user", "me"], ["publish", "--password-file", "x"],
    ])
    func `are refused as wrong use`(words: [String]) {
        #expect {
            try RelayArguments(words)
        } throws: { error in
            (error as? RelayError)?.exitCode == 2
        }
    }

    @Test func `let plain text cross a network only where that was said`() throws {
        #expect(throws: RelayError.noAddress) { try read("").checkedAddress() }
        #expect(throws: RelayError.notEncrypted("mqtt://broker:1883/desk")) {
            try read("", ["--to", "mqtt://broker/desk"]).checkedAddress()
        }
        #expect(try read("", ["--to", "mqtt://localhost/desk"]).checkedAddress().isLoopback)
        #expect(try read("", ["--to", "mqtts://broker/desk"]).checkedAddress().isEncrypted)
        #expect(
            try read("", ["--to", "mqtt://broker/desk", "--insecure"]).checkedAddress().host == "broker")
    }

    @Test func `all stand in the file to copy from, as they can be read`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let lines = try String(contentsOf: root.appendingPathComponent("config/relay.conf"), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let isSetting = { (line: Substring) in
            line.hasPrefix("#") && !line.hasPrefix("# ") && line.contains(" = ")
        }
        let settings = try read(
            lines.map { isSetting($0) ? String($0.dropFirst()) : String($0) }.joined(separator: "\n"))
        #expect(settings.address?.topic == "tiltshadow/desk")
        #expect(settings.isInsecure && settings.announcesToHomeAssistant)
        for key in RelaySettings.keys {
            #expect(lines.contains { $0.hasPrefix("#\(key.name) = ") }, "\(key.name)")
        }
        // As it is shipped nothing is set.
        #expect(try read(lines.joined(separator: "\n")) == RelaySettings())
    }

    @Test func `are on or off as with watch, and as in a file`() throws {
        let settings = try read("", ["--yaw-assist", "--no-moves", "--strict", "true"])
        #expect(settings.options.assistsYaw == true && settings.options.isStrict == true)
        #expect(settings.options.moves == false)
        #expect(try read("", ["--yaw-assist=false"]).options.assistsYaw == false)
        #expect(try RelayArguments(["publish", "--strict", "--check"]).isCheck)
        for words in [["publish", "--no-rate"], ["serve", "--no-moves"], ["publish", "--no-"]] {
            #expect(throws: RelayError.self) { try RelayArguments(words) }
        }
        #expect(throws: RelayError.self) { try read("", ["--strict=perhaps"]) }
    }

    @Test func `stand in the help, but for those of files`() {
        for option in SubscribeOption.all { #expect(RelayArguments.help.contains("--\(option.longName) ")) }
        #expect(RelayArguments.help.contains("--no-moves "))
        #expect(RelayArguments.help.contains("--to <url>"))
        for name in ["--user", "--password", "--key"] { #expect(!RelayArguments.help.contains(name)) }
    }
}
