import Foundation
import LinuxSystem
import Testing
import TiltClient
import TiltCore
import TiltDaemon

/// Facts that have one home in the daemon, and are said again where its code cannot be used: in other languages, and in words.
@Suite struct `What is said twice` {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: BuiltProducts.source(path), encoding: .utf8)
            .replacing("\\-", with: "-").replacing("\\(dq", with: "\"")
    }

    private static func expect(_ words: String, in path: String) throws {
        #expect(try text(path).contains(words), "\(path) lacks \(words)")
    }

    @Test(arguments: [
        ("Sources/Clients/C/tiltshadow.c", "LONGEST_LINE = %"),
        ("Sources/Clients/C/tiltshadow.c", "a line of more than % bytes"),
        ("Sources/Clients/Python/tiltshadow.py", "LONGEST_LINE = %"),
        ("Sources/Clients/JavaScript/tiltshadow.mjs", "LONGEST_LINE = %;"),
        ("Sources/Clients/Rust/src/link.rs", "LONGEST_LINE: usize = %;"),
        ("Sources/Adapters/QtQuick/tiltshadow.h", "longestLine = %,"),
        ("Sources/Adapters/Quickshell/TiltShadow.qml", "_longestLine: %"),
        ("Sources/Adapters/Quickshell/TiltShadow.qml", "a line of more than % bytes"),
        ("Sources/tiltshadow/Manual/tiltshadow-protocol.7", "at most % bytes with it"),
        ("Sources/tiltshadow/Manual/tiltshadow-protocol.7", "One of more than % bytes is no daemon's"),
        ("Sources/tiltshadow/Manual/tiltshadow-protocol.7", "A line of more than % bytes"),
        ("Sources/tiltshadow/Manual/tiltshadowd.8", "of at most % bytes"),
        ("README.md", "at most % bytes"), ("README.md", "a line over % bytes"),
    ])
    func `has the longest line`(path: String, words: String) throws {
        try Self.expect(words.replacing("%", with: "\(ProtocolVersion.longestLine)"), in: path)
    }

    /// 90 is a quarter clockwise: the test of ``DisplayRotation`` holds that against what it does.
    @Test(arguments: [
        ("Sources/tiltshadow/Manual/tiltshadow-protocol.7", "turned clockwise: 0, 90, 180 or 270 degrees"),
        (
            "Sources/tiltshadow/Manual/tiltshadow-rotate.1",
            "degrees clockwise: 90 where the device's right edge is up"
        ),
        ("Sources/tiltshadow/Manual/protocol-1.schema.json", "turned clockwise against the panel"),
        ("Sources/Clients/C/tiltshadow.h", "turned clockwise against the device"),
        ("Sources/Clients/Rust/src/shadow.rs", "turned clockwise against the device"),
        ("Sources/Adapters/QtQuick/tiltshadow.h", "turned clockwise: 0, 90, 180 or 270"),
        ("Sources/TiltPreview/Page/shadow.js", "`angle` degrees clockwise against the device"),
        ("README.md", "how far the picture is turned clockwise"),
    ])
    func `has which way round a picture is turned`(path: String, words: String) throws {
        try Self.expect(words, in: path)
        #expect(try !Self.text(path).contains("degrees counterclockwise"), "\(path)")
    }

    @Test func `has the longest path of a socket`() throws {
        #expect(Setting.longestSocketPath == UnixAddress.longestPath)
        try Self.expect(
            "at most \(UnixAddress.longestPath) bytes", in: "Sources/tiltshadow/Manual/tiltshadow.conf.5")
    }

    /// Where the daemon serves and where a client looks, in the order in which it looks; from `beginning` on.
    @Test(arguments: [
        ("Sources/TiltClient/TiltShadow.swift", "static func defaultPath(environment"),
        ("Sources/Clients/C/tiltshadow.c", "static bool find_socket"),
        ("Sources/Clients/Python/tiltshadow.py", "def default_path"),
        ("Sources/Clients/JavaScript/tiltshadow.mjs", "export async function defaultPath"),
        ("Sources/Clients/Rust/src/place.rs", "pub(crate) fn find"),
        ("Sources/Adapters/QtQuick/tiltshadow.h", "QString place() const"),
        ("Sources/Adapters/Quickshell/TiltShadow.qml", "function _places()"),
    ])
    func `has the places of the socket, the user's before the system's`(path: String, beginning: String)
        throws
    {
        let text = try Self.text(path)
        let start = try #require(text.range(of: beginning), "\(path) lacks \(beginning)").lowerBound
        let body = text[start...]
        let own = try #require(body.range(of: "/tiltshadow/tiltshadow.sock"), "\(path)")
        let former = try #require(body[own.upperBound...].range(of: "/tiltshadow.sock"), "\(path)")
        let system = try #require(body[former.upperBound...].range(of: DaemonPaths.systemSocket), "\(path)")
        #expect(system.lowerBound > former.lowerBound)
        let (before, after) = path.hasSuffix(".mjs") ? (".", "") : ("\"", "\"")
        let named = try #require(body.range(of: before + "TILTSHADOW_SOCKET" + after), "\(path)")
        let runtime = try #require(body.range(of: before + "XDG_RUNTIME_DIR" + after), "\(path)")
        #expect(named.lowerBound < runtime.lowerBound, "\(path)")
        #expect(max(named.lowerBound, runtime.lowerBound) < system.lowerBound, "\(path)")
    }

    @Test(arguments: [
        "README.md", "config/tiltshadow.conf", "systemd/tiltshadow.socket",
        "Sources/tiltshadowd/Arguments.swift",
        "Sources/tiltshadow/Commands/WatchCommand.swift", "Sources/tiltshadow/Manual/tiltshadow-protocol.7",
        "Sources/tiltshadow/Manual/tiltshadowd.8",
    ])
    func `has the system's socket, and the user's beside it`(path: String) throws {
        try Self.expect(DaemonPaths.systemSocket, in: path)
        guard path != "systemd/tiltshadow.socket" else { return }
        try Self.expect("$XDG_RUNTIME_DIR/tiltshadow/tiltshadow.sock", in: path)
    }

    @Test func `has one place of the system's socket, which every client of ours finds`() {
        let environment = Environment([:])
        let served = DaemonPaths(environment: environment, isSuperuser: true).socket(option: nil, setting: "")
        #expect(served == TiltShadow.defaultPath(environment: { _ in nil }, exists: { _ in false }))
        let own = DaemonPaths(environment: Environment(["XDG_RUNTIME_DIR": "/r"]), isSuperuser: false)
            .socket(option: nil, setting: "")
        #expect(
            own
                == TiltShadow.defaultPath(
                    environment: { $0 == "XDG_RUNTIME_DIR" ? "/r" : nil }, exists: { $0 == own }))
    }

    @Test(arguments: [
        "config/tiltshadow.sysusers", "systemd/install.sh", "systemd/packages/APKBUILD",
        "systemd/packages/tiltshadow.pre-install", "Sources/tiltshadow/Manual/tiltshadow-calibrate.1",
        "Sources/tiltshadow/Manual/tiltshadow-protocol.7", "Sources/TiltDaemon/TiltDaemon.docc/Security.md",
    ])
    func `has the group that may read raw samples`(path: String) throws {
        try Self.expect(RawAccess.groupName, in: path)
    }

    /// What is drawn before, or without, a daemon that says how: its own defaults.
    @Test func `has the shadow's defaults`() throws {
        let shadow = Settings().shadow
        let (gain, limit) = (shadow.gain.shortText, shadow.limit.shortText)
        let (blur, opacity) = (shadow.blurPx.shortText, shadow.opacity.shortText)
        let (x, y) = (shadow.fallback.x.shortText, shadow.fallback.y.shortText)
        let page = "Sources/TiltPreview/Page/"
        let said: [(String, String)] = [
            (
                page + "local-mapping.js",
                "{ gain: \(gain), limit: \(limit), mapping: \"\(shadow.mapping.rawValue)\""
            ),
            (page + "local-mapping.js", "reference: \"\(shadow.reference.rawValue)\" }"),
            (page + "shadow.js", "tiltOffset(up, gain = \(gain))"),
            (page + "shadow.js", "FALLBACK = Object.freeze({ x: \(x), y: \(y) })"),
            (page + "neutral-frame.js", "WIDEST = (\(shadow.neutralAngleDegrees.shortText) * Math.PI) / 180"),
            (page + "neutral-frame.js", "TIME_CONSTANT = \(shadow.neutralTimeSeconds.shortText);"),
            (page + "settings.js", "[\"gain\", \"Gain\", \"px/rad\", 0, 60, 1, \(gain)]"),
            (page + "settings.js", "[\"limit\", \"Limit\", \"px\", 0, 48, 1, \(limit)]"),
            (
                "Sources/Adapters/QtQuick/tiltshadow.h",
                "x_ = \(x), y_ = \(y), blur_ = \(blur), strength_ = \(opacity);"
            ),
            ("Sources/Adapters/GTK4/card.py", "self.blur, self.opacity = \(blur).0, \(opacity)"),
            ("Sources/Adapters/GJS/card.mjs", "blur: \(blur), strength: \(opacity),"),
            ("Sources/Adapters/Quickshell/TiltShadow.qml", "property real blur: \(blur)\n"),
            ("Sources/Adapters/Quickshell/TiltShadow.qml", "property real strength: \(opacity)\n"),
            ("Sources/Adapters/Quickshell/TiltShadow.qml", "property real offsetY: \(y)\n"),
            ("Sources/Adapters/Shell/ags.js", "\(blur)px rgba(0, 0, 0, \(opacity))"),
            ("Sources/Adapters/Shell/astal.mjs", "\(blur)px rgba(0, 0, 0, \(opacity))"),
            ("Sources/Adapters/Shell/eww.yuck", "\(blur)px rgba(0, 0, 0, \(opacity))"),
        ]
        for (path, words) in said { try Self.expect(words, in: path) }
    }

    @Test func `has the blur in one unit`() throws {
        let unit = try #require(SettingsTable.all.first { $0.key == "blur_px" }).unit
        for path in [
            "Sources/TiltClient/Hello.swift", "Sources/tiltshadow/Manual/protocol-1.schema.json",
            "Sources/tiltshadow/Manual/tiltshadow-protocol.7",
        ] {
            #expect(try Self.text(path).lowercased().contains("in \(unit)"), "\(path)")
        }
    }

    @Test(arguments: [
        ("Sources/Clients/C/Makefile", "VERSION ?= %"),
        ("Sources/Clients/JavaScript/package.json", "\"version\": \"%\""),
        ("Sources/Clients/Python/pyproject.toml", "version = \"%\""),
        ("Sources/Clients/Rust/Cargo.toml", "version = \"%\""),
    ])
    func `has the version`(path: String, words: String) throws {
        let version = try #require(ProtocolVersion.server.split(separator: " ").last)
        try Self.expect(words.replacing("%", with: version), in: path)
    }

    @Test func `has the levels of the log`() {
        for level in LogLevel.allCases { #expect(level.journalLevel.name == level.rawValue) }
        #expect(LogLevel.allCases.count == JournalLevel.allCases.count)
    }
}
