import CLinux
package import LinuxSystem
package import TiltCore

/// A settings file on disk.
package enum SettingsFile {
    /// Why there are no settings.
    package enum Failure: Error {
        /// The file cannot be read.
        case unreadable(SystemError)
        /// The file can be read and is wrong.
        case wrong(SettingsErrors)

        /// One message for each thing that is wrong, with what to try.
        package var messages: [String] {
            switch self {
            case .unreadable(let error):
                ["cannot read the settings: \(error.description); name another file with --config"]
            case .wrong(let errors):
                errors.list.map { $0.description + ($0.hint.map { "; \($0)" } ?? "") }
            }
        }

        /// All messages, a line each.
        package var description: String { messages.joined(separator: "\n") }

        /// True where there is no file at all.
        package var isMissing: Bool {
            if case .unreadable(let error) = self { error.errno == ENOENT } else { false }
        }
    }

    /// Reads the settings at `path`, over the defaults.
    package static func load(_ path: String) throws(Failure) -> Settings {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try contents(of: path) } catch { throw .unreadable(error) }
        do throws(SettingsErrors) { return try SettingsReader.read(bytes, file: path) } catch {
            throw .wrong(error)
        }
    }

    /// At most one byte more than a settings file may have: the reader says that it is too large.
    private static func contents(of path: String) throws(SystemError) -> [UInt8] {
        let file = try OwnedDescriptor.open(path, O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: SettingsReader.maximumFileSize + 1)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                read(file.raw, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            }
            if count < 0, clinux_errno() == EINTR { continue }
            guard count >= 0 else { throw SystemError("read", path) }
            guard count > 0 else { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }
}
