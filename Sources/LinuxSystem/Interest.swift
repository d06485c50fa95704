import CLinux

/// What a watched descriptor is waited for, and what it turned out to be ready for.
package struct Interest: OptionSet {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A read would not block.
    package static let readable = Interest(rawValue: EPOLLIN.rawValue)
    /// A write would not block.
    package static let writable = Interest(rawValue: EPOLLOUT.rawValue)
    /// The other end is gone or the descriptor failed; reported whether it was asked for or not.
    package static let hangUp = Interest(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
}
