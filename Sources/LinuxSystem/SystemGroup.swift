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
    /// Reads the file itself and asks no name service: the first question to one maps its libraries for good, some
    /// 300 kB resident, and a network directory may take seconds to answer. `fgetgrent_r` asks the kernel where it is in the
    /// file for each line, which was a quarter of all that the daemon asked on its way up.
    package static func localIdentifier(named name: String, in path: String = "/etc/group") -> gid_t? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        while true {
            guard getline(&line, &room, file) >= 0, let line else { return nil }
            if let identifier = identifier(of: name, in: line) { return identifier }
        }
    }

    /// The number in a line `name:password:number:members`; `nil` where it is of another group, or says no number.
    private static func identifier(of name: String, in line: UnsafePointer<CChar>) -> gid_t? {
        let length = strlen(name)
        guard strncmp(line, name, length) == 0, line[length] == CChar(UInt8(ascii: ":")),
            let colon = strchr(line + length + 1, CInt(UInt8(ascii: ":")))
        else { return nil }
        let digits = strspn(colon + 1, "0123456789")
        let end = UInt8(bitPattern: colon[1 + digits])
        guard digits > 0, digits < 11, end == UInt8(ascii: ":") || end == UInt8(ascii: "\n") || end == 0
        else { return nil }
        return gid_t(exactly: strtoul(colon + 1, nil, 10))
    }
}
