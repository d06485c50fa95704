import CLinux

#if hasFeature(Embedded)
    /// Seeds the hashing of Embedded Swift, which calls this; glibc has a function of this name from 2.36 on only, and musl has
    /// none.
    ///
    /// Calls `getrandom`, which fails only where a signal comes first. Public for Swift 6.2, whose hashing is compiled into
    /// each module and calls this from there.
    @_cdecl("arc4random_buf")
    public func fillWithRandomBytes(_ buffer: UnsafeMutableRawPointer, _ size: Int) {
        var filled = 0
        while filled < size {
            let count = clinux_getrandom(buffer + filled, size - filled)
            guard count > 0 || clinux_errno() == EINTR else { return }
            filled += max(0, count)
        }
    }
#endif
