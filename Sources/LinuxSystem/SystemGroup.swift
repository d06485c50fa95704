package import CLinux

/// The groups of this machine.
package enum SystemGroup {
    /// The number of the group `name`, or of a group given as a number; `nil` where there is none.
    ///
    /// Calls `getgrnam_r`: a group with many members needs a larger buffer, up to 1 MB here.
    package static func identifier(named name: String) -> gid_t? {
        if let number = gid_t(name) { return number }
        var size = 4096
        while size <= 1 << 20 {
            var status: CInt = 0
            let identifier = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
                var entry = group()
                var found: UnsafeMutablePointer<group>?
                status = getgrnam_r(name, &entry, buffer.baseAddress, buffer.count, &found)
                return found == nil ? nil : entry.gr_gid
            }
            guard status == ERANGE else { return identifier }
            size *= 4
        }
        return nil
    }

    /// The number of the group `name` of this machine's own `path`; `nil` where that file has no such line.
    ///
    /// Reads with `fgetgrent_r` and asks no name service: the first question to one maps its libraries for good, some
    /// 300 kB resident, and a network directory may take seconds to answer.
    package static func localIdentifier(named name: String, in path: String = "/etc/group") -> gid_t? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        // The longest line that is understood; a longer one ends the search, as the end of the file does.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { buffer in
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            while clinux_next_group(file, &entry, buffer.baseAddress, buffer.count, &found) == 0 {
                guard let entryName = found?.pointee.gr_name else { continue }
                if strcmp(entryName, name) == 0 { return entry.gr_gid }
            }
            return nil
        }
    }
}
