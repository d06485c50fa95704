import TiltCore

/// Reads relay.conf strictly, in the form of tiltshadow.conf: `[section]`, `key = value`, and `#` before a comment.
///
/// What is text, and what a byte order mark is worth, is said there, too. A `#` behind anything but a blank is part of a
/// value, as names of users and files may have one.
package enum RelaySettingsReader {
    /// The largest file, in bytes.
    package static let mostBytes = 65_536

    /// Reads a file's bytes over what is in `settings`.
    package static func read(
        _ bytes: [UInt8], path: String, into settings: inout RelaySettings
    ) throws(RelayError) {
        guard bytes.count <= mostBytes else {
            throw .settings(path: path, line: nil, why: "it has more than \(mostBytes) bytes")
        }
        var section: Substring?
        var seen: [String: Int] = [:]
        for (index, line) in SettingsReader.lines(of: bytes).enumerated() {
            let number = index + 1
            func wrong(_ why: String) -> RelayError { .settings(path: path, line: number, why: why) }
            // What has one is no text at all, whatever its lines begin with.
            guard !line.contains(0) else { throw wrong("byte 0 is not text") }
            let text = String(decoding: line, as: UTF8.self).trimmingSpaces
            guard let first = text.unicodeScalars.first, first != "#", first != ";" else { continue }
            if let byte = SettingsReader.foreignByte(in: line) { throw wrong("byte \(byte) is not text") }
            if first == "[" {
                guard RelaySettings.sections.contains(where: { text == "[\($0)]" }) else {
                    throw wrong("\(text.quoted) is no section, expected [broker], [publish] or [serve]")
                }
                section = text.dropFirst().dropLast()
                continue
            }
            guard let equals = text.unicodeScalars.firstIndex(of: "=") else {
                throw wrong("\(text.quoted) is no setting, expected key = value")
            }
            let key = String(text[..<equals]).trimmingSpaces
            let value = String(text.unicodeScalars[equals...].dropFirst()).trimmingSpaces
            guard let section else {
                let words = self.section(of: key).map { "; \(key) belongs to [\($0)]" }
                throw wrong("\(key.quoted) stands in no section\(words ?? "")")
            }
            if let before = seen["\(section) \(key)"] {
                throw wrong("\(key.quoted) was set on line \(before) already")
            }
            seen["\(section) \(key)"] = number
            guard !value.isEmpty else { throw wrong("\(key.quoted) has no value") }
            guard !hasComment(value) else {
                throw wrong("\(key.quoted) = \(value.quoted): a comment needs a line of its own")
            }
            do throws(RelayError) { try assign(value, to: key, in: section, &settings) } catch {
                throw wrong(error.description)
            }
        }
    }

    /// True where a value has a `#` at its start or behind a blank.
    private static func hasComment(_ value: String) -> Bool {
        zip([UInt8(ascii: " ")] + value.utf8, value.utf8).contains { before, byte in
            byte == UInt8(ascii: "#") && (before == UInt8(ascii: " ") || (9...13).contains(before))
        }
    }

    /// The first section that has a key.
    private static func section(of key: String) -> String? {
        RelaySettings.keys.first { $0.name == key }?.section
            ?? SubscribeOption.named(key).map { _ in "publish" }
    }

    private static func assign(
        _ value: String, to key: String, in section: Substring, _ settings: inout RelaySettings
    ) throws(RelayError) {
        let own = RelaySettings.keys.filter { $0.name == key }
        if let other = own.first {
            guard let own = own.first(where: { $0.section == section }) else {
                throw .wrongUse("\(key.quoted) belongs under [\(other.section)]")
            }
            return try settings.set(own, to: value)
        }
        guard section == "publish", let option = SubscribeOption.named(key) else {
            throw .wrongUse("unknown key \(key.quoted) in [\(section)]")
        }
        try settings.set(option, to: value, as: key)
    }
}
