import Foundation
import Testing

/// Runs what the README shows, against the real daemon.
@Suite struct `README` {
    @Test func `shows code in these languages only, so that none goes untested`() throws {
        let languages = Set(try ReadmeBlock.all().map { $0.language })
        #expect(languages == ["text", "console", "sh", "python", "javascript", "c", "swift"])
    }

    @Test(arguments: try ReadmeBlock.all().filter { $0.language == "sh" })
    func `shell commands work`(block: ReadmeBlock) async throws {
        guard !block.code.contains("socat") || isInstalled("socat") else { return }
        let isEndless = block.code.contains("ignoreeof")
        let run = try await run("bash", ["-euo", "pipefail", "-c", block.code], endless: isEndless)
        #expect(run.lines.count >= 3, "\(run.errors)")
    }

    @Test func `Python, JavaScript and C subscribers print offsets`() async throws {
        let directory = try ScratchDirectory()
        if isInstalled("python3"), let block = try ReadmeBlock.only("python") {
            let run = try await run("python3", [try directory.file("a.py", block.code)], endless: true)
            #expect(run.lines.count > 10, "\(run.errors)")
            #expect(run.lines.allSatisfy { $0.hasPrefix("box-shadow: ") })
        }
        if isInstalled("node"), let block = try ReadmeBlock.only("javascript") {
            let run = try await run("node", [try directory.file("a.js", block.code)], endless: true)
            try expectOffsets(run)
        }
        if isInstalled("cc"), let block = try ReadmeBlock.only("c") {
            let program = directory.path + "/a"
            let source = try directory.file("a.c", block.code)
            let compiled = try await ToolRun.program(
                "/usr/bin/env", ["cc", "-Wall", "-Werror", "-o", program, source])
            #expect(compiled.status == 0, "\(compiled.errors)")
            try expectOffsets(try await run(program, [], endless: true))
        }
    }

    @Test func `the Swift subscriber prints offsets`() async throws {
        guard isInstalled("swiftc"), let block = try ReadmeBlock.only("swift") else { return }
        let directory = try ScratchDirectory()
        let compiled = try await block.compileSwift(to: directory.path + "/a")
        #expect(compiled.status == 0, "\(compiled.errors)")
        try expectOffsets(try await run("stdbuf", ["-oL", directory.path + "/a"], endless: true))
    }

    @Test func `console commands name programs that are there`() throws {
        let words = try ReadmeBlock.all().filter { $0.language == "console" }.flatMap { block in
            // What one of them makes is none.
            block.code.split(whereSeparator: { " \n".contains($0) }).filter {
                $0.hasPrefix("./") && !$0.hasPrefix("./.build/")
            }
        }
        #expect(words.count == 5)
        for word in words {
            let file = BuiltProducts.source(String(word.dropFirst(2))).path
            #expect(FileManager.default.isExecutableFile(atPath: file), "\(word)")
        }
    }

    @Test func `the files to read first are there`() throws {
        let text = try String(contentsOf: BuiltProducts.source("README.md"), encoding: .utf8)
        let files = text.components(separatedBy: "\n").compactMap { line in
            line.first?.isNumber == true ? line.split(separator: "`").dropFirst().first.map(String.init) : nil
        }
        #expect(files.count == 8)
        for file in files {
            #expect(FileManager.default.fileExists(atPath: BuiltProducts.source(file).path), "\(file)")
        }
    }

    /// Runs a program with a daemon to talk to and the tools in its path; an endless one is ended after some lines.
    private func run(_ program: String, _ arguments: [String], endless: Bool) async throws -> ToolRun {
        let daemon = try await RunningDaemon()
        defer { daemon.stop() }
        let path = BuiltProducts.path("") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        let environment = ["TILTSHADOW_SOCKET": daemon.socket, "PATH": path]
        let words = [program] + arguments
        let run =
            endless
            ? try await ToolRun.program(
                "/usr/bin/env", words, environment: environment, untilMoreLinesThan: 10)
            : try await ToolRun.program("/usr/bin/env", words, environment: environment)
        #expect(run.status == (endless ? 9 : 0), "\(run.errors)")
        return run
    }

    private func expectOffsets(_ run: ToolRun) throws {
        #expect(run.lines.count > 10, "\(run.errors)")
        #expect(run.lines.allSatisfy { $0.split(separator: " ").compactMap { Double($0) }.count == 2 })
    }

    private func isInstalled(_ program: String) -> Bool {
        InstalledPrograms.have(program, for: "the README's \(program) example")
    }
}
