/// Why the sockets passed by the service manager cannot be used.
package enum ActivationError: Error, Equatable {
    /// `LISTEN_PID` or `LISTEN_FDS` is not a number.
    case notANumber(variable: String, text: String)
    /// Not exactly one socket was passed; `names` as `LISTEN_FDNAMES` has them.
    case wrongCount(Int, names: String?)
    /// The descriptor passed is not open or no socket.
    case notASocket(SystemError)
    /// The socket passed is of another kind; the values of `SO_DOMAIN`, `SO_TYPE` and `SO_ACCEPTCONN`.
    case notAUnixListener(descriptor: CInt, domain: CInt, type: CInt, accepting: CInt)
}

extension ActivationError: CustomStringConvertible {
    /// One sentence, for the log.
    package var description: String {
        switch self {
        case .notANumber(let variable, let text): "\(variable) is \"\(text)\": expected a number"
        case .wrongCount(let count, let names?): "\(count) sockets were passed (\(names)): expected 1"
        case .wrongCount(let count, nil): "\(count) sockets were passed: expected 1"
        case .notASocket(let error): "no socket was passed: \(error.description)"
        case .notAUnixListener(let descriptor, let domain, let type, let accepting):
            "descriptor \(descriptor) is not a listening Unix stream socket: "
                + "its SO_DOMAIN, SO_TYPE and SO_ACCEPTCONN are \(domain), \(type), \(accepting): expected 1, 1, 1"
        }
    }

    /// The next thing to try.
    package var hint: String {
        switch self {
        case .notANumber: "start the service through its socket unit, or unset LISTEN_PID and LISTEN_FDS"
        case .wrongCount: "keep exactly one ListenStream= in the socket unit"
        case .notASocket: "start the service through its socket unit, or unset LISTEN_PID and LISTEN_FDS"
        case .notAUnixListener: "use ListenStream= with a path, and Accept=no, in the socket unit"
        }
    }
}
