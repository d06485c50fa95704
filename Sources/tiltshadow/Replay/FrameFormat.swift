import ArgumentParser
import TiltCore

/// How frames are written.
enum FrameFormat: String, CaseIterable, ExpressibleByArgument {
    /// Lines of protocol 1.
    case json
    /// Rows with nine significant digits, under a header.
    case csv

    /// What the ending of a file's name says.
    init(ofFile name: String) { self = name.lowercased().hasSuffix(".csv") ? .csv : .json }

    /// How much frames tell: CSV is to measure by.
    var grain: Replay.Grain {
        switch self {
        case .json: .published
        case .csv: .measured
        }
    }

    /// Appends what comes before the first frame.
    func appendHeader(to buffer: inout ByteBuffer) {
        if self == .csv { buffer.append(text: FrameEncoder.csvHeader) }
    }

    /// Appends one frame, LF included.
    func append(_ frame: Frame, to buffer: inout ByteBuffer) {
        switch self {
        case .json: FrameEncoder.appendJSON(frame, to: &buffer)
        case .csv: FrameEncoder.appendCSV(frame, to: &buffer)
        }
    }
}
