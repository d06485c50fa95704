import TiltCore
import TiltImport

/// Recordings of other programs: the first byte chooses the pieces they come in, the rest is the file.
enum ImportsTarget {
    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.first else { return }
        let file = Array(bytes.dropFirst())
        let whole = read(file, piece: 1 << 16)
        let pieces = read(file, piece: 1 + Int(first))
        expect(whole.readings == pieces.readings, "the readings depend on the pieces")
        expect(
            zip(whole.readings, whole.readings.dropFirst()).allSatisfy { $0.time < $1.time },
            "time does not go on")
        guard let header = whole.header, !whole.readings.isEmpty else { return }
        let export = ExportFormat.tiltlog.writer(for: header)
        var buffer = ByteBuffer()
        export.begin(&buffer)
        for reading in whole.readings { export.append(reading, to: &buffer) }
        export.finish(dropped: 0, &buffer)
        let again = read(buffer.bytes, piece: 1 << 16)
        expect(again.readings == whole.readings, "a converted log has other readings")
    }

    private static func read(_ bytes: [UInt8], piece: Int) -> (header: LogHeader?, readings: [Reading]) {
        var readings: [Reading] = []
        var header: LogHeader?
        do throws(ImportError) {
            let log = try Import.log(in: bytes, piece: piece)
            while true {
                do throws(ImportError) {
                    guard let reading = try log.next() else { break }
                    readings.append(reading)
                } catch {
                    expect(description: error.description, hint: error.hint)
                    guard error.isSkippable else { break }
                }
            }
            header = log.header
        } catch {
            expect(description: error.description, hint: error.hint)
        }
        return (header, readings)
    }
}
