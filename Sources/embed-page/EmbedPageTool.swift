import Foundation

/// `embed-page OUTPUT FILE…`: writes a Swift file that holds the text of every FILE.
@main
enum EmbedPageTool {
    static func main() throws {
        let paths = CommandLine.arguments.dropFirst()
        guard let output = paths.first else { return fail("usage: embed-page OUTPUT FILE…") }
        var source = "extension EmbeddedPage {\n    static let files: [EmbeddedPage] = [\n"
        for path in paths.dropFirst() {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            guard let text = String(validating: data, as: UTF8.self) else {
                return fail("\(path) is not UTF-8: the page can only hold text")
            }
            let name = URL(fileURLWithPath: path).lastPathComponent
            source += "        EmbeddedPage(name: \(literal(name)), text: \(literal(text))),\n"
        }
        source += "    ]\n}\n"
        try source.write(toFile: output, atomically: true, encoding: .utf8)
    }

    /// The text as a literal of one line.
    private static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "\"": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    private static func fail(_ message: String) {
        FileHandle.standardError.write(Data("error: \(message)\n".utf8))
        exit(1)
    }
}
