import Foundation
import Testing

/// The manual pages: made from the code, or held against it.
@Suite struct `The manual` {
    private static let directory = BuiltProducts.source("Sources/tiltshadow/Manual")

    /// The names of all pages.
    private static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .filter { $0.last?.isNumber == true }.sorted()
    }

    /// A page without its marks, so that words can be looked for.
    private func text(_ name: String) throws -> String {
        let url = Self.directory.appendingPathComponent(name)
        return try String(contentsOf: url, encoding: .utf8)
            .replacingOccurrences(of: #"\f[BIR]"#, with: "", options: .regularExpression)
            .replacingOccurrences(of: "\\-", with: "-")
    }

    @Test func `says what the commands and settings say`() async throws {
        guard InstalledPrograms.have("python3", for: "the manual's drift") else { return }
        let scratch = try ScratchDirectory()
        let generator = Self.directory.appendingPathComponent("generate.py").path
        let run = try await ToolRun.program(
            "/usr/bin/env", ["python3", generator, BuiltProducts.path("tiltshadow"), scratch.path])
        #expect(run.status == 0, "\(run.errors)")
        let made = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
        #expect(made.count > 8)
        for name in made {
            let fresh = try String(contentsOfFile: "\(scratch.path)/\(name)", encoding: .utf8)
            let kept = try? String(contentsOf: Self.directory.appendingPathComponent(name), encoding: .utf8)
            #expect(fresh == kept, "\(name) is out of date: run Sources/tiltshadow/Manual/generate.py")
        }
        let commands = try Self.names().filter { $0.hasSuffix(".1") }
        #expect(commands == made.filter { $0.hasSuffix(".1") }, "a page without its command")
    }

    @Test func `names every option of the daemon`() async throws {
        let help = try await ToolRun.program(BuiltProducts.path("tiltshadowd"), ["--help"])
        let words = help.output.split(whereSeparator: { " \n,".contains($0) }).filter { $0.hasPrefix("--") }
        let options = Set(words.map(String.init))
        let page = try text("tiltshadowd.8")
        #expect(options.count >= 8)
        for option in options { #expect(page.contains(option), "tiltshadowd(8) lacks \(option)") }
    }

    @Test func `names every key of a log's header`() async throws {
        let log = try String(contentsOfFile: DemoLog.path, encoding: .utf8)
        let keys = log.split(separator: "\n").prefix { $0.hasPrefix("#") }.dropFirst().compactMap {
            $0.dropFirst().split(separator: "=").first.map(String.init)
        }
        let page = try text("tiltshadow-log.5")
        #expect(keys.count >= 10)
        for key in keys { #expect(page.contains(key), "tiltshadow-log(5) lacks \(key)") }
    }

    @Test func `is well formed`() async throws {
        guard InstalledPrograms.have("mandoc", for: "the manual's form") else { return }
        let relay = BuiltProducts.source("Sources/tiltshadow-relay/Manual/tiltshadow-relay.1").path
        let pages = try Self.names().map { Self.directory.appendingPathComponent($0).path } + [relay]
        let run = try await ToolRun.program(
            "/usr/bin/env", ["mandoc", "-T", "lint", "-W", "warning"] + pages)
        #expect(run.output + run.errors == "")
    }
}
