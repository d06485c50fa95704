import CLinux
import LinuxSystem
import TiltCore
import TiltDaemon

/// The file beside the daemon's settings that calibration writes: the owner's own file stays as it is.
struct SettingsDropIn {
    /// The settings that it goes over.
    let files: SettingsFiles
    /// Where it lies.
    var path: String { files.dropIns + "/60-calibrate.conf" }

    private let output: OutputFile

    /// Makes the directories and begins the file: whoever is to lay a device in six poses learns before that it cannot be
    /// written.
    ///
    /// A file of that name that is not calibration's own is left alone, unless `overwrite` is true.
    init(_ files: SettingsFiles, overwrite: Bool) throws(ToolError) {
        self.files = files
        let path = files.dropIns + "/60-calibrate.conf"
        if let refusal = Self.refusal(of: path, overwrite: overwrite) { throw refusal }
        do throws(SystemError) {
            try OwnDirectory(of: files.file).make(mode: 0o755)
            try OwnDirectory(files.dropIns).make(mode: 0o755)
        } catch { throw .dropIn(path: path, error) }
        do throws(ToolError) { output = try .open(path, overwrite: true) } catch {
            guard case .system(let error) = error else { throw error }
            throw .dropIn(path: path, error)
        }
        // The daemon reads it as another user, also where the superuser's umask keeps files from all others.
        output.permit(0o644)
    }

    /// What to say where another's file has the name, or what is no file; `nil` where it is free, or the file calibration's own.
    ///
    /// A link is not followed: its target may be any file at all.
    static func refusal(of path: String, overwrite: Bool) -> ToolError? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & mode_t(S_IFMT) {
        case mode_t(S_IFREG): break
        case mode_t(S_IFLNK): return .foreignDropIn(path: path, reason: "it is a link to another file")
        default: return .foreignDropIn(path: path, reason: "it is no regular file")
        }
        guard !overwrite else { return nil }
        let bytes: [UInt8]
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(path, limit: SettingsReader.maximumFileSize + 1)
        } catch { return .unreadable(path: path, error) }
        return OwnLines.firstForeign(in: bytes).map { .foreignLine(path: path, line: $0.number, $0.text) }
    }

    /// These lines, with the scale that a calibration before has put there for the same device: by it the new one has read, and
    /// without it the driver's wrong one would be back.
    func completed(_ snippet: SettingsSnippet) -> SettingsSnippet {
        var snippet = snippet
        if snippet.accelScale == nil, let sensor = written?.settings.sensor,
            SensorKnowledge.areOneDevice(sensor.device, snippet.device ?? "")
        {
            snippet.accelScale = sensor.accelScale
        }
        return snippet
    }

    /// Gives it these lines, whole or not at all.
    func write(_ snippet: SettingsSnippet) throws(ToolError) {
        output.buffer.append(text: snippet.text)
        try output.finish()
    }

    /// What is in it; `nil` where it is not there, or cannot be used.
    private var written: LayeredSettings? {
        do throws(SettingsFile.Failure) { return try SettingsFile.load(path) } catch { return nil }
    }

    /// What sets one of its keys to something else in spite of it: the key, and the place; `nil` where nothing does.
    var rival: (setting: Setting, place: SettingsPlace)? {
        guard let written, let reading = try? files.load() else { return nil }
        for setting in SettingsTable.all where written.place(of: setting) != nil {
            guard let place = reading.layers.place(of: setting), place.source != path,
                setting.text(in: reading.layers.settings) != setting.text(in: written.settings)
            else { continue }
            return (setting, place)
        }
        return nil
    }
}
