/// What a file must hold that TLS is to be made with: a block of PEM.
///
/// The library's own words for a file that does not are of no use, and come only where a broker is there.
package enum PEMFile {
    /// What is looked for.
    package enum Content: String, Sendable {
        case certificate = "CERTIFICATE"
        case key = "PRIVATE KEY"
    }

    /// The largest file that is looked at, in bytes: many times all authorities of a system.
    package static let mostBytes = 4 << 20

    /// Why a file's bytes hold nothing of what is looked for; `nil` where they do.
    ///
    /// The kind of certificate or key stands before the word, as in `-----BEGIN RSA PRIVATE KEY-----`.
    package static func whyUseless(_ bytes: [UInt8], as content: Content) -> String? {
        if bytes.isEmpty { return "it is empty" }
        let end = Array((content.rawValue + "-----").utf8)
        let isThere = bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            line.starts(with: "-----BEGIN ".utf8)
                && line.reversed().drop { $0 <= UInt8(ascii: " ") }.starts(with: end.reversed())
        }
        return isThere ? nil : "it holds no -----BEGIN \(content.rawValue)-----"
    }
}
