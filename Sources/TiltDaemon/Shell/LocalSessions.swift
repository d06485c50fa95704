package import CLinux
import LinuxSystem

/// Who sits in front of this machine: the sessions that logind or elogind writes down below `/run/systemd`.
///
/// Those files are what sd-login(3) reads; asking over D-Bus would take a library and a wait. They are the superuser's, and
/// written whole, so of one that cannot be understood nothing is believed.
package struct LocalSessions: Equatable, Sendable {
    /// The directory that holds `users` and `sessions`.
    package let directory: String

    package init(directory: String = "/run/systemd") { self.directory = directory }

    /// The directories that change when somebody comes, goes, or another session is brought to the front.
    package var directories: [String] { [directory, directory + "/users", directory + "/sessions"] }

    /// The most sessions of a user that are looked at.
    private static let mostSessions = 64
    /// The largest file, in bytes; a larger one is none of logind's.
    private static let largestFile = 16_384

    /// True where one of the user's sessions is active, local and on a seat.
    package func isPresent(_ user: uid_t) -> Bool {
        guard let file = SessionFile("\(directory)/users/\(user)", limit: Self.largestFile),
            let sessions = file["SESSIONS"]
        else { return false }
        for name in sessions.split(separator: UInt8(ascii: " ")).prefix(Self.mostSessions) {
            if isActive(name, of: user) { return true }
        }
        return false
    }

    private func isActive(_ name: ArraySlice<UInt8>, of user: uid_t) -> Bool {
        // It becomes part of a path.
        guard name.allSatisfy({ (48...57).contains($0) || (65...90).contains($0 & ~32) }) else {
            return false
        }
        let path = "\(directory)/sessions/\(String(decoding: name, as: UTF8.self))"
        guard let session = SessionFile(path, limit: Self.largestFile) else { return false }
        return session.says("UID", user.description) && session.says("ACTIVE", "1")
            && session.says("REMOTE", "0") && !session.says("STATE", "closing")
            && !(session["SEAT"] ?? []).isEmpty
    }
}

/// A file of `KEY=value` lines.
private struct SessionFile {
    private let bytes: [UInt8]

    /// Reads the file; `nil` where there is none, it is no regular file, or it is larger than `limit` bytes.
    init?(_ path: String, limit: Int) {
        guard let bytes = try? WholeFile.readRegular(path, limit: limit + 1), bytes.count <= limit else {
            return nil
        }
        self.bytes = bytes
    }

    /// The value of a key; `nil` where it is not there, or there twice.
    subscript(_ key: StaticString) -> ArraySlice<UInt8>? {
        var found: ArraySlice<UInt8>?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard line.count > key.utf8CodeUnitCount,
                line[line.startIndex + key.utf8CodeUnitCount] == UInt8(ascii: "="),
                key.withUTF8Buffer({ line.starts(with: $0) })
            else { continue }
            guard found == nil else { return nil }
            found = line[(line.startIndex + key.utf8CodeUnitCount + 1)...]
        }
        return found
    }

    /// True where the key has this value.
    func says(_ key: StaticString, _ value: String) -> Bool {
        self[key]?.elementsEqual(value.utf8) ?? false
    }
}
