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
}
