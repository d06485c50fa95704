import CLinux

/// Tells that files of some directories came, went or were written anew, and nothing of what is in them.
package struct DirectoryWatch: ~Copyable {
    private let inotify: OwnedDescriptor

    private init(adopting inotify: consuming OwnedDescriptor) { self.inotify = inotify }

    /// Calls `inotify_init1`, and `inotify_add_watch` for each directory.
    ///
    /// - Throws: ``SystemError``: `ENOENT` where a directory is not there, `EMFILE` where this user has too many watches.
    package static func open(_ directories: [String]) throws(SystemError) -> DirectoryWatch {
        let inotify = try OwnedDescriptor.checked(
            inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)), "inotify_init1")
        // Files that are written beside and renamed, others, and directories that are made and then may be read.
        let events =
            UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE) | UInt32(IN_CLOSE_WRITE)
            | UInt32(IN_CREATE) | UInt32(IN_ATTRIB) | UInt32(IN_ONLYDIR)
        for directory in directories {
            guard inotify_add_watch(inotify.raw, directory, events) >= 0 else {
                throw SystemError("inotify_add_watch", directory)
            }
        }
        return DirectoryWatch(adopting: inotify)
    }

    /// The number to watch; readable when something has changed.
    package var descriptor: CInt { inotify.raw }

    /// What has changed.
    package enum Change {
        case nothing, files
        /// Directories have come or gone, so that others may have to be watched, or may have among what was lost
        /// (`IN_Q_OVERFLOW`).
        case directories
    }

    /// Takes what there is.
    ///
    /// Calls `read` until there is no more.
    package func drain() -> Change {
        var change = Change.nothing
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) {
            buffer in
            while true {
                let count = read(inotify.raw, buffer.baseAddress, buffer.count)
                if count < 0, clinux_errno() == EINTR { continue }
                guard count > 0 else { return }
                if change == .nothing { change = .files }
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let others = UInt32(IN_IGNORED) | UInt32(IN_ISDIR) | UInt32(IN_Q_OVERFLOW)
                    if event.mask & others != 0 { change = .directories }
                    offset += MemoryLayout<inotify_event>.size + Int(event.len)
                }
            }
        }
        return change
    }
}
