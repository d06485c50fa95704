package import TiltCore

/// A log being written in one format, into a buffer that its owner writes out.
package protocol LogExport: AnyObject {
    /// What the format has no place for, of what was written so far; one sentence part each.
    var losses: [String] { get }
    /// Appends what stands before the readings.
    func begin(_ buffer: inout ByteBuffer)
    /// Appends one reading.
    func append(_ reading: Reading, to buffer: inout ByteBuffer)
    /// Appends what stands after the readings; `dropped` is how many the recording says were lost.
    func finish(dropped: Int, _ buffer: inout ByteBuffer)
}
