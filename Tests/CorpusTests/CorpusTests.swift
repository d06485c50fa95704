import Foundation
import Testing
import TiltCore

/// Every log of `Tests/Corpus`, through the decoders and the engine to its golden frames.
@Suite struct `The golden corpus` {
    private static let isWriting = ProcessInfo.processInfo.environment["TILTSHADOW_WRITE_GOLDENS"] == "1"
    private static let command = "TILTSHADOW_WRITE_GOLDENS=1 Tests/run.sh --filter CorpusTests"

    @Test(arguments: CorpusLog.all)
    func `gives what its header expects, and its golden frames`(log: CorpusLog) throws {
        let run = try CorpusRun(log)
        for text in log.values("expect") {
            guard let expectation = Expectation(text) else {
                Issue.record("\(log.testDescription): not understood: expect: \(text)")
                continue
            }
            if let contradiction = expectation.contradiction(in: run) {
                Issue.record("\(log.testDescription): expect: \(text), but \(contradiction)")
            }
        }
        let frames = GoldenFrames(run)
        let golden = try? String(contentsOf: log.golden, encoding: .utf8)
        guard frames.text != golden else { return }
        if Self.isWriting {
            try frames.text.write(to: log.golden, atomically: true, encoding: .utf8)
            Issue.record(
                "\(log.golden.lastPathComponent) is written; look at it, and say in the commit why it changed"
            )
        } else if let golden, let difference = frames.difference(from: golden) {
            Issue.record(
                """
                \(log.golden.lastPathComponent), \(difference)
                If that is meant: \(Self.command), and explain it in the commit.
                """)
        } else {
            Issue.record("\(log.testDescription) has no golden frames; make them: \(Self.command)")
        }
    }

    @Test(arguments: CorpusLog.all)
    func `says of each log what it is, what is odd, how it was made, and what must come of it`(log: CorpusLog)
    {
        for key in CorpusLog.requiredKeys {
            #expect(log.values(key).count == 1, "\(log.testDescription): one line \"# \(key): …\"")
        }
        #expect(!log.values("expect").isEmpty, "\(log.testDescription): a line \"# expect: …\" at least")
    }

    /// The address first, then what stands there.
    @Test func `quotes sixty readings and more of real devices, each with its address and its words`() {
        let quoted = CorpusLog.all.filter { !$0.values("quoted").isEmpty }
        #expect(quoted.count >= 60)
        for log in quoted {
            for text in log.values("quoted") {
                #expect(text.hasPrefix("https://"), "\(log.testDescription)")
                #expect(text.contains(": ") && text.contains("\""), "\(log.testDescription)")
            }
        }
    }

    /// A machine's tree counts as a log does; of what was made from drivers' sources each layout counts once.
    @Test func `has two hundred logs and trees and more that differ, none without its own name, in 3 MB`()
        throws
    {
        let trees = try FileManager.default.contentsOfDirectory(
            atPath: CorpusLog.folder.appending(path: "trees").path)
        let generated = CorpusLog.all.filter { $0.name.hasPrefix("driver-") }
        let layouts = Set(try generated.map { try layout(of: $0) })
        #expect(layouts.count > 35)
        #expect(
            CorpusLog.all.count - generated.count + layouts.count
                + trees.count { $0.hasSuffix(".tree") } >= 200)
        #expect(Set(CorpusLog.all.map(\.name)).count == CorpusLog.all.count)
        let files = FileManager.default.enumerator(
            at: CorpusLog.folder, includingPropertiesForKeys: [.fileSizeKey])
        let size = try (files?.compactMap { $0 as? URL } ?? [])
            .reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
        #expect(size > 0 && size <= 3_000_000)
    }

    /// What a scan holds, where and how; empty where there is no buffer.
    private func layout(of log: CorpusLog) throws -> [String] {
        try String(contentsOf: log.place, encoding: .utf8).split(separator: "\n").map(String.init).filter {
            $0.hasPrefix("A: scan_elements/") && ($0.contains("_type=") || $0.contains("_index="))
        }
    }

    @Test func `has no golden without a log`() throws {
        let names = Set(CorpusLog.all.map(\.name))
        let orphans = try FileManager.default.contentsOfDirectory(atPath: CorpusLog.folder.path)
            .filter { $0.hasSuffix("." + CorpusLog.goldenEnding) }
            .filter { !names.contains(String($0.dropLast(CorpusLog.goldenEnding.count + 1))) }
        #expect(orphans.isEmpty)
    }

    @Test(.enabled(if: CorpusMaker.isThere, "python3 is not installed: apt-get install python3"))
    func `holds what its formulas make, to the byte`() throws {
        let made = FileManager.default.temporaryDirectory.appending(path: "tiltshadow-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: made) }
        #expect(try CorpusMaker.run(into: made) == 0)
        let names = try FileManager.default.subpathsOfDirectory(atPath: made.path).filter { $0.contains(".") }
        #expect(names.count > 190)
        let different = names.filter { name in
            let kept = try? Data(contentsOf: CorpusLog.folder.appending(path: name))
            return kept == nil || kept != (try? Data(contentsOf: made.appending(path: name)))
        }
        #expect(different.isEmpty)
    }

    @Test func `names every log in the table of its README`() throws {
        let readme = try String(contentsOf: CorpusLog.folder.appending(path: "README.md"), encoding: .utf8)
        let missing = CorpusLog.all.map(\.name).filter { !readme.contains("`\($0)`") }
        #expect(missing.isEmpty)
    }
}
