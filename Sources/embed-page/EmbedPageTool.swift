import Foundation

/// `embed-page OUTPUT FILE…`: writes a Swift file that holds every FILE, as text.
@main
enum EmbedPageTool {
    static func main() throws {
        let paths = CommandLine.arguments.dropFirst()
        guard let output = paths.first else { return fail("usage: embed-page OUTPUT FILE…") }
        var source = "extension EmbeddedPage {\n    static let files: [EmbeddedPage] = [\n"
        for path in paths.dropFirst() {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            let name = URL(fileURLWithPath: path).lastPathComponent
            let text = String(validating: data, as: UTF8.self)
            let bytes = String(String.UnicodeScalarView(data.map { Unicode.Scalar($0) }))
            source += "        EmbeddedPage(name: \(literal(name)), text: \(literal(text ?? bytes))"
            source += text == nil ? ", isText: false),\n" : "),\n"
        }
        source += "    ]\n}\n"
        // Every release build links this program anew, and so runs it: a file that stays as it was is not touched, or it would be
        // compiled again.
        guard source != (try? String(contentsOfFile: output, encoding: .utf8)) else { return }
        try source.write(toFile: output, atomically: true, encoding: .utf8)
    }

    /// The text as a literal of one line; what has no shape of its own is escaped.
    private static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "\"": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case _ where scalar.value < 0x20 || (0x7f..<0xa1).contains(scalar.value):
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
