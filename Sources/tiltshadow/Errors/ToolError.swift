import LinuxSystem
import TiltClient
import TiltCore
import TiltSensors

/// Why a command could not do what it was asked, and what to try.
enum ToolError: Error, Equatable {
    /// A log cannot be read.
    case log(path: String, LogError)
    /// A log's clock goes back in row after row: its rows are not in the order of time.
    case unordered(path: String, line: Int)
    /// The file to write is the file being read.
    case sameFile(path: String)
    /// The reader of our output has gone: not a failure, the rest is not wanted.
    case outputClosed
    /// The daemon cannot be followed.
    case client(ClientError)
    /// A sensor cannot be used.
    case sensor(SensorError)
    /// Any other failed call.
    case system(SystemError)

    /// The exit status of wrong use, as shells have it.
    static let wrongUse: Int32 = 2
    /// The exit status where there is no sensor or no daemon: `EX_UNAVAILABLE` of sysexits.h.
    static let unavailable: Int32 = 69

    /// What the process ends with.
    var exitCode: Int32 {
        switch self {
        case .outputClosed: 0
        case .client(.noSocket), .client(.notListening): Self.unavailable
        case .client, .log, .unordered, .sameFile, .sensor, .system: 1
        }
    }
}

extension ToolError: CustomStringConvertible {
    /// What happened, quoting what was given.
    var description: String {
        switch self {
        case .log(let path, let error): "\(path): \(error.description)"
        case .unordered(let path, let line):
            "\(path): line \(line): time goes back in \(LogPlayback.mostBackwardRows) rows in a row"
        case .sameFile(let path): "\(path) is the log itself; it was left alone"
        case .outputClosed: "the reader of the output has gone"
        case .client(let error): error.description
        case .sensor(let error): error.description
        case .system(let error): error.description
        }
    }

    /// The next thing to try.
    var hint: String? {
        switch self {
        case .log(_, let error): error.hint
        case .unordered: "sort the rows by time, or cut the log where its clock was set back"
        case .sameFile: "name another file with --frames"
        case .outputClosed: nil
        case .client(let error): error.hint
        case .sensor(let error): error.hint
        case .system(let error): error.errno == 13 ? "see whether you may read or write there" : nil
        }
    }
}
