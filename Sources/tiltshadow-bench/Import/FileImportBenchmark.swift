import Foundation
import TiltCore
import TiltImport

/// Recordings on the disk, plain and packed: read to readings, and converted to another file as `convert` does.
enum FileImportBenchmark {
    private static let repeats = 5

    /// Measures each recording, named and unpacked.
    static func run(_ recordings: [(name: String, bytes: [UInt8])]) {
        let directory = NSTemporaryDirectory() + "tiltshadow-bench-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            print("  \(directory): \(error)")
            return
        }
        print("files: best and median of \(repeats), in MB unpacked per second of CPU time")
        for recording in recordings {
            for packing in PackedFile.allCases {
                let path = "\(directory)/log.\(packing)"
                guard packing.write(recording.bytes, to: path) else {
                    print("  \(path): could not be written")
                    continue
                }
                let output = directory + "/out.tiltlog"
                let speeds = [nil, output].map { output in
                    let all = (0..<repeats).map { _ in
                        ImportBenchmark.speed(recording.bytes) { convert(path, to: output) }
                    }.sorted()
                    return "\(Contest.fixed(all[repeats - 1], 0)), \(Contest.fixed(all[repeats / 2], 0))"
                }
                print("  \(recording.name), \(packing): read \(speeds[0]); to a .tiltlog \(speeds[1])")
            }
        }
    }

    /// Reads the log at `path` to its end and writes it to `output`, where there is one.
    private static func convert(_ path: String, to output: String?) {
        do throws(ImportError) {
            let log = try Import.open(path)
            guard let output else {
                while try log.next() != nil {}
                return
            }
            guard let file = fopen(output, "w") else { return print("  \(output): could not be written") }
            defer { fclose(file) }
            guard var reading = try log.next() else { return }
            let export = ExportFormat.tiltlog.writer(for: log.header ?? .neutralCSV)
            var buffer = ByteBuffer(capacity: 80 * 1024)
            export.begin(&buffer)
            while true {
                export.append(reading, to: &buffer)
                if buffer.bytes.count >= 64 * 1024 {
                    fwrite(buffer.bytes, 1, buffer.bytes.count, file)
                    buffer.removeAll()
                }
                guard let next = try log.next() else { break }
                reading = next
            }
            export.finish(dropped: log.dropped, &buffer)
            fwrite(buffer.bytes, 1, buffer.bytes.count, file)
        } catch {
            print("  \(error.description)")
        }
    }
}
