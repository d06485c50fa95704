import TiltCore

/// Writes a .tiltlog: the header and every count as they were.
final class TiltlogExport: LogExport {
    var losses: [String] { [] }

    private let header: LogHeader
    /// Used by nobody else meanwhile, so that no row need wait for a check of that.
    @exclusivity(unchecked) private var writer: LogWriter

    init(_ header: LogHeader) {
        self.header = header
        writer = LogWriter(for: header.sensor)
    }

    func begin(_ buffer: inout ByteBuffer) { header.append(to: &buffer) }

    func append(_ reading: Reading, to buffer: inout ByteBuffer) { writer.append(reading, to: &buffer) }

    func finish(dropped: Int, _ buffer: inout ByteBuffer) { writer.appendEnd(dropped: dropped, to: &buffer) }
}
