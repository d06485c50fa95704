import Dispatch
import LinuxSystem
import Synchronization
import Testing
import TiltClient

/// A listening socket that says what a test wants a daemon to say to everybody who connects.
final class ScriptedDaemon: Sendable {
    static let hello =
        #"{"type":"hello","protocol":1,"server":"tiltshadow 0.1.0","rate_hz":50,"gain":10}"# + "\n"

    static func frame(_ sequence: Int) -> String {
        #"{"type":"frame","seq":\#(sequence),"t_ns":1,"state":"tracking","x":1.5,"y":2.5}"# + "\n"
    }

    private struct Ends: ~Copyable {
        let listener: UnixListener
        var stream: UnixStream?
        var heard: [UInt8] = []
    }

    private let ends: Mutex<Ends>

    init(_ path: String) throws {
        ends = Mutex(Ends(listener: try UnixListener.bind(path, mode: 0o660), stream: nil))
    }

    /// Plays for the first who connects and is still there: says the first text, and each other when it has been asked.
    ///
    /// That takes a thread of its own, which waits in the kernel: a program gives a daemon some seconds, and on a busy machine
    /// a test's own task may rest for longer.
    func play(_ texts: [String], hangsUp: Bool = false) {
        let listener = ends.withLock { $0.listener.descriptor }
        DispatchQueue(label: "scripted daemon").async { [self] in
            while DescriptorWait.readable([listener], nanoseconds: Self.limit)[0] {
                accept()
                if playToTheEnd(texts) { break }
            }
            if hangsUp { hangUp() }
        }
    }

    /// What was asked of ``play(_:hangsUp:)``.
    var heard: String { ends.withLock { String(decoding: $0.heard, as: UTF8.self) } }

    private func playToTheEnd(_ texts: [String]) -> Bool {
        for (number, text) in texts.enumerated() {
            if number > 0, !hear() { return false }
            guard case .sent? = send(Array(text.utf8)[...]) else { return false }
        }
        return true
    }

    /// Waits for a question; false where none comes.
    private func hear() -> Bool {
        guard let stream = ends.withLock({ $0.stream?.descriptor }),
            DescriptorWait.readable([stream], nanoseconds: Self.limit)[0]
        else {
            return false
        }
        var request = [UInt8](repeating: 0, count: 4096)
        return ends.withLock { ends in
            let outcome = request.withUnsafeMutableBytes { ends.stream?.receive(into: $0) }
            guard case .bytes(let count)? = outcome else { return false }
            ends.heard += request[..<count]
            return true
        }
    }

    /// Says `text` to the first who connects and is still there: whoever only looks whether there is a daemon is not.
    ///
    /// Fails after a minute.
    func answer(_ text: String) async throws {
        let end = MonotonicClock.now() + Self.limit
        hangUp()
        while true {
            accept()
            if try await say(text) { return }
            try #require(MonotonicClock.now() < end, "nobody came within a minute")
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Ends the connection.
    func hangUp() { ends.withLock { $0.stream = nil } }

    /// Sends all of `text`, as fast as it is read; false where nobody is there.
    @discardableResult
    func say(_ text: String) async throws -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            switch send(bytes) {
            case .sent(let count)?: bytes = bytes.dropFirst(count)
            case .wouldBlock?, .outOfMemory?: try await Task.sleep(for: .milliseconds(1))
            case .closed?, nil: return false
            }
        }
        return true
    }

    /// The longest wait for somebody, in nanoseconds: a minute.
    private static let limit: Int64 = 60_000_000_000

    private func accept() { ends.withLock { $0.stream = try? $0.listener.accept() } }

    private func send(_ bytes: ArraySlice<UInt8>) -> UnixStream.SendOutcome? {
        ends.withLock { ends in bytes.withUnsafeBytes { ends.stream?.send($0) } }
    }
}
