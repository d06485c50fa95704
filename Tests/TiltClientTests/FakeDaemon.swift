import CLinux
import LinuxSystem
import Testing
import TiltClient

/// A real listening socket with a script for a daemon: the test accepts, says and hangs up when it wants to.
final class FakeDaemon {
    static let hello =
        #"{"type":"hello","protocol":1,"server":"tiltshadow 0.1.0","rate_hz":50,"gain":10,"#
        + #""shadow":{"blur_px":16,"opacity":0.35},"sensor":{"id":"a","name":"b","kind":"evdev","gyro":true}}"#
        + "\n"

    static func frame(_ sequence: Int, x: Double = 1.75) -> String {
        #"{"type":"frame","seq":\#(sequence),"t_ns":81234567890123,"state":"tracking","x":\#(x),"y":-0.52,"#
            + #""pitch_rad":-0.0524,"roll_rad":0.1745}"# + "\n"
    }

    private let listener: UnixListener
    private var stream: UnixStream?

    init(_ path: String) throws {
        listener = try UnixListener.bind(path)
    }

    /// Waits for somebody to connect, at most a minute: a busy machine is no failure.
    func accept() throws {
        try #require(DescriptorWait.readable([listener.descriptor], nanoseconds: 60_000_000_000)[0])
        stream = try listener.accept()
    }

    /// Waits for somebody to connect without holding a thread that the client's own task may need.
    func acceptLater() async throws {
        while !DescriptorWait.readable([listener.descriptor], nanoseconds: 0)[0] {
            try await Task.sleep(for: .milliseconds(1))
        }
        stream = try listener.accept()
    }

    func say(_ text: String) {
        var bytes = Array(text.utf8)
        bytes.withUnsafeMutableBytes { _ = stream?.send(UnsafeRawBufferPointer($0)) }
    }

    /// What the client has sent so far; waits at most five seconds for something.
    func heard() throws -> String {
        guard let descriptor = stream?.descriptor else { return "" }
        try #require(DescriptorWait.readable([descriptor], nanoseconds: 60_000_000_000)[0])
        var bytes = [UInt8](repeating: 0, count: 4096)
        guard case .bytes(let count)? = bytes.withUnsafeMutableBytes({ stream?.receive(into: $0) }) else {
            return ""
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Returns as soon as the client has hung up.
    func waitForHangUp() async throws {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while bytes.withUnsafeMutableBytes({ stream?.receive(into: $0) }) != .end {
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    func hangUp() { stream = nil }
}
