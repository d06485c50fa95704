import Foundation
import Testing

/// The scripts of CI and of the nights, where something that they need is missing: that is told by the status 77, and passes
/// for nothing else.
@Suite struct `Steps that cannot run here` {
    private let directory: ScratchDirectory
    private let bin: String

    init() throws {
        directory = try ScratchDirectory()
        bin = directory.path + "/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        for name in ["sh", "dirname", "uname", "sed", "env", "awk", "cat"] {
            let place = try #require(
                ["/bin/", "/usr/bin/"].first { FileManager.default.isExecutableFile(atPath: $0 + name) })
            try FileManager.default.createSymbolicLink(
                atPath: "\(bin)/\(name)", withDestinationPath: place + name)
        }
    }

    private func script(_ path: String, _ text: String) throws {
        let whole = directory.path + "/" + path
        let folder = URL(fileURLWithPath: whole).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(("#!/bin/sh\n" + text + "\n").utf8).write(to: URL(fileURLWithPath: whole))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: whole)
    }

    /// Runs a script of the tree where no other programs are installed than those of `bin`.
    private func run(_ path: String, _ arguments: String...) async throws -> ToolRun {
        try await ToolRun.program(
            "/bin/sh", [BuiltProducts.source(path).path] + arguments, environment: ["PATH": bin])
    }

    @Test(arguments: ["build", "short", "60"])
    func `are the fuzz targets, without libFuzzer`(mode: String) async throws {
        let resources = directory.path + "/lib/swift"
        try FileManager.default.createDirectory(atPath: resources, withIntermediateDirectories: true)
        try script("bin/swiftc", #"echo '"runtimeResourcePath": "\#(resources)"'"#)
        let run = try await run("Tests/Fuzz/run.sh", mode)
        #expect(run.status == 77 && run.output.hasPrefix("skipped: "), "\(run.output) \(run.errors)")
    }

    @Test func `are those beside busy processors, without what keeps them busy`() async throws {
        let run = try await run("Tests/Soak/luck.sh", "1")
        #expect(run.status == 77 && run.output.hasPrefix("skipped: "), "\(run.output) \(run.errors)")
    }

    @Test func `are not those of a daemon that was not built, or of a wrong path`() async throws {
        guard InstalledPrograms.have("python3", for: "a plan of faults") else { return }
        try script("bin/gcc", "exit 1")
        let plan = BuiltProducts.source("Tests/Faults/sweep.py").path
        let run = try await ToolRun.program(
            "/usr/bin/env",
            ["PATH=\(bin):/usr/bin:/bin", "python3", plan, "--quick", "/nowhere/tiltshadowd"])
        #expect(
            run.status == 2 && run.output.contains("/nowhere/tiltshadowd"), "\(run.output) \(run.errors)")
    }

    /// What CI runs beside builds and tests, of which the last part cannot run here.
    @Test(arguments: [
        ("exit 77", 77, ["headers", "kernel"]), ("exit 1", 1, ["headers", "kernel"]),
        ("", 0, ["headers", "kernel"]),
    ])
    func `keep no other step from it`(last: String, status: Int32, steps: [String]) async throws {
        let whole = try String(contentsOf: BuiltProducts.source(".ci/run"), encoding: .utf8)
        let beside = try #require(whole.firstMatch(of: /setsid chrt -i 0 sh -ec '\n([^']*)'/)?.1)
        try script("beside", "set -e\n" + beside)
        try script(".ci/headers", "echo headers")
        try script(".ci/embedded", "echo daemon")
        try script("Tests/Processors/run.sh", last)
        try script(".build/shipped/tiltshadow-relay", "")
        try script("Tests/RealKernel/bench.sh", #"[ "$5" = daemon ] && echo kernel"#)
        let run = try await ToolRun.program(
            "/bin/sh", ["-c", #"cd "$1" && exec ./beside"#, "sh", directory.path])
        #expect(run.status == status && run.lines == steps, "\(run.output) \(run.errors)")
    }

    /// The step that builds, with other builds in the place of its own; the whole ends within a minute, or fails.
    @Test(arguments: [
        ("build one true\nbuild two true", 0, ""),
        ("build one true\nbuild two false", 1, "this build failed: two"),
        ("build one true\nbuild two sh -c 'kill -9 $PPID'", 1, "one of the builds was killed"),
        ("build one sh -c 'kill -9 $PPID'", 1, "one of the builds was killed"),
    ])
    func `are no builds that were killed: CI waits for none of them`(
        builds: String, status: Int32, says: String
    ) async throws {
        let whole = try String(contentsOf: BuiltProducts.source(".ci/run"), encoding: .utf8)
        let step = try #require(whole.firstMatch(of: /\nmkfifo [\s\S]*\nexec 4<&-\n/)?.0)
        let own = try #require(step.firstMatch(of: /\nbuild [\s\S]*?(?=\nexec 4<)/)?.range)
        let text = step.replacingCharacters(in: own, with: "\n" + builds)
        let script = try directory.file("builds", "set -eu\nwork=$1 builds=\n" + text)
        let run = try await ToolRun.program(
            "/usr/bin/timeout", ["-s", "KILL", "60", "/bin/sh", script, directory.path])
        #expect(run.status == status, "\(run.errors)")
        #expect(says.isEmpty ? run.errors.isEmpty : run.errors.contains("run: " + says), "\(run.errors)")
    }

    @Test func `let no night make its own step usual`() async throws {
        let usual = (1...5).map { "t\tc\trow\t1.0\($0)\n" }.joined()
        let history = try directory.file("history", usual)
        let kept = try directory.file("kept", "")
        let judge = BuiltProducts.source("Tests/Soak/ratios.awk").path
        for (value, status, keeps) in [("1.30", 1, false), ("1.10", 0, true), ("0.50", 0, true)] {
            let new = try directory.file("new", "t\tc\trow\t\(value)\nt\tc\tother \(value)\t9\n")
            let run = try await ToolRun.program(
                "/usr/bin/awk", ["-F", "\t", "-v", "kept=\(kept)", "-f", judge, history, new])
            #expect(run.status == status, "\(run.output) \(run.errors)")
            let rows = try String(contentsOfFile: kept, encoding: .utf8)
            #expect(rows == (keeps ? "t\tc\trow\t\(value)\n" : "") + "t\tc\tother \(value)\t9\n")
        }
    }
}
