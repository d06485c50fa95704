import Foundation
import Testing

/// Compiles what the DocC articles show, and runs it.
@Suite struct `Articles` {
    private static let catalogues = ["TiltCore", "TiltDaemon", "TiltClient", "CardMotion"]

    /// The articles, from the package's directory.
    private static func articles() throws -> [String] {
        try catalogues.flatMap { module in
            let directory = "Sources/\(module)/\(module).docc"
            return try FileManager.default.contentsOfDirectory(atPath: BuiltProducts.source(directory).path)
                .sorted().map { "\(directory)/\($0)" }
        }
    }

    @Test func `show code of the four catalogues in Swift only, so that none goes untested`() throws {
        let blocks = try Self.articles().flatMap { try ReadmeBlock.all(in: $0) }
        #expect(Set(blocks.map(\.language)) == ["swift"] && blocks.count == 3)
    }

    @Test(arguments: try articles().flatMap { try ReadmeBlock.all(in: $0) })
    func `show programs that compile and run`(block: ReadmeBlock) async throws {
        guard InstalledPrograms.have("swiftc", for: "the code of \(block.file)") else { return }
        let directory = try ScratchDirectory()
        let compiled = try await block.compileSwift(to: directory.path + "/a")
        #expect(compiled.status == 0, "\(compiled.errors)")
        let daemon = try await RunningDaemon()
        let isEndless = block.code.contains("box-shadow")
        // 9: it was still running when its time was over. The threads of a test block SIGTERM, and so its children.
        let run = try await ToolRun.program(
            "/usr/bin/env", ["timeout", "-s", "KILL", "2", "stdbuf", "-oL", directory.path + "/a"],
            environment: ["TILTSHADOW_SOCKET": daemon.socket])
        #expect(run.status == (isEndless ? 9 : 0), "\(run.errors)")
        guard isEndless else { return }
        #expect(run.lines.count > 10)
        let shadow = /box-shadow: -?[0-9.]+px -?[0-9.]+px 16px/
        #expect(run.lines.allSatisfy { $0.wholeMatch(of: shadow) != nil }, "\(run.output)")
    }
}
