import Foundation
import TiltCore
import TiltImport

/// One import from its first byte to its last, with all it gave.
struct ImportSession {
    private(set) var header: LogHeader?
    private(set) var readings: [Reading] = []
    private(set) var skipped: [ImportError] = []
    private(set) var failure: ImportError?
    private(set) var dropped = 0
    private(set) var losses: [String] = []
    private(set) var doubts: [String] = []

    /// Imports text that is in memory.
    init(_ text: String, _ options: ImportOptions = .init()) { self.init(Array(text.utf8), options) }

    /// Imports bytes that are in memory, `piece` at a time.
    init(_ bytes: [UInt8], _ options: ImportOptions = .init(), piece: Int = 1 << 16) {
        do throws(ImportError) {
            run(try Import.log(in: bytes, options, piece: piece))
        } catch { failure = error }
    }

    /// Imports a file or a folder.
    init(path: String, _ options: ImportOptions = .init()) {
        do throws(ImportError) { run(try Import.open(path, options)) } catch { failure = error }
    }

    private mutating func run(_ log: ImportedLog) {
        while true {
            do throws(ImportError) {
                guard let reading = try log.next() else { break }
                readings.append(reading)
            } catch {
                guard error.isSkippable else {
                    failure = error
                    break
                }
                skipped.append(error)
            }
        }
        header = log.header
        dropped = log.dropped
        losses = log.losses
        doubts = log.doubts
    }

    /// The log written in a format.
    func exported(_ format: ExportFormat) -> (text: String, losses: [String]) {
        guard let header else { return ("", []) }
        let export = format.writer(for: header)
        var buffer = ByteBuffer()
        export.begin(&buffer)
        for reading in readings { export.append(reading, to: &buffer) }
        export.finish(dropped: dropped, &buffer)
        return (buffer.text, export.losses)
    }

    /// The frames of a replay, as CSV.
    var frames: String {
        guard let header else { return "" }
        var subscription = Subscription()
        subscription.include = .up
        var replay = Replay(options: subscription, sensor: header.sensor)
        var buffer = ByteBuffer()
        for reading in readings { replay.feed(reading) { FrameEncoder.appendCSV($0, to: &buffer) } }
        replay.finish { FrameEncoder.appendCSV($0, to: &buffer) }
        return buffer.text
    }

    /// The place of a fixture.
    static func fixture(_ name: String) -> String {
        (Bundle.module.resourceURL ?? URL(fileURLWithPath: "/")).appendingPathComponent("Fixtures/" + name)
            .path
    }
}

/// The bytes of a fixture.
func fixtureBytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: ImportSession.fixture(name))))
}
