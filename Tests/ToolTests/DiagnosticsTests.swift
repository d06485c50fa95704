import Testing
import TiltClient

@testable import tiltshadow

@Suite struct `Words on standard error` {
    @Test(arguments: [40, 80])
    func `breaks what it says on a terminal between words alone`(width: Int) {
        let lines = Diagnostics.lines(.client(.noSocket(path: "/run/tiltshadow/tiltshadow.sock")))
        #expect(lines.count == 2 && lines[1].hasPrefix("  try: "))
        let folded = Diagnostics.folded(lines, to: width)
        #expect(folded.count > 3 && folded.allSatisfy { $0.count <= width }, "\(folded)")
        func words(_ lines: [String]) -> [Substring] { lines.joined(separator: " ").split(separator: " ") }
        #expect(words(folded) == words(lines))
        // What goes on stands further in than what begins.
        let begins = folded.filter { !$0.hasPrefix("  ") || $0.hasPrefix("  try: ") }
        #expect(begins.count == 2 && folded.last?.hasPrefix("    ") == true, "\(folded)")
    }

    @Test func `puts the program's name before each of several lines`() {
        #expect(
            Diagnostics.lines(.refusedSettings("a:1: x\na:2: y")) == [
                "tiltshadow: a:1: x", "tiltshadow: a:2: y",
            ])
    }
}
