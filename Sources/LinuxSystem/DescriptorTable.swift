import CLinux

/// The process's table of open files, which has an end (`RLIMIT_NOFILE`).
package enum DescriptorTable {
    /// The number of the error of a table that is full.
    package static let full = EMFILE

    /// Descriptors that no stranger gets: those of a sensor that is opened again, and of a log.
    private static let reserve = 16

    /// True where one more descriptor beside `inUse` others leaves the last of the table alone: 16 of them, or a quarter
    /// of a small one.
    ///
    /// Calls `getrlimit`.
    package static func hasRoom(for inUse: Int) -> Bool { inUse < most }

    private static var most: Int {
        let limit = Int(clinux_descriptor_limit())
        return limit - min(reserve, limit / 4)
    }

    /// Makes room for so many descriptors, as far as that is allowed; how many there is room for then.
    ///
    /// Calls `setrlimit`, which lets anybody raise the soft limit up to the hard one, mostly from 1024 to 524288. What
    /// `select` cannot name has no place in it: no library here calls that.
    package static func makeRoom(for count: Int) -> Int {
        if !hasRoom(for: count - 1) { clinux_raise_descriptor_limit(count + reserve) }
        return most
    }

    /// Takes the places of standard descriptors that are closed, so that no file and no socket that is opened later has the
    /// number that a message or the output goes to.
    ///
    /// What stands there is open for the other direction alone: to use it fails with `EBADF`, as with a closed one. To be
    /// called before anything is opened. Calls `fcntl`, of which `EBADF` alone says that a place is free, and `open`.
    package static func holdStandardPlaces() {
        for place in STDIN_FILENO...STDERR_FILENO {
            guard clinux_fcntl(place, F_GETFD, 0) < 0, clinux_errno() == EBADF else { continue }
            _ = clinux_open("/dev/null", place == STDIN_FILENO ? O_WRONLY : O_RDONLY, 0)
        }
    }

    /// The lowest number that is free, which is how many descriptors there are where none were closed.
    ///
    /// Calls `fcntl` with `F_DUPFD_CLOEXEC`, on `descriptor`.
    package static func lowestFree(probing descriptor: CInt) -> Int {
        let probe = clinux_fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard probe >= 0 else { return Int(clinux_descriptor_limit()) }
        close(probe)
        return Int(probe)
    }
}
