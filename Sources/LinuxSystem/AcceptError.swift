/// Why a waiting connection could not be taken.
package enum AcceptError: Error, Equatable {
    /// The process or the machine has no descriptor or memory left for it (`EMFILE`, `ENFILE`, `ENOMEM`).
    ///
    /// The connection keeps waiting and the listener stays readable: stop watching it for a while, or the loop
    /// spins.
    case outOfDescriptors(SystemError)
    /// Any other failed call; the listener is unusable.
    case system(SystemError)
}

extension AcceptError: CustomStringConvertible {
    /// One sentence, for the log.
    package var description: String {
        switch self {
        case .outOfDescriptors(let error): "no room for another connection: \(error.description)"
        case .system(let error): error.description
        }
    }

    /// The next thing to try.
    package var hint: String {
        switch self {
        case .outOfDescriptors: "raise the limit of open files (LimitNOFILE= in the service)"
        case .system: "restart the daemon"
        }
    }
}
