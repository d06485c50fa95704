import CLinux
package import LinuxSystem
import TiltCore

/// A directory of small text files: sysfs, or a test's copy of one.
package struct SysfsDirectory: Equatable, Sendable {
    /// The directory, without a slash at its end.
    package let path: String

    package init(_ path: String) { self.path = path }

    /// The directory above this one.
    package var parent: SysfsDirectory {
        let directory = FilePath.directory(of: path)
        return SysfsDirectory(directory == "." ? "/" : directory)
    }

    /// The last component of the path.
    package var name: String {
        let bytes = Array(path.utf8)
        let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
        return String(decoding: bytes[(slash.map { $0 + 1 } ?? 0)...], as: UTF8.self)
    }

    /// A directory below this one.
    package func directory(_ name: String) -> SysfsDirectory { SysfsDirectory(path + "/" + name) }

    /// Calls `access`: true where `name` is there.
    package func has(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 }

    /// Calls `access`: true where `name` may be written.
    package func isWritable(_ name: String) -> Bool { access(path + "/" + name, W_OK) == 0 }

    /// The names in the directory, sorted; empty where it cannot be read.
    ///
    /// Calls `readdir`.
    package func names() -> [String] {
        do throws(SystemError) { return try listing() } catch { return [] }
    }

    /// The same, with why it cannot be read.
    package func listing() throws(SystemError) -> [String] {
        guard let stream = opendir(path) else { throw SystemError("opendir", path) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Calls `readlink`: where the symbolic link `name` points, or `nil`.
    package func link(_ name: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path + "/" + name, start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
        }
    }

    /// Calls `realpath`: this directory without symbolic links, or `nil` where it is not there.
    package var resolved: SysfsDirectory? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return SysfsDirectory(String(cString: resolved))
    }

    /// The text of an attribute without white space around it, or `nil` where it cannot be read.
    ///
    /// At most 4096 bytes, which is all that sysfs gives.
    package func text(_ name: String) -> String? {
        guard let file = try? OwnedDescriptor.open(path + "/" + name, O_RDONLY | O_NONBLOCK) else {
            return nil
        }
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = read(file.raw, buffer.baseAddress, buffer.count)
            guard count >= 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
                .trimmingSpaces
        }
    }

    /// The number in an attribute, with a point whatever the locale, or `nil` where there is none.
    package func number(_ name: String) -> Double? {
        text(name).flatMap { DecimalParser.double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Calls `write` once with the whole text, as sysfs wants it.
    package func write(_ text: String, to name: String) throws(SystemError) {
        let subject = path + "/" + name
        let file = try OwnedDescriptor.open(subject, O_WRONLY | O_TRUNC)
        var text = text
        let count = text.withUTF8 { CLinux.write(file.raw, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw SystemError("write", subject) }
    }
}
