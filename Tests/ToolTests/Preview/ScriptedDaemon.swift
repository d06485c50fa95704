import LinuxSystem
import Testing

/// A listening socket that says what a test wants a daemon to say to everybody who connects.
final class ScriptedDaemon {
    static let hello =
        #"{"type":"hello","protocol":1,"server":"tiltshadow 0.1.0","rate_hz":50,"gain":10}"# + "\n"

    static func frame(_ sequence: Int) -> String {
        #"{"type":"frame","seq":\#(sequence),"t_ns":1,"state":"tracking","x":1.5,"y":2.5}"# + "\n"
    }

    private let listener: UnixListener
    private var stream: UnixStream?

    init(_ path: String) throws { listener = try UnixListener.bind(path) }

    /// Says `text` to the first who connects and is still there: whoever only looks whether there is a daemon is not.
    func answer(_ text: String) async throws {
        stream = nil
        while true {
            stream = try? listener.accept()
            if stream != nil, try await say(text) { return }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Ends the connection.
    func hangUp() { stream = nil }

    /// Sends all of `text`, as fast as it is read; false where nobody is there.
    @discardableResult
    func say(_ text: String) async throws -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            switch bytes.withUnsafeBytes({ stream?.send($0) }) {
            case .sent(let count)?: bytes = bytes.dropFirst(count)
            case .wouldBlock?, .outOfMemory?: try await Task.sleep(for: .milliseconds(1))
            case .closed?, nil: return false
            }
        }
        return true
    }
}
