import Foundation
import Sessions
import Testing
import TiltCore
import TiltDaemon

@testable import TiltRelay

/// The daemon's sessions once more, with a sensor of another machine in the place of each device.
@Suite struct `Served sessions` {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../Sessions").standardized

    /// Every session that does not go as it says with a remote sensor, by the reason.
    private static let others: [String: [String]] = [
        "They name the kind of the sensor, which is remote.": [
            "frames/hello-first", "requests/status", "sensors/ended-log",
        ],
        "They know all that is told of a device.": ["settings/told-while-refused"],
        "Raw readings are not published, and so neither recorded, handed on nor judged.": [
            "recording/behind", "recording/behind-at-the-end", "recording/full", "recording/header",
            "recording/behind-and-fails", "recording/limit", "recording/lost", "recording/reload",
            "recording/rotates", "recording/stranger",
            "recording/rotates-with-another", "recording/rows", "recording/standard-output",
            "requests/faults", "requests/raw", "requests/status-tapped",
            "sensors/faults-in-silence", "sensors/faulty-now-and-then", "sensors/gravity",
        ],
        "A gyroscope's bias is kept where the gyroscope is.": [
            "life/bias", "life/sigint", "life/sigquit", "life/sigterm",
        ],
        "A silent device is asked and opened again where it is; here it is stale, until its publisher says otherwise.":
            [
                "sensors/blind-beside-silent", "sensors/gyro-alone", "sensors/rests-in-silence",
                "sensors/silent", "sensors/silent-and-plugged", "sensors/slept", "sensors/stolen",
                "sensors/two-ways", "sensors/zeros", "sensors/zeros-alone", "settings/reload-resting-evdev",
            ],
        "The machine that sleeps is this one, and the filter is of the other.": [
            "sensors/awake-at-once", "sensors/turned-in-sleep",
        ],
    ]

    private static let files: [String] = {
        let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return found.filter { $0.hasSuffix(".session") }.map { String($0.dropLast(8)) }.sorted()
    }()

    private static var exceptions: Set<String> { Set(others.values.joined()) }

    /// The two ends of the relay, of each opening of a device.
    private final class Ends {
        var publishers: [SensorID: RemotePublisher] = [:]
        var now: Int64 = 0
    }

    private func failure(_ name: String) throws -> String? {
        let url = Self.folder.appending(path: name + ".session")
        let session = try Session.parse(String(contentsOf: url, encoding: .utf8))
        let ends = Ends()
        let carriage = Carriage(
            opened: { id, description in
                ends.publishers[id] = RemotePublisher(description, at: ends.now)
                var served = description
                served.kind = .remote
                return served
            },
            carried: { id, readings, now in
                ends.now = now
                return ends.publishers[id]?.carry(readings, at: now) ?? []
            })
        return try SessionRun.failure(of: session, by: carriage)
    }

    @Test(arguments: files.filter { !exceptions.contains($0) })
    func `go as they say with a remote sensor`(_ name: String) throws {
        if let failure = try failure(name) { Issue.record("\(name): \(failure)") }
    }

    /// Or the list would grow old.
    @Test func `that do not are all there, and do not`() throws {
        for name in Self.exceptions {
            #expect(Self.files.contains(name), "no session \(name)")
            #expect(try failure(name) != nil, "\(name) goes as it says")
        }
    }
}
