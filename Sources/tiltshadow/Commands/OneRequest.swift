import LinuxSystem
import TiltClient
import TiltDaemon

/// One question to the daemon, and its answer.
enum OneRequest {
    /// How long the daemon may take to answer, in nanoseconds: a socket unit may have to start it.
    private static let timeout: Int64 = 5_000_000_000

    /// What names the daemon at `socket` to a command line that another user is to type, who would reach the system's without;
    /// nothing for that one.
    static func option(for socket: String) -> String {
        socket == DaemonPaths.systemSocket ? "" : " --socket " + socket.shellWord
    }

    /// The `ok` that the daemon at `path` has for a request, as it is.
    static func ask(_ request: ClientRequest, at path: String) throws(ToolError) -> String {
        let connection: ClientConnection
        do throws(ClientError) { connection = try ClientConnection(path: path) } catch {
            throw .client(error)
        }
        let request = connection.send(request)
        let end = MonotonicClock.now() + Self.timeout
        var answer: Result<String, ClientError>?
        while true {
            let left = end - MonotonicClock.now()
            guard left > 0 else { throw .unanswered(by: connection, after: Self.timeout) }
            _ = DescriptorWait.readable([connection.descriptor], nanoseconds: left)
            do throws(ClientError) {
                try connection.receive { event in
                    switch event {
                    case .accepted(let id, _, let text): if id == request { answer = .success(text) }
                    case .refused(let refusal):
                        if refusal.id == request { answer = .failure(.refused(refusal)) }
                    case .hello, .frame, .sensor, .goodbye, .status, .other: break
                    }
                }
                if let answer { return try answer.get() }
            } catch { throw .client(error) }
        }
    }
}
