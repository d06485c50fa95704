import CLinux
import LinuxSystem
package import TiltCore
import TiltSensors

/// The settings files of a daemon: a package's, the owner's one, and those beside it, each over those before.
///
/// The owner's file is strict: where it is wrong, nothing is taken of any. One of the others is passed over, whole, where it
/// cannot be used: what a package or a tool has put there must not take the rest away.
package struct SettingsFiles: Equatable, Sendable {
    /// The directory of packages: a distribution's choices, the mount matrix of a device; `nil` where it is not asked.
    package let vendor: String?
    /// The owner's file.
    package let file: String
    /// True where it was named, and cannot be missing.
    package let mustExist: Bool

    package init(vendor: String? = nil, file: String, mustExist: Bool = false) {
        self.vendor = vendor
        self.file = file
        self.mustExist = mustExist
    }

    /// The directory of files over the owner's.
    package var dropIns: String { file + ".d" }

    /// The most files that are read of a directory; more are no settings.
    private static let mostFiles = 64

    /// What they say together.
    package struct Reading {
        /// The values, and where each came from.
        package var layers: LayeredSettings
        /// The files that were read, in their order.
        package private(set) var files: [String] = []
        /// What is wrong with those that were passed over, a message each.
        package private(set) var passedOver: [String] = []
        /// What is there and may not be read.
        fileprivate private(set) var barred: [SystemError] = []
        /// True where the owner's file is there.
        package fileprivate(set) var hasFile = false

        fileprivate init(over defaults: Settings) { layers = LayeredSettings(defaults: defaults) }

        fileprivate mutating func take(_ path: String) throws(SettingsFile.Failure) {
            let bytes = try SettingsFile.bytes(path)
            do throws(SettingsErrors) { try layers.read(bytes, file: path) } catch { throw .wrong(error) }
            files.append(path)
        }

        fileprivate mutating func takeDirectory(_ path: String) {
            // A directory that may not be read would look like an empty one.
            do throws(SystemError) { _ = try OwnedDescriptor.open(path, O_RDONLY | O_DIRECTORY) } catch {
                if error.errno != ENOENT { passOver(path, error) }
                return
            }
            // Not the shell's way: a file that is being written has another ending, and a hidden one is no setting.
            let names = SysfsDirectory(path).names().filter {
                let bytes = Array($0.utf8)
                return bytes.first != UInt8(ascii: ".") && bytes.suffix(5).elementsEqual(".conf".utf8)
            }
            for name in names.prefix(SettingsFiles.mostFiles) { takeDropIn(path + "/" + name) }
            if names.count > SettingsFiles.mostFiles {
                passedOver.append(
                    "\(path) has \(names.count) files, and those after the first \(SettingsFiles.mostFiles) are passed over"
                )
            }
        }

        private mutating func takeDropIn(_ path: String) {
            guard path.utf8.allSatisfy({ $0 > 31 && $0 != 127 }) else {
                return passOver(path.excerpt, "its name has characters that no name should have")
            }
            var status = stat()
            guard stat(path, &status) == 0 else {
                return passOver(path, SystemError("open", path))
            }
            // A pipe would be waited for; /dev/null is how a file is taken out.
            let kind = CInt(status.st_mode) & S_IFMT
            guard kind == S_IFREG || kind == S_IFCHR else { return passOver(path, "it is no file") }
            do throws(SettingsFile.Failure) { try take(path) } catch {
                // Another file in its place, as the owner's can have, is not to be had.
                if case .unreadable(.system(let error)) = error { return passOver(path, error) }
                if case .unreadable(let error) = error { return passOver(path, error.description) }
                for message in error.messages() { passedOver.append(message + "; the file is passed over") }
            }
        }

        private mutating func passOver(_ path: String, _ error: SystemError) {
            if error.errno == EACCES { barred.append(error) }
            passOver(path, error.description)
        }

        private mutating func passOver(_ path: String, _ why: String) {
            passedOver.append("\(path) is passed over: \(why)")
        }
    }

    /// Reads all of them, over `defaults`, where those that were read `before`, and are in force, can still be.
    ///
    /// A daemon that has become another user since may not read what it has read, which is no reason to serve more than that
    /// lets it.
    ///
    /// - Throws: what is wrong with the owner's file, or which of the others may not be read any more.
    package func load(
        over defaults: Settings = Settings(), after before: [String] = []
    ) throws(SettingsFile.Failure) -> Reading {
        var reading = Reading(over: defaults)
        if let vendor { reading.takeDirectory(vendor) }
        do throws(SettingsFile.Failure) {
            try reading.take(file)
            reading.hasFile = true
        } catch {
            guard error.isMissing, !mustExist else { throw error }
        }
        reading.takeDirectory(dropIns)
        for error in reading.barred where before.contains(where: { Self.isOf($0, error.subject) }) {
            throw .withdrawn(error)
        }
        return reading
    }

    /// True for a file's own path, and for that of a directory above it.
    private static func isOf(_ file: String, _ path: String) -> Bool {
        file == path || file.utf8.starts(with: (path + "/").utf8)
    }
}
