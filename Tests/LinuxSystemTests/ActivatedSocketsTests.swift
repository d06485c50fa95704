import CLinux
import Testing

@testable import LinuxSystem

@Suite struct `Activated sockets` {
    /// The outcome of a look at the environment, as something that can be compared.
    private enum Outcome: Equatable {
        case none
        case listener(CInt)
        case error(ActivationError)
    }

    private func outcome(_ variables: [String: String], first: CInt = -1) -> Outcome {
        do throws(ActivationError) {
            let environment = Environment(variables)
            guard
                let listener = try ActivatedSockets.listener(
                    environment: environment, processID: 77, first: first)
            else { return .none }
            return .listener(listener.descriptor)
        } catch {
            return .error(error)
        }
    }

    /// A descriptor given away to the code under test.
    private func listeningSocket(at path: String) throws -> CInt {
        let type = CInt(SOCK_STREAM.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        let address = try #require(UnixAddress(path: path))
        #expect(address.withPointer { bind(descriptor, $0, $1) } == 0)
        #expect(listen(descriptor, 5) == 0)
        return descriptor
    }

    @Test(arguments: [
        [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "77"], ["LISTEN_PID": "78", "LISTEN_FDS": "1"],
        ["LISTEN_PID": "78", "LISTEN_FDS": "many"],
    ])
    func `are none without variables that are meant for this process`(variables: [String: String]) {
        #expect(outcome(variables) == .none)
    }

    @Test(
        arguments: [
            (["LISTEN_PID": "me", "LISTEN_FDS": "1"], .notANumber(variable: "LISTEN_PID", text: "me")),
            (["LISTEN_PID": "", "LISTEN_FDS": "1"], .notANumber(variable: "LISTEN_PID", text: "")),
            (["LISTEN_PID": "77", "LISTEN_FDS": "1x"], .notANumber(variable: "LISTEN_FDS", text: "1x")),
            (["LISTEN_PID": "77", "LISTEN_FDS": "0"], .wrongCount(0, names: nil)),
            (["LISTEN_PID": "77", "LISTEN_FDS": "-1"], .wrongCount(-1, names: nil)),
            (
                ["LISTEN_PID": "77", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a.socket:b.socket"],
                .wrongCount(2, names: "a.socket:b.socket")
            ),
            (
                ["LISTEN_PID": "77", "LISTEN_FDS": "1"],
                .notASocket(SystemError("getsockopt", "fd -1", errno: EBADF))
            ),
        ] as [([String: String], ActivationError)])
    func `are refused with what was found`(variables: [String: String], error: ActivationError) {
        #expect(outcome(variables) == .error(error))
    }

    @Test(
        arguments: [
            (.notANumber(variable: "LISTEN_FDS", text: "some"), "LISTEN_FDS is \"some\": expected a number"),
            (.wrongCount(2, names: "a:b"), "2 sockets were passed (a:b): expected 1"),
            (.wrongCount(0, names: nil), "0 sockets were passed: expected 1"),
            (
                .notASocket(SystemError("getsockopt", "fd 3", errno: EBADF)),
                "no socket was passed: getsockopt"
            ),
        ] as [(ActivationError, String)])
    func `say what was passed in their place`(error: ActivationError, words: String) {
        #expect(error.description.hasPrefix(words), "\(error)")
    }

    @Test func `are taken, closed on exec, and keep their file`() throws {
        try withTemporaryDirectory { directory in
            let descriptor = try listeningSocket(at: "\(directory)/s")
            let environment = Environment([
                "LISTEN_PID": "77", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "s.socket",
            ])
            do {
                let taken = try ActivatedSockets.listener(
                    environment: environment, processID: 77, first: descriptor)
                guard let listener = taken else {
                    Issue.record("no listener")
                    return
                }
                #expect(clinux_fcntl(descriptor, F_GETFD, 0) == FD_CLOEXEC)
                let client = try UnixStream.connect("\(directory)/s")
                #expect(client.descriptor >= 0)
                _ = try accepted(listener)
            }
            #expect(entries(of: directory) == ["s"])
        }
    }

    @Test func `are refused where they are no listening Unix stream socket, with the values`() throws {
        let pair = try SocketPair()
        let connected = pair.near.raw
        let variables = ["LISTEN_PID": "77", "LISTEN_FDS": "1"]
        let error = ActivationError.notAUnixListener(descriptor: connected, domain: 1, type: 1, accepting: 0)
        #expect(outcome(variables, first: connected) == .error(error))
        #expect(error.description.hasSuffix("are 1, 1, 0: expected 1, 1, 1"))
        let file = try OwnedDescriptor.open("/dev/null", O_RDONLY)
        let raw = file.raw
        #expect(
            outcome(variables, first: raw)
                == .error(.notASocket(SystemError("getsockopt", "fd \(raw)", errno: ENOTSOCK))))
        for domain in [AF_UNIX, AF_INET] {
            let datagrams = try OwnedDescriptor.checked(
                socket(domain, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0), "socket")
            let descriptor = datagrams.raw
            let deaf = ActivationError.notAUnixListener(
                descriptor: descriptor, domain: domain, type: CInt(SOCK_DGRAM.rawValue), accepting: 0)
            #expect(outcome(variables, first: descriptor) == .error(deaf))
        }
    }
}
