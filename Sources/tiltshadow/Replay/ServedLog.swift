import LinuxSystem
import TiltCore
import TiltImport
import TiltSensors

/// The file that a daemon is given to play: the log itself, or a .tiltlog made of a recording of another program.
struct ServedLog: ~Copyable {
    /// Where it is.
    let path: String
    /// The directory of what was made, gone with this value.
    private let directory: TemporaryDirectory?

    /// Looks at the log at `path`; `-` is taken as it is, since it can be opened only once.
    ///
    /// A log without one row that makes sense is refused here: its daemon would wait for the next play of it, for ever.
    init(_ path: String, _ options: ImportOptions) throws(ToolError) {
        guard path != "-" else {
            self.path = path
            directory = nil
            return
        }
        let input = try LogInput(path, options)
        let first = try input.first()
        guard options.areForTables || options.accelScale != nil || !Self.isOurs(path) else {
            self.path = path
            directory = nil
            return
        }
        let made: TemporaryDirectory
        do throws(SystemError) { made = try .create(for: ["log"]) } catch { throw .system(error) }
        let output = try OutputFile.open(made.path + "/log", overwrite: false)
        // The daemon that plays it says what is wrong with the sensor.
        try Conversion.run(
            input, from: first, ExportFormat.tiltlog.writer(for: input.header), output, judgesSensor: false)
        self.path = made.path + "/log"
        directory = consume made
    }

    private static func isOurs(_ path: String) -> Bool {
        do throws(SensorError) {
            _ = try LogFile(path: path).header()
            return true
        } catch {
            return false
        }
    }
}
