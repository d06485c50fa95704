import ArgumentParser
import CLinux
import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// `tiltshadow record`: the sensor's raw readings, kept in a file.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record the sensor's raw readings to a .tiltlog.",
        discussion: """
            Keeps what the sensor says in its own counts, so that a better filter can be tried on an old log. Rows \
            are written every second; Ctrl-C ends the log properly. Where the daemon holds the sensor alone, stop it \
            first, or let it record: tiltshadowd --record FILE.

            EXAMPLES:
              tiltshadow record desk.tiltlog
              tiltshadow record --seconds 30 walk.tiltlog
              tiltshadow record --max-size 10M --rotate 5 week.tiltlog
              tiltshadow record --device /dev/iio:device1 - | gzip > base.tiltlog.gz
            """)

    @Argument(
        help: ArgumentHelp("The log to write; - is standard output.", valueName: "file"), completion: .file())
    var log: String

    @Option(
        help: ArgumentHelp(
            "The id, name or node of the sensor. (default: the best one)", valueName: "sensor"),
        completion: .sensorIDs)
    var device: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("End after this many seconds.", valueName: "s"))
    var seconds: Double?

    @Option(
        help: ArgumentHelp(
            "End when the log has this many bytes, or KiB, MiB, GiB with k, M, G after the number; at least 4k.",
            valueName: "size"))
    var maxSize: String?

    @Option(
        help: ArgumentHelp(
            "Keep this many logs of --max-size: a full one becomes FILE.1, that one FILE.2, and the oldest goes.",
            valueName: "count"))
    var rotate: String?

    @Flag(help: "Replace a file that is there.")
    var force = false

    @OptionGroup var file: SettingsFileOption

    func validate() throws(ValidationError) {
        try PackedName.refuse(log, "tiltshadow record -")
        if let seconds { try WatchCommand.checkSeconds(seconds) }
        if let maxSize, RecordLimits.bytes(parsing: maxSize) == nil {
            throw ValidationError(
                "--max-size \"\(maxSize)\": expected a size of at least 4k, such as 500k, 10M or 2G")
        }
        guard let rotate else { return }
        guard RecordLimits.files(parsing: rotate) != nil else {
            throw ValidationError("--rotate \"\(rotate)\": expected 2 to \(RecordLimits.mostFiles)")
        }
        if let text = limits.refusal(to: log) { throw ValidationError(text) }
    }

    private var limits: RecordLimits {
        RecordLimits(
            bytes: maxSize.flatMap(RecordLimits.bytes(parsing:)),
            files: rotate.flatMap(RecordLimits.files(parsing:)) ?? 1)
    }

    mutating func run() throws(ToolError) {
        let limits = limits
        try refuseOthers(limits)
        let pipe = try openPipe()
        var options = try file.settings().sensorOptions
        if let device { options.device = device }
        let catalog = SensorCatalog(options: options)
        let sensor = try SensorChoice.open(catalog, named: device)
        Diagnostics.note("recording \(sensor.description.name) to \(FilePath.outputName(log))")
        var loop = RecordLoop(sensor: sensor, seconds: seconds)
        do throws(ToolError) { try loop.run(to: log, overwrite: force, limits: limits) } catch {
            throw Self.withWholeRows(error, in: log)
        }
        _ = consume pipe
        Diagnostics.note(
            "\(loop.rows) rows recorded" + (loop.files > 1 ? " in \(loop.files) files" : "")
                + (loop.isFull ? "; the log is full" : ""))
    }

    /// A failure to write, with what is left in the file: rows that were taken and not written count for nothing.
    static func withWholeRows(_ error: ToolError, in log: String) -> ToolError {
        guard case .recording(let failure, _) = error, failure.call == "write",
            let rows = RecordedRows.count(in: log)
        else { return error }
        return .recordingCut(failure, path: log, rows: rows)
    }

    /// Throws where there is a file that is not to be replaced, or none may be written.
    ///
    /// Recordings are put aside where they rotate. The first reading, with which the log begins, may be long in coming: whoever
    /// waits for it knows before that it can be kept.
    func refuseOthers(_ limits: RecordLimits, user: uid_t = geteuid()) throws(ToolError) {
        guard log != "-" else { return }
        var status = stat()
        // A link that leads nowhere is there, too.
        if !force, limits.files == 1, lstat(log, &status) == 0 { throw .exists(path: log) }
        if let path = LimitedRecorder.stranger(at: log, limits, overwrite: force) {
            throw .notARecording(path: path)
        }
        if let error = refusalToOpen() { throw .recording(error, rows: 0) }
        // Who is not its owner cannot close it to others, the superuser apart.
        let isFile = stat(log, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
        if isFile, force, user != 0, user != status.st_uid {
            throw .othersFile(path: log, owner: status.st_uid)
        }
    }

    /// What `open` would say of the file, which is to be written where it is there, and else to be made.
    private func refusalToOpen() -> SystemError? {
        var status = stat()
        guard stat(log, &status) == 0 else {
            let error = SystemError("open", log)
            guard error.errno == ENOENT, !log.isEmpty else { return error }
            let directory = FilePath.directory(of: FilePath.linkTarget(log) ?? log)
            return access(directory, W_OK | X_OK) == 0 ? nil : SystemError("open", log)
        }
        switch status.st_mode & mode_t(S_IFMT) {
        case mode_t(S_IFDIR): return SystemError("open", log, errno: EISDIR)
        case mode_t(S_IFSOCK): return SystemError("open", log, errno: ENXIO)
        default: return access(log, W_OK) == 0 ? nil : SystemError("open", log)
        }
    }

    /// The end of a FIFO that is written; `nil` where the log goes to anything else.
    ///
    /// It is held until the log has begun, as a reader takes the end of the first writer for the end of all. Calls `open`
    /// with `O_NONBLOCK`, which does not wait for a reader.
    func openPipe() throws(ToolError) -> OwnedDescriptor? {
        var status = stat()
        guard log != "-", stat(log, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFIFO) else {
            return nil
        }
        do throws(SystemError) { return try .open(log, O_WRONLY | O_NONBLOCK) } catch {
            throw error.errno == ENXIO ? .unreadPipe(path: log) : .recording(error, rows: 0)
        }
    }
}
