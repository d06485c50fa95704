package import TiltCore

/// A sensor of a log that never had a reading.
package enum LogLack: Equatable, Sendable {
    case acceleration, rates
}

/// A log being written in one format, into a buffer that its owner writes out.
package protocol LogExport: AnyObject {
    /// What the format has no place for, of what was written so far; one sentence part each.
    var losses: [String] { get }
    /// What the log lacks that the format cannot do without, of what was written so far; `nil` where it can be used.
    var lack: LogLack? { get }
    /// Appends what stands before the readings.
    func begin(_ buffer: inout ByteBuffer)
    /// Appends one reading.
    func append(_ reading: Reading, to buffer: inout ByteBuffer)
    /// Appends what stands after the readings; `dropped` is how many the recording says were lost.
    func finish(dropped: Int, _ buffer: inout ByteBuffer)
}

extension LogExport {
    package var lack: LogLack? { nil }
}
