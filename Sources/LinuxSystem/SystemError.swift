import CLinux
import PlainText

/// A failed system or C library call, with what it was called on.
package struct SystemError: Error, Equatable {
    /// The call, as in its manual page: `open`, `bind`, `libevdev_next_event`.
    package let call: String
    /// The path, address or name it was given; empty where there is none.
    package let subject: String
    /// The error number, as `errno` has it.
    package let errno: CInt

    package init(_ call: String, _ subject: String = "", errno: CInt = clinux_errno()) {
        self.call = call
        self.subject = subject
        self.errno = errno
    }
}

extension SystemError: CustomStringConvertible {
    /// One sentence part: `open /dev/input/event3: Permission denied`.
    package var description: String {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        guard !subject.isEmpty else { return "\(call): \(reason)" }
        // A file of a stranger's archive or folder can have any name.
        var bytes: [UInt8] = []
        bytes.append(visible: subject)
        return "\(call) \(String(decoding: bytes, as: UTF8.self)): \(reason)"
    }
}

extension SystemError {
    /// What to try, where the number tells.
    package var hint: String? {
        switch errno {
        case EACCES, EPERM: "see whether you may read or write there"
        case ENOENT, ENOTDIR: "see whether the name is right and its directory is there"
        case EISDIR: "name a file in it"
        case EEXIST: "name another file, or take that one away"
        case ENOSPC, EDQUOT: "free some space there, or name another place"
        case EROFS: "name another place: nothing can be written there"
        case ENAMETOOLONG: "name it shorter"
        case EILSEQ: "give it a name in UTF-8"
        default: nil
        }
    }
}
