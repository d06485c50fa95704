import Foundation
import Testing

/// What the linker is told of ticks, held against the shipped daemon before it is stripped: the functions that it lays side by
/// side, and what of them is hardly ever done, which it puts elsewhere.
@Suite struct `Functions of a tick` {
    @Test func `are mostly there still`() throws {
        let program = SourceTree.root.appending(path: ".build-embedded/release/tiltshadowd").path
        guard FileManager.default.fileExists(atPath: program) else {
            return print("skipped: functions of a tick: there is no \(program); Sources/build.sh makes it")
        }
        guard ShellCommand.exists("nm") else {
            return print("skipped: functions of a tick: nm is not installed: apt-get install binutils")
        }
        let symbols = try ShellCommand(["nm", "--defined-only", "--numeric-sort", program]).output
            .split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
        let held = Set(symbols)
        let listed = try SourceTree.text("Sources/tiltshadowd/Linking/tick-functions").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map(String.init)
        let lost = listed.filter { !held.contains($0) }
        // Names that are no more are passed over: with each of them a tick costs a little more, and nothing says so.
        let words = "of \(listed.count) are no more: make the list anew with .ci/order-ticks"
        #expect(lost.count * 10 <= listed.count, "\(words)\n\(lost.joined(separator: "\n"))")
        #expect(!listed.isEmpty)
        // What a tick fetches beforehand is what lies between these two.
        let first = try #require(symbols.firstIndex(of: "tick_text_begins"))
        let last = try #require(symbols[first...].firstIndex(of: "tick_text_ends"))
        #expect(Set(symbols[first...last]).intersection(listed).count + lost.count == listed.count)
        let build = try FileManager.default.contentsOfDirectory(
            atPath: SourceTree.root.appending(path: ".build-embedded").path)
        guard build.contains(where: { $0.hasPrefix("tick-") && $0.hasSuffix(".profdata") }) else {
            return print("skipped: what ticks hardly ever do: this toolchain has no llvm-profdata")
        }
        // A function that has changed since is known no more, and stays in one piece.
        let parted = listed.filter { held.contains($0 + ".cold") }
        #expect(parted.count * 3 >= listed.count, "\(parted.count) \(words)")
    }
}
