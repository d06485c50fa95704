package import TiltCore

/// A log of any format while it is read: one reading after the other, whatever its length.
package final class ImportedLog {
    private let source: any ReadingSource
    private let file: FileBytes?
    private let folder: Folder?
    /// The name of the device to take, until the header has told that it is this one.
    private var device: String?

    /// `folder` is what `file` is, or is in, where more files of it may be read; `device` is what the caller names.
    init(_ source: any ReadingSource, file: FileBytes?, in folder: Folder? = nil, device: String?) {
        self.source = source
        self.file = file
        self.folder = folder
        self.device = device
    }

    /// The sensor and its clock; there once ``next()`` has returned a reading.
    package var header: LogHeader? { source.header }
    /// Readings that the recording itself says were lost.
    package var dropped: Int { source.dropped }
    /// What was read besides readings, and no log has a place for; one sentence part each.
    package var losses: [String] { source.losses }
    /// What was taken for granted and may be wrong, and what was left out; a sentence part each, whole at the end.
    package var doubts: [String] { source.doubts }
    /// Bytes of the file read so far.
    package var position: Int { file?.position ?? 0 }
    /// Bytes of the file in all; `nil` for a pipe.
    package var size: Int? { file?.size }
    /// The numbers of the open files, to compare files by.
    package var descriptors: [Int32] { (file.map { [$0.descriptor] } ?? []) + (folder?.descriptors ?? []) }

    /// The next reading, or `nil` at the end.
    ///
    /// - Throws: ``ImportError``; after one that is ``ImportError/isSkippable`` the next call goes on.
    package func next() throws(ImportError) -> Reading? {
        let reading = try source.next()
        if let device, let sensor = source.header?.sensor {
            // Recordings of several devices have taken it by now; a log and a table are of one.
            let names = [sensor.name, sensor.device, sensor.id]
            guard names.contains(device.onOneLine(limit: 128)) else {
                throw .unknownDevice(device, known: [sensor.name])
            }
            self.device = nil
        }
        return reading
    }
}
