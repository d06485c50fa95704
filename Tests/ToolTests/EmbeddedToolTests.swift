import Foundation
import Testing

/// The tool as Embedded Swift (`.ci/embedded`), held against the ordinary one: the same words, to the byte.
@Suite struct `The embedded tool` {
    /// Where it is, or `nil`, which it says, where it was not built.
    private static let program: String? = {
        let path = BuiltProducts.source(".build-embedded/release/tiltshadow").path
        if FileManager.default.isExecutableFile(atPath: path) { return path }
        print("skipped: the embedded tool: \(path) is not there; build it first: .ci/embedded")
        return nil
    }()

    static let commands = [
        "watch", "status", "demo", "sensors", "record", "replay", "plot", "convert", "score", "config",
        "calibrate", "recentre", "rotate", "doctor",
    ]

    /// Runs both with the same words, and says where they differ.
    private func expectSame(_ arguments: [String], input: Data = Data()) async throws {
        guard let program = Self.program else { return }
        let ordinary = try await ToolRun.tool(arguments, input: input)
        let embedded = try await ToolRun.program(program, arguments, input: input)
        #expect(embedded.status == ordinary.status, "\(arguments)\n\(embedded.errors)")
        #expect(embedded.output == ordinary.output, "\(arguments)")
        #expect(embedded.errors == ordinary.errors, "\(arguments)")
    }

    @Test(arguments: commands)
    func `has every option with the same help`(command: String) async throws {
        try await expectSame([command, "--help"])
    }

    @Test(arguments: [
        ["watch", "--foo"], ["watch", "--jso"], ["watch", "-j"], ["watch", "x", "y"], ["watch", "-"],
        ["watch", "--", "--foo"], ["watch", "--count"], ["watch", "--count", "1.5"],
        ["watch", "--count", "0"],
        ["watch", "--json", "--graph"], ["watch", "--json=5"], ["watch", "--gain", "-20"],
        ["watch", "--mapping", "x"], ["watch", "--include"], ["watch", "--rate", "900"],
        ["replay"], ["replay", "a", "b"], ["replay", "a", "--format", "x"], ["replay", "--gain"],
        ["replay", "a", "--gain", "x"], ["replay", "a", "--set", "shadow.gian=1"],
        ["record", "a", "--seconds", ""], ["record", "a", "--max-size", "1"],
        ["record", "a", "--rotate", "3"],
        ["calibrate", "-o"], ["calibrate", "--poses", "4"], ["calibrate", "--level", "--raw-sign", "1"],
        ["config"], ["config", "--defaults", "--effective"], ["doctor", "x"], ["score", "x"], ["wtch"],
        ["help", "wtch"],
        ["--foo"],
    ])
    func `refuses the same`(arguments: [String]) async throws { try await expectSame(arguments) }

    @Test(arguments: [
        ["--version"], ["watch", "--version"], ["help", "watch"], ["watch", "--nonsense", "--help"],
        ["config", "--defaults"], ["config", "--effective", "--config", "/dev/null"],
        ["config", "--check", "/dev/null"], ["config", "--check", "/proc/nonexistent"],
        ["config", "--check", "-"],
        ["replay", DemoLog.path], ["replay", DemoLog.path, "--format=csv", "--yaw-assist", "--gain", "-20"],
        ["replay", DemoLog.path, "--mapping", "projection", "--no-yaw-assist", "--rate", "25"],
        ["convert", DemoLog.path, "-"], ["convert", DemoLog.path, "-", "--to", "evemu"],
        ["plot", DemoLog.path, "-o", "-", "--judder"], ["calibrate", "--log", DemoLog.path],
        ["calibrate", "--log", DemoLog.path, "--level", "--json"],
        ["sensors", "nonsense"], ["status", "--socket", "/proc/nonexistent"],
        ["watch", "--socket", "/proc/nonexistent"],
        ["recentre", "--socket", "/proc/nonexistent"], ["rotate", "90", "--socket", "/proc/nonexistent"],
        ["rotate", "45"], ["rotate", "90", "180"], ["rotate"],
        ["record", "/dev/null/a", "--device", "nonsense"],
    ])
    func `says the same`(arguments: [String]) async throws { try await expectSame(arguments) }

    @Test func `lists the sensors alike, and reads standard input`() async throws {
        try await expectSame(["sensors"])
        try await expectSame(["sensors", "--ids"])
        try await expectSame(["sensors", "--explain-matrix", "--json"])
        try await expectSame(
            ["replay", "-"], input: try Data(contentsOf: URL(fileURLWithPath: DemoLog.path)))
    }

    @Test(arguments: ["--help", "--version", "watch --help", "watch --version"])
    func `fails alike where help cannot be written`(words: String) async throws {
        guard let program = Self.program else { return }
        let run = try await ToolRun.program("/bin/sh", ["-c", "exec \"$0\" \(words) >/dev/full", program])
        #expect(run.status == 1)
        #expect(
            run.errors.hasPrefix("tiltshadow: write standard output: No space left on device\n"),
            "\(run.errors)")
    }

    @Test func `follows a daemon`() async throws {
        guard let program = Self.program else { return }
        let daemon = try await RunningDaemon()
        let socket = ["--socket", daemon.socket]
        let frames = try await ToolRun.program(program, ["watch", "--json", "--count", "5"] + socket)
        #expect(frames.status == 0 && frames.lines.count == 5, "\(frames.errors)")
        #expect(frames.lines.allSatisfy { $0.hasPrefix(#"{"type":"frame","seq":"#) })
        let status = try await ToolRun.program(program, ["status"] + socket)
        #expect(status.status == 0, "\(status.errors)")
        #expect(status.output.contains("tracking"), "\(status.output)")
        let recentred = try await ToolRun.program(program, ["recentre"] + socket)
        #expect(recentred.status == 0 && recentred.output.hasPrefix("no program has a neutral pose"))
        let rotated = try await ToolRun.program(program, ["rotate", "0"] + socket)
        #expect(rotated.status == 0 && rotated.output.hasPrefix("no program of yours follows"))
        let recording = try await ToolRun.program(
            program, ["watch", "--seconds", "0.2", "--mapping", "projection", "--include", "up"] + socket)
        #expect(recording.status == 0 && recording.output.contains(" up "), "\(recording.errors)")
    }

    @Test func `names what it lacks`() async throws {
        guard let program = Self.program else { return }
        let run = try await ToolRun.program(program, ["preview", "--open"])
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("tiltshadow: this tiltshadow was built without preview\n  try: "))
        // Every command of the ordinary one is here or named as missing; it hands over to the relay, and does not list it.
        let ordinary = Self.listed(try await ToolRun.tool(["--help"]))
        let embedded = Self.listed(try await ToolRun.program(program, ["--help"]))
        #expect(ordinary.filter { $0 != "preview" && $0 != "relay" } == embedded)
        #expect(embedded.sorted() == Self.commands.sorted())
    }

    /// The commands in the tool's own help.
    private static func listed(_ help: ToolRun) -> [String] {
        help.lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst().compactMap { line in
            line.hasPrefix("  ") && !line.hasPrefix("   ") && !line.hasPrefix("  See ")
                ? line.split(separator: " ").first.map(String.init) : nil
        }
    }
}
