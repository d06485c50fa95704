import CLinux
import LinuxSystem
import TiltClient
import TiltCore

/// The real daemon, playing a log on a socket of its own until this value ends.
struct DemoDaemon: ~Copyable {
    /// How long it may take to listen, in milliseconds: a busy machine is slow, not broken.
    private static let timeout = 5000

    // Declared before the directory: the daemon must be gone before its files are.
    private var process: ChildProcess
    private let directory: TemporaryDirectory

    /// The socket to connect to.
    let socket: String

    private init(
        process: consuming ChildProcess, directory: consuming TemporaryDirectory, socket: String
    ) {
        self.process = process
        self.directory = directory
        self.socket = socket
    }

    /// Starts `tiltshadowd` with the log at a path, or with the embedded one, on the socket at a path, or on one of its own.
    ///
    /// - Throws: ``ToolError/listener(_:)`` where nobody can be served at that path, such as where another daemon serves.
    static func start(
        playing path: String? = nil, on socket: String? = nil
    ) throws(ToolError) -> DemoDaemon {
        let program = try program()
        if let socket { try tryOut(socket) }
        do throws(SystemError) {
            let directory = try TemporaryDirectory.create(for: ["demo.tiltlog", "daemon/tilt.sock", "errors"])
            let log = path ?? directory.path + "/demo.tiltlog"
            if path == nil { try write(PackageResources.demo_tiltlog, to: log) }
            let socket = socket ?? directory.path + "/daemon/tilt.sock"
            let process = try ChildProcess.start(
                program,
                ["--replay", log, "--loop", "--socket", socket, "--config", "/dev/null", "--with-parent"],
                errors: directory.path + "/errors")
            return DemoDaemon(process: process, directory: directory, socket: socket)
        } catch {
            throw .system(error)
        }
    }

    /// Finds out whether the daemon can listen at a path: what is wrong with it is then said as everywhere else, and not by the
    /// daemon's log.
    private static func tryOut(_ path: String) throws(ToolError) {
        do throws(UnixListenerError) { _ = try UnixListener.bind(path, mode: 0o600, listens: false) } catch {
            throw .listener(error)
        }
    }

    /// True where it is this daemon that listens: another one may have taken the path in between.
    private var isListening: Bool {
        do throws(SystemError) {
            let stream = try UnixStream.connect(socket)
            return stream.peer?.pid == process.identifier
        } catch {
            return false
        }
    }

    /// Waits until it listens.
    ///
    /// - Throws: ``ToolError/daemonFailed(_:)`` with what it said, where it does not.
    mutating func waitUntilReady() throws(ToolError) {
        for _ in 0..<(Self.timeout / 10) {
            if isListening { return }
            guard process.isRunning() else { throw .daemonFailed(said) }
            usleep(10_000)
        }
        throw .daemonFailed("it does not listen after \(Self.timeout / 1000) s")
    }

    /// The number to watch, readable once it has ended; -1 where that cannot be told.
    var descriptor: CInt { process.descriptor }

    /// True where it has ended, or does within a second, as its connections go just before it does; false before Linux 5.3.
    var hasEnded: Bool { DescriptorWait.readable([process.descriptor], nanoseconds: 1_000_000_000)[0] }

    /// What to report of one that has ended: what it said, but for what it says of any run.
    var end: ToolError {
        let words = said.split(separator: "\n").filter { !$0.hasPrefix("tiltshadowd: info: ") }
        return .daemonFailed("it has ended since" + words.map { "; " + $0 }.joined())
    }

    /// The daemon's last words.
    private var said: String {
        guard let file = try? OwnedDescriptor.open(directory.path + "/errors", O_RDONLY) else { return "" }
        var bytes = [UInt8](repeating: 0, count: 2048)
        let count = read(file.raw, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).trimmingSpaces
    }

    /// The daemon that belongs to this tool: beside it, or where it is installed with it.
    private static func program() throws(ToolError) -> String {
        let directory = OwnProgram.directory
        let places = ["", "/../sbin", "/../libexec", "/../lib/tiltshadow"].map {
            directory + $0 + "/tiltshadowd"
        }
        guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
            throw .noDaemonProgram(directory: directory)
        }
        return found
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let file = try OwnedDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { CLinux.write(file.raw, $0.baseAddress, $0.count) }
            if count < 0, OwnedDescriptor.isWorthAnotherWrite(file.raw) { continue }
            guard count >= 0 else { throw SystemError("write", path) }
            rest = rest.dropFirst(count)
        }
    }
}
