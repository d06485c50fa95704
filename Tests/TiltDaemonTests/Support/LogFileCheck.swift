import TiltCore
import TiltSensors

/// Reads a whole log as `replay` does.
enum LogFileCheck {
    /// The first thing that is wrong in the log at `path`; `nil` where it is whole.
    static func problem(in path: String) -> String? {
        do throws(SensorError) {
            let file = try LogFile(path: path)
            _ = try file.header()
            while try file.next() != nil {}
            return file.firstProblem?.description
        } catch {
            return error.description
        }
    }
}
