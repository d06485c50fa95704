import Foundation

/// `Tests/Corpus/make`, which makes most logs of the corpus from formulas.
enum CorpusMaker {
    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// True where it can be run.
    static var isThere: Bool { python != nil }

    /// Makes every log below a folder; the exit status.
    static func run(into folder: URL) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: python ?? "")
        process.arguments = [CorpusLog.folder.appending(path: "make").path, folder.path]
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
