import CLinux
package import LinuxSystem
package import TiltCore

/// A settings file on disk.
package enum SettingsFile {
    /// Why there are no settings.
    package enum Failure: Error {
        /// The file cannot be read.
        case unreadable(WholeFile.Failure)
        /// What was read before may not be any more: it may have set the limits of who is served.
        case withdrawn(SystemError)
        /// The file can be read and is wrong.
        case wrong(SettingsErrors)

        /// One message for each thing that is wrong, with what to try; `option` is the one that names the file.
        package func messages(option: String = "--config") -> [String] {
            switch self {
            case .unreadable(let error):
                ["cannot read the settings: \(error.description); name another file with \(option)"]
            case .withdrawn(let error):
                [
                    "\(error.description), and its settings are in force: they stay, and all others;"
                        + " let the daemon's user read it, or remove it"
                ]
            case .wrong(let errors):
                errors.list.map { $0.description + ($0.hint.map { "; \($0)" } ?? "") }
            }
        }

        /// All messages, a line each.
        package var description: String { messages().joined(separator: "\n") }

        /// True where there is no file at all.
        package var isMissing: Bool {
            if case .unreadable(.system(let error)) = self { error.errno == ENOENT } else { false }
        }
    }

    /// Reads the settings at `path` alone, over the defaults.
    package static func load(_ path: String) throws(Failure) -> LayeredSettings {
        let bytes = try bytes(path)
        var layers = LayeredSettings()
        do throws(SettingsErrors) { try layers.read(bytes, file: path) } catch { throw .wrong(error) }
        return layers
    }

    /// What the file holds, and one byte more than a settings file may have: the reader says that it is too large.
    static func bytes(_ path: String) throws(Failure) -> [UInt8] {
        do throws(WholeFile.Failure) {
            return try WholeFile.read(path, limit: SettingsReader.maximumFileSize + 1)
        } catch {
            throw .unreadable(error)
        }
    }
}
