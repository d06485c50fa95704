package import CLinux

/// The sockets that a service manager opened for this process and passed to it (sd_listen_fds(3)).
package enum ActivatedSockets {
    /// Takes the one listening socket passed to this process, or `nil` where none was.
    ///
    /// Variables with another process's `LISTEN_PID` were inherited, not meant for this one: `nil` as well.
    /// Take it before opening any file and only once, as the descriptor's number is fixed.
    ///
    /// - Parameters:
    ///   - environment: holds `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES`.
    ///   - processID: this process.
    ///   - first: the number of the first descriptor passed; 3 but in tests.
    /// - Returns: the listener, whose file stays when it ends.
    /// - Throws: any case of ``ActivationError``.
    package static func listener(
        environment: Environment, processID: pid_t = getpid(), first: CInt = 3
    ) throws(ActivationError) -> UnixListener? {
        guard let addressee = try number("LISTEN_PID", environment), addressee == Int(processID),
            let count = try number("LISTEN_FDS", environment)
        else { return nil }
        guard count == 1 else { throw .wrongCount(count, names: environment["LISTEN_FDNAMES"]) }
        let domain = try option(SO_DOMAIN, of: first)
        let type = try option(SO_TYPE, of: first)
        let accepting = try option(SO_ACCEPTCONN, of: first)
        guard domain == AF_UNIX, type == clinux_stream, accepting == 1 else {
            throw .notAUnixListener(descriptor: first, domain: domain, type: type, accepting: accepting)
        }
        // It was passed over exec, so it came without.
        _ = clinux_fcntl(first, F_SETFD, FD_CLOEXEC)
        return UnixListener(adopting: OwnedDescriptor(adopting: first))
    }

    private static func number(
        _ variable: String, _ environment: Environment
    ) throws(ActivationError) -> Int? {
        guard let text = environment[variable] else { return nil }
        guard let number = Int(text) else { throw .notANumber(variable: variable, text: text) }
        return number
    }

    /// Calls `getsockopt` for an option that is an `int`.
    private static func option(_ name: CInt, of descriptor: CInt) throws(ActivationError) -> CInt {
        var value: CInt = 0
        var size = socklen_t(MemoryLayout.size(ofValue: value))
        guard getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 else {
            throw .notASocket(SystemError("getsockopt", "fd \(descriptor)"))
        }
        return value
    }
}
