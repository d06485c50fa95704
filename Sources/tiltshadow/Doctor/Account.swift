import CLinux

/// The names of users and groups of this machine; their numbers where they have none.
enum Account {
    /// Calls `getpwuid_r`.
    static func user(_ number: UInt32) -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(number, &entry, start, buffer.count, &found) == 0, found != nil,
                let name = entry.pw_name
            else { return String(number) }
            return String(cString: name)
        }
    }

    /// Calls `getgrgid_r`.
    static func group(_ number: UInt32) -> String {
        var entry = CLinux.group()
        var found: UnsafeMutablePointer<CLinux.group>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 18) { buffer in
            guard getgrgid_r(number, &entry, buffer.baseAddress, buffer.count, &found) == 0, found != nil,
                let name = entry.gr_name
            else { return String(number) }
            return String(cString: name)
        }
    }
}
