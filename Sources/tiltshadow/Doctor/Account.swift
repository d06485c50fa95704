import CLinux

/// The names of users and groups of this machine; their numbers where they have none.
enum Account {
    static func user(_ number: UInt32) -> String { entry(of: number) { $0.pw_name } ?? String(number) }

    /// A user's home directory; `nil` where nobody has that number.
    static func home(of number: UInt32) -> String? { entry(of: number) { $0.pw_dir } }

    /// Calls `getpwuid_r`: a text of a user's entry.
    private static func entry(
        of number: UInt32, _ text: (passwd) -> UnsafeMutablePointer<CChar>?
    ) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(number, &entry, start, buffer.count, &found) == 0, found != nil
            else { return nil }
            return text(entry).map { String(cString: $0) }
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
