import Foundation
import Testing

/// The preview's page in real browsers: the rows of Tests/Preview, a line each, but those for the night; in Firefox one of each
/// section of the page's table, and at night all of them, for they take as long again.
@Suite struct `The preview's page` {
    enum Browser: String, CaseIterable, Sendable {
        case chromium, firefox

        /// Debian's package, which is also the program's name.
        var program: String { self == .firefox ? "firefox-esr" : rawValue }
    }

    @Test(arguments: Browser.allCases)
    func `does what every row of its table says`(browser: Browser) async throws {
        let what = "the preview's page in \(browser.rawValue)"
        guard ["node", browser.program].allSatisfy({ InstalledPrograms.have($0, for: what) }) else { return }
        let run = try await ToolRun.program(
            "/usr/bin/env",
            [
                "node", BuiltProducts.source("Tests/Preview/run.mjs").path, "--browser", browser.rawValue,
                "--tiltshadow", BuiltProducts.path("tiltshadow"),
            ] + (browser == .firefox ? ["S1", "P1", "G1", "D1", "B1", "H1"] : []))
        print(run.output)
        // 77: the browser does not start here; the output says why.
        guard run.status != 77 else { return }
        let faults = run.lines.filter { $0.contains(" FAILED ") }
        let isWhole = run.status == 0 && run.lines.last?.contains("passed, 0 failed") == true
        #expect(
            isWhole && faults.isEmpty,
            "status \(run.status), \(run.lines.last ?? "no output")\n\(faults.joined(separator: "\n"))\n\(run.errors)"
        )
    }
}
