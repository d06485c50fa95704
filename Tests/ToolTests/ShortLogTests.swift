import Foundation
import Testing

@Suite struct `A log too short for a usual judgement` {
    /// A phone that is rocked, or lies still, under the header of neutral CSV.
    private static func log(_ seconds: Double, gravity: Double, moves: Bool) -> String {
        "t,ax,ay,az\n"
            + (0..<Int(seconds * 100)).map { row in
                let angle = moves ? 0.6 * sin(0.6 * .pi * Double(row) / 100) : 0.1
                return String(
                    format: "%.2f,%.4f,%.4f,%.4f\n", Double(row) / 100, 0.001 * Double(row % 3) * gravity,
                    gravity * sin(angle), gravity * cos(angle))
            }.joined()
    }

    private static let truth =
        "t,qw,qx,qy,qz\n" + (0..<800).map { "\(Double($0) / 100),1,0,0,0\n" }.joined()

    private static func runs(_ log: String) async throws -> [ToolRun] {
        let directory = try ScratchDirectory()
        let path = try directory.file("log.csv", log)
        let truth = try directory.file("truth.csv", truth)
        var runs: [ToolRun] = []
        for arguments in [
            ["replay", path], ["convert", path, "-"], ["plot", path, "-o", "-"],
            ["score", path, "--truth", truth],
        ] {
            runs.append(try await ToolRun.tool(arguments))
        }
        return runs
    }

    @Test(arguments: [(1.9, false), (1.9, true), (3, true), (5, true), (7.9, true)])
    func `is judged at its end by what there is`(seconds: Double, moves: Bool) async throws {
        for (gravity, words) in [(1.0, "is it in g instead of m/s²?"), (1000, "tell it by --unit mg")] {
            for run in try await Self.runs(Self.log(seconds, gravity: gravity, moves: moves)) {
                #expect(run.errors.contains(words), "\(run.errors)")
                #expect(run.errors.split(separator: "\n").count { $0.contains("times gravity") } == 1)
            }
        }
    }

    @Test func `is not doubted where it is in m/s²`() async throws {
        for run in try await Self.runs(Self.log(3, gravity: 9.81, moves: true)) {
            #expect(!run.errors.contains("gravity"), "\(run.errors)")
        }
    }
}
