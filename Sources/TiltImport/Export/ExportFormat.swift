package import TiltCore

/// The formats a log can be written in.
package enum ExportFormat: String, CaseIterable, Sendable {
    /// The log of this program: everything is kept.
    case tiltlog
    /// Events that `evemu-play` and umockdev can play.
    case evemu
    /// `t,ax,ay,az[,gx,gy,gz]` in s, m/s² and rad/s, in device axes.
    case csv

    /// The format that the ending of a file's name asks for, or `nil`.
    package init?(path: String) {
        switch path.split(separator: ".").last?.lowercased() {
        case "tiltlog": self = .tiltlog
        case "evemu", "events", "ev": self = .evemu
        case "csv": self = .csv
        default: return nil
        }
    }

    /// A writer of a log with this header.
    package func writer(for header: LogHeader) -> any LogExport {
        switch self {
        case .tiltlog: TiltlogExport(header)
        case .evemu: EvemuExport(header)
        case .csv: CSVExport(header)
        }
    }
}
