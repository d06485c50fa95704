import Testing

/// Tests of the real `tiltshadowd` on a real socket; `TILTSHADOWD` names another build of it.
@Suite struct Executable {}

extension DaemonProcess {
    /// A daemon that plays a log again and again.
    static func replaying(
        _ log: String = TestLog.rocking(), in directory: ScratchDirectory, _ arguments: [String] = []
    ) throws -> DaemonProcess {
        let path = try directory.write("replayed.csv", log)
        return try DaemonProcess(in: directory, ["--replay", path, "--loop"] + arguments)
    }
}
