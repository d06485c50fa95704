import Foundation
import Testing

/// One log of `Tests/Corpus`: what a device or a program gave, as it gave it, and a header that says what is odd in it.
struct CorpusLog: Sendable {
    /// One `# key: value` line of the header.
    struct Line: Equatable, Sendable {
        let key: String
        var value: String
    }

    /// The keys that a header has; the first four it must have, and `quoted` where somebody published a reading.
    static let keys = ["device", "driver", "odd", "made", "expect", "set", "quoted"]
    static let requiredKeys = keys.prefix(4)

    /// The file, or a folder of files that belong together.
    let place: URL
    /// The header, in its order.
    let header: [Line]

    /// The folder of all logs, in the source tree: goldens are written there.
    static let folder = URL(filePath: #filePath).appending(path: "../../Corpus").standardized
    /// What a golden's name ends with.
    static let goldenEnding = "frames"
    /// The files of the folder that are no logs.
    static let others = ["README.md", "make", "record.sh", "trees"]

    /// Every log there is, by name.
    static let all: [CorpusLog] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter {
            !others.contains($0) && !$0.hasSuffix("." + goldenEnding) && !$0.hasPrefix(".")
        }
        .map { CorpusLog(folder.appending(path: $0)) }
    }()

    /// Reads the header of a log; that of a folder stands in its file `about`.
    init(_ place: URL) {
        self.place = place
        let isFolder = (try? place.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
        let file = isFolder ? place.appending(path: "about") : place
        header = Self.header(in: (try? String(contentsOf: file, encoding: .utf8)) ?? "")
    }

    /// The `# key: value` lines of a text; a line of `#` and three spaces or more goes on with the one before it.
    static func header(in text: String) -> [Line] {
        var lines: [Line] = []
        var goesOn = false
        for line in text.split(whereSeparator: \.isNewline) {
            if goesOn, line.hasPrefix("#   ") {
                lines[lines.count - 1].value += " " + line.dropFirst(4).trimmingCharacters(in: .whitespaces)
                continue
            }
            let parts = line.dropFirst(2).split(separator: ": ", maxSplits: 1)
            goesOn = line.hasPrefix("# ") && parts.count == 2 && keys.contains(String(parts[0]))
            if goesOn { lines.append(Line(key: String(parts[0]), value: String(parts[1]))) }
        }
        return lines
    }

    /// The name of the file without its ending, which is also the golden's.
    var name: String { place.deletingPathExtension().lastPathComponent }
    /// Where its golden frames are.
    var golden: URL { Self.folder.appending(path: name + "." + Self.goldenEnding) }
    /// True for a device described as umockdev does, with the bytes that its reads gave.
    var isDevice: Bool { place.pathExtension == "iio" }

    /// The values of a key.
    func values(_ key: String) -> [String] { header.filter { $0.key == key }.map(\.value) }
}

extension CorpusLog: CustomTestStringConvertible {
    var testDescription: String { place.lastPathComponent }
}
