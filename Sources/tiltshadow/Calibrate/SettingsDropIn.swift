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
    init(_ files: SettingsFiles) throws(ToolError) {
        self.files = files
        let path = files.dropIns + "/60-calibrate.conf"
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

    /// Gives it these lines, whole or not at all.
    func write(_ snippet: SettingsSnippet) throws(ToolError) {
        output.buffer.append(text: snippet.text)
        try output.finish()
    }

    /// The place that sets the mount matrix in spite of it; `nil` where none does.
    var rival: String? {
        guard let setting = SettingsTable.setting(.sensor, "mount_matrix"),
            let reading = try? files.load(), let place = reading.layers.place(of: setting),
            place.source != path
        else { return nil }
        return place.description
    }
}
