import CLinux

/// The process's table of open files, which has an end (`RLIMIT_NOFILE`).
package enum DescriptorTable {
    /// True where the next descriptor opened leaves the last `reserve` of the table alone, or a quarter of a small one.
    ///
    /// The kernel hands out the lowest number that is free, so a caller who asks this first never takes the last ones,
    /// whatever the others have opened. Calls `getrlimit` and `fcntl` with `F_DUPFD_CLOEXEC`, on `descriptor`.
    package static func hasRoom(beside reserve: Int, probing descriptor: CInt) -> Bool {
        let limit = Int(clinux_descriptor_limit())
        let probe = clinux_fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard probe >= 0 else { return false }
        close(probe)
        return Int(probe) < limit - min(reserve, limit / 4)
    }
}
