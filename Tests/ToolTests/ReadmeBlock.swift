import Foundation
import Testing

/// One fenced block of the README, or of an article.
struct ReadmeBlock: CustomTestStringConvertible {
    /// What stands behind the opening fence.
    let language: String
    /// The text between the fences.
    let code: String
    /// The file, from the package's directory.
    let file: String
    /// The line of the opening fence.
    let line: Int

    var testDescription: String { "\(file):\(line) (\(language))" }

    /// All of a file, in order.
    static func all(in file: String = "README.md") throws -> [ReadmeBlock] {
        let text = try String(contentsOf: BuiltProducts.source(file), encoding: .utf8)
        var blocks: [ReadmeBlock] = []
        var open: (language: String, line: Int, code: [String])?
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if let block = open, line == "```" {
                let code = block.code.joined(separator: "\n") + "\n"
                blocks.append(ReadmeBlock(language: block.language, code: code, file: file, line: block.line))
                open = nil
            } else if open != nil {
                open?.code.append(line)
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), index + 1, [])
            }
        }
        return blocks
    }

    /// The only block in a language.
    static func only(_ language: String) throws -> ReadmeBlock? {
        try all().first { $0.language == language }
    }
}
