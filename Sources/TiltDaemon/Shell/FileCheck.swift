import CLinux
import LinuxSystem
import TiltCore
import TiltSensors

/// Looks at the files of the command line before the daemon serves: what is wrong with them is said at once, and not when
/// the first subscriber comes.
package enum FileCheck {
    /// Why a log cannot be played; `nil` where it can, or where only time can tell, as for a pipe.
    package static func refusal(replay path: String?) -> String? {
        guard let path, path != "-" else { return nil }
        var status = stat()
        guard stat(path, &status) == 0 else { return message("replay", SystemError("open", path)) }
        switch CInt(status.st_mode) & S_IFMT {
        case S_IFDIR: return message("replay", SystemError("open", path, errno: EISDIR))
        // What is read of a pipe is gone.
        case S_IFIFO, S_IFSOCK: return nil
        default: break
        }
        let source = LogSource(path: path, isRepeated: false, clock: { Timestamp(nanoseconds: 0) })
        for candidate in source.candidates() {
            do throws(SensorError) { _ = try source.open(candidate, now: Timestamp(nanoseconds: 0)) } catch {
                if case .silent = error { return nil }
                return
                    "cannot replay: \(error.description); name a log that `tiltshadow record` has written, "
                    + "or make one of it: `tiltshadow convert FILE log.tiltlog`"
            }
        }
        return nil
    }

    /// Why this user can record nothing to a path; `nil` where nothing speaks against it.
    package static func refusal(record path: String?, limits: RecordLimits) -> String? {
        guard let path, path != "-" else { return nil }
        let directory = FilePath.directory(of: path)
        var status = stat()
        guard stat(directory, &status) == 0 else { return message("record", SystemError("open", path)) }
        guard CInt(status.st_mode) & S_IFMT == S_IFDIR else {
            return message("record", SystemError("open", path, errno: ENOTDIR))
        }
        if !limits.rotates, lstat(path, &status) == 0 { return inTheWay(path, rotates: false) }
        guard access(directory, W_OK | X_OK) == 0 else { return message("record", SystemError("open", path)) }
        // A log that is kept is put aside, and nothing else.
        return LimitedRecorder.stranger(at: path, limits).map { inTheWay($0, rotates: true) }
    }

    /// What is no regular file is not to be taken away for a recording.
    private static func inTheWay(_ path: String, rotates: Bool) -> String {
        var status = stat()
        guard lstat(path, &status) != 0 || CInt(status.st_mode) & S_IFMT == S_IFREG else {
            return "cannot record: \(path) is a \(FileKind.words(status.st_mode)); name another file"
        }
        let call = rotates ? "rename" : "open"
        return message("record", SystemError(call, path, errno: EEXIST))
    }

    private static func message(_ what: String, _ error: SystemError) -> String {
        "cannot \(what): \(error.recordingReason)" + (error.hint.map { "; \($0)" } ?? "")
    }
}
