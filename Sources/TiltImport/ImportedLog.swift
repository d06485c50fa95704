package import TiltCore

/// A log of any format while it is read: one reading after the other, whatever its length.
package final class ImportedLog {
    private let source: any ReadingSource
    private let file: FileBytes?
    private let folder: Folder?
    /// The name of the device to take, until the header has told that it is this one.
    private var device: String?

    /// True where the caller told the unit of rates.
    private let hasRateUnit: Bool
    /// True once a reading was handed out, and once one with an acceleration was.
    private var (hasReadings, hasForces) = (false, false)

    /// `folder` is what `file` is, or is in, where more files of it may be read.
    init(
        _ source: any ReadingSource, file: FileBytes?, in folder: Folder? = nil, _ options: ImportOptions
    ) {
        self.source = source
        self.file = file
        self.folder = folder
        device = options.device
        hasRateUnit = options.rateUnit != nil
    }

    /// The sensor and its clock; there once ``next()`` has returned a reading.
    package var header: LogHeader? { source.header }
    /// Readings that the recording itself says were lost.
    package var dropped: Int { source.dropped }
    /// What was read besides readings, and no log has a place for; one sentence part each.
    package var losses: [String] { source.losses }
    /// What was taken for granted and may be wrong, and what was left out; a sentence part each, whole at the end.
    package var doubts: [String] { source.doubts + missing }

    /// What is not in it and should be, as it is asked for or no tilt can be told without.
    private var missing: [String] {
        guard hasReadings else { return [] }
        var missing: [String] = []
        if !hasForces {
            missing.append(
                "none of its readings has an acceleration, and tilt is its direction: "
                    + "give the accelerometer's recording, or one of both")
        }
        if hasRateUnit, source.header?.sensor.hasGyroscope == false {
            missing.append(
                "--rate-unit has nothing to act on: no column is read as rates; --columns tells which are")
        }
        return missing
    }

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
        if let reading {
            hasReadings = true
            if reading.accelerometer != nil { hasForces = true }
        }
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
