import Foundation
import Testing

@Suite struct `Demo log` {
    static let file = URL(fileURLWithPath: DemoLog.path)

    /// `UPDATE_DEMO_LOG=1 Tests/run.sh --filter ToolTests` writes the file anew.
    @Test func `is what its generator makes, byte for byte`() throws {
        let made = Data(DemoMotion.log())
        if ProcessInfo.processInfo.environment["UPDATE_DEMO_LOG"] == "1" { try made.write(to: Self.file) }
        #expect(try Data(contentsOf: Self.file) == made)
    }

    @Test func `says in its header that the motion is simulated`() throws {
        #expect(try String(contentsOf: Self.file, encoding: .utf8).contains("\n#motion=simulated: "))
    }

    @Test func `jumps at the vertical with the euler mapping and not with the others`() async throws {
        #expect(try await largestStep(["--mapping", "euler"]) >= 30)
        #expect(try await largestStep(["--mapping", "tilt"]) <= 0.5)
        #expect(try await largestStep(["--mapping", "projection"]) <= 0.5)
    }

    /// The longest way the shadow goes from one frame to the next, in points.
    private func largestStep(_ options: [String]) async throws -> Double {
        let run = try await ToolRun.tool(["replay", Self.file.path, "--format", "csv"] + options)
        try #require(run.status == 0, "\(run.errors)")
        let rows = run.lines.dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
        return zip(rows, rows.dropFirst()).map { hypot($1[1] - $0[1], $1[2] - $0[2]) }.max() ?? 0
    }
}
