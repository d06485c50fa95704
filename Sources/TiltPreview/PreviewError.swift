/// Why a preview cannot be served, and what to try.
package enum PreviewError: Error, Equatable {
    /// The address is none.
    case notAnAddress(String)
    /// The address is none of this machine's.
    case notOurAddress(String)
    /// Somebody listens on the port already; who, where somebody looked and can be seen.
    case portInUse(Int, holder: String?)
    /// The port needs privileges.
    case portNotPermitted(Int)
    /// Any other failed call, with what the system said.
    case system(String)
}

extension PreviewError: CustomStringConvertible {
    /// What happened, quoting what was given.
    package var description: String {
        switch self {
        case .notAnAddress(let text): "\"\(text)\" is no IP address"
        case .notOurAddress(let text): "\(text) is no address of this machine"
        case .portInUse(let port, let holder?): "port \(port) is in use by \(holder)"
        case .portInUse(let port, nil): "port \(port) is in use"
        case .portNotPermitted(let port): "port \(port) may not be used by this user"
        case .system(let text): "the page cannot be served: \(text)"
        }
    }

    /// The next thing to try.
    package var hint: String {
        switch self {
        case .notAnAddress: "give an address such as 127.0.0.1 or ::1, not a name"
        case .notOurAddress: "see `ip address`; 0.0.0.0 listens on all of them"
        case .portInUse: "give another with --port, or --port 0 for any that is free"
        case .portNotPermitted: "give one above 1023 with --port"
        case .system: "give another address with --listen or another port with --port"
        }
    }
}
