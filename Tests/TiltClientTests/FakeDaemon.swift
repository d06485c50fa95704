import CLinux
import Dispatch
import LinuxSystem
import Synchronization
import Testing
import TiltClient

/// A real listening socket with a script for a daemon: the test accepts, says and hangs up when it wants to.
final class FakeDaemon: Sendable {
    static let hello =
        #"{"type":"hello","protocol":1,"server":"tiltshadow 0.1.0","rate_hz":50,"gain":10,"#
        + #""shadow":{"blur_px":16,"opacity":0.35},"sensor":{"id":"a","name":"b","kind":"evdev","gyro":true}}"#
        + "\n"

    static func frame(_ sequence: Int, x: Double = 1.75) -> String {
        #"{"type":"frame","seq":\#(sequence),"t_ns":81234567890123,"state":"tracking","x":\#(x),"y":-0.52,"#
            + #""pitch_rad":-0.0524,"roll_rad":0.1745}"# + "\n"
    }

    private struct Ends: ~Copyable {
        var listener: UnixListener?
        var stream: UnixStream?
    }

    private let ends: Mutex<Ends>

    /// Listens at `path`; `queue` is how many may wait to be accepted, and one more, where that is not to be the most there is.
    init(_ path: String, queue: CInt? = nil) throws {
        let listener = try UnixListener.bind(path, mode: 0o660)
        if let queue { try #require(listen(listener.descriptor, queue) == 0) }
        ends = Mutex(Ends(listener: listener))
    }

    /// Waits for somebody to connect, at most a minute: a busy machine is no failure.
    func accept() throws {
        let isSomebodyThere = try ends.withLock { ends in
            guard let listener = ends.listener?.descriptor, Self.waits(for: listener) else { return false }
            ends.stream = try ends.listener?.accept()
            return true
        }
        try #require(isSomebodyThere)
    }

    /// Greets whoever connects next, at once and on a thread of its own.
    ///
    /// A client gives up on a daemon that says nothing for 5 s, and on a busy machine a test's own task may rest for longer.
    func greetNext(_ text: String) {
        DispatchQueue(label: "fake daemon").async { [self] in
            // Nobody came: the test waits for a frame in vain, and says so.
            do { try accept() } catch { return }
            say(text)
        }
    }

    func say(_ text: String) {
        let bytes = Array(text.utf8)
        ends.withLock { ends in bytes.withUnsafeBytes { _ = ends.stream?.send($0) } }
    }

    /// Says it with a descriptor of `file`.
    func say(_ text: String, passing file: borrowing OwnedDescriptor) {
        let (bytes, file) = (Array(text.utf8), file.raw)
        ends.withLock { ends in
            guard let stream = ends.stream?.descriptor else { return }
            bytes.withUnsafeBytes { _ = UnixStream.send($0, passing: file, by: stream) }
        }
    }

    /// What the client has sent so far; waits at most a minute for something.
    func heard() throws -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count: Int? = ends.withLock { ends in
            guard let descriptor = ends.stream?.descriptor else { return 0 }
            guard Self.waits(for: descriptor) else { return nil }
            let outcome = bytes.withUnsafeMutableBytes { ends.stream?.receive(into: $0) }
            guard case .bytes(let count)? = outcome else { return 0 }
            return count
        }
        return String(decoding: bytes[..<(try #require(count))], as: UTF8.self)
    }

    /// Whether the client has sent something that was not ``heard()``.
    var isAsked: Bool {
        ends.withLock { ends in
            guard let descriptor = ends.stream?.descriptor else { return false }
            return DescriptorWait.readable([descriptor], nanoseconds: 0)[0]
        }
    }

    /// Returns as soon as the client has hung up.
    func waitForHangUp() {
        let hasHungUp = ends.withLock { ends in
            var bytes = [UInt8](repeating: 0, count: 4096)
            while let descriptor = ends.stream?.descriptor, Self.waits(for: descriptor) {
                let outcome = bytes.withUnsafeMutableBytes { ends.stream?.receive(into: $0) }
                if outcome == .end { return true }
            }
            return false
        }
        #expect(hasHungUp)
    }

    func hangUp() { ends.withLock { $0.stream = nil } }

    /// Hangs up and lets go of the socket, so that another can be bound at its path.
    func end() { ends.withLock { $0 = Ends(listener: nil, stream: nil) } }

    private static func waits(for descriptor: CInt) -> Bool {
        DescriptorWait.readable([descriptor], nanoseconds: 60_000_000_000)[0]
    }
}
