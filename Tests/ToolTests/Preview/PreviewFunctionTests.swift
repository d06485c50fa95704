import Foundation
import Testing

/// The page's pure functions in Node: the numbers of golden.json, and what must hold for any input.
@Suite struct `The preview's functions` {
    @Test(arguments: ["golden-shadow.mjs", "golden-interaction.mjs", "golden-display.mjs"])
    func `give the numbers that the Swift ones give`(file: String) async throws {
        guard InstalledPrograms.have("node", for: "the page's functions") else { return }
        let run = try await ToolRun.program(
            "/usr/bin/env", ["node", BuiltProducts.source("Tests/Preview/\(file)").path])
        #expect(run.status == 0, "\(run.output)\n\(run.errors)")
        // Node's own runner counts, the other file says how many hold: some must.
        let count = run.lines.compactMap { $0.firstMatch(of: /^# pass (\d+)$|^(\d+) of \d+ hold$/) }.last
        #expect(count.flatMap { Int($0.1 ?? $0.2 ?? "") } ?? 0 > 0, "\(run.lines.suffix(9))")
    }
}
