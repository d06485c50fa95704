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
        #expect(Set(blocks.map(\.language)) == ["swift"] && blocks.count == 4)
    }

    @Test(arguments: try articles().flatMap { try ReadmeBlock.all(in: $0) })
    func `show programs that compile and run`(block: ReadmeBlock) async throws {
        guard InstalledPrograms.have("swiftc", for: "the code of \(block.file)") else { return }
        let directory = try ScratchDirectory()
        let compiled = try await block.compileSwift(to: directory.path + "/a")
        #expect(compiled.status == 0, "\(compiled.errors)")
        let daemon = try await RunningDaemon()
        let isEndless = block.code.contains("box-shadow")
        let program = ["stdbuf", "-oL", directory.path + "/a"]
        let environment = ["TILTSHADOW_SOCKET": daemon.socket]
        guard isEndless else {
            let run = try await ToolRun.program("/usr/bin/env", program, environment: environment)
            return #expect(run.status == 0, "\(run.errors)")
        }
        let run = try await ToolRun.program(
            "/usr/bin/env", program, environment: environment, untilMoreLinesThan: 10)
        #expect(run.status == 9, "\(run.errors)")
        let shadow = /box-shadow: -?[0-9.]+px -?[0-9.]+px 16px/
        #expect(run.lines.allSatisfy { $0.wholeMatch(of: shadow) != nil }, "\(run.output)")
    }
}
