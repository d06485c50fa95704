import Testing
import TiltCore

/// Real recordings: they are not part of the package, and the suite says so where they are missing.
@Suite(
    .enabled(if: RecordedTrial.directory != nil, "TILTSHADOW_DATA does not name a directory of recordings"))
struct `Sensor inspector on recordings` {
    /// What a file was found out to be, and after how many seconds of rotation.
    struct Outcome { var faults: [SensorFault] = [], seconds: Double?, rejected = 0 }

    private static func outcome(
        of readings: [Reading], _ change: (Reading.Counts) -> Reading.Counts = { $0 }
    ) -> Outcome {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var outcome = Outcome()
        var rotating = 0.0
        var last: Timestamp?
        for reading in readings {
            var reading = reading
            if let rate = reading.gyroscope, rate.length > 0.3, let last {
                rotating += reading.time.seconds(since: last)
            }
            last = reading.time
            reading.gyroscope = reading.gyroscope.map(change)
            _ = inspector.sample(from: reading)
            for fault in inspector.faults where !outcome.faults.contains(fault) {
                outcome.faults.append(fault)
                outcome.seconds = outcome.seconds ?? rotating
            }
        }
        outcome.rejected = inspector.rejected
        return outcome
    }

    @Test(arguments: RecordedTrial.all("broad") + RecordedTrial.all("synthetic"), [1, 3, 5])
    func `has nothing against a right one at any rate`(trial: RecordedTrial, step: Int) throws {
        let outcome = Self.outcome(of: try trial.readings(each: step))
        #expect(outcome.faults == [])
        #expect(outcome.rejected == 0)
    }

    private typealias Change = (String, @Sendable (Reading.Counts) -> Reading.Counts)
    private static let changes: [Change] = [
        ("in °/s", { 180 / .pi * $0 }), ("converted twice", { .pi / 180 * $0 }),
        ("x and y swapped", { Reading.Counts(x: $0.y, y: $0.x, z: $0.z) }),
        ("z negated", { Reading.Counts(x: $0.x, y: $0.y, z: -$0.z) }), ("all negated", { -1 * $0 }),
    ]

    @Test(arguments: RecordedTrial.all("broad").filter { $0.description.contains("rotation") })
    func `notices rates that are wrong within 10 s of rotation`(trial: RecordedTrial) throws {
        for step in [1, 3, 5] {
            let readings = try trial.readings(each: step)
            for (name, change) in Self.changes {
                let outcome = Self.outcome(of: readings, change)
                // Turning about an axis that points up or down is invisible to gravity, and harmless: in two of the
                // recordings less than 3 % of what gravity sees is turning about z.
                if name == "z negated", outcome.faults.isEmpty { continue }
                #expect(outcome.seconds ?? .infinity < 10, "\(name), each \(step)")
            }
        }
    }

    @Test(arguments: RecordedTrial.all("synthetic").filter { $0.description.contains("sphere") })
    func `notices every mistake where the device turns about all axes`(trial: RecordedTrial) throws {
        let readings = try trial.readings()
        for (name, change) in Self.changes {
            let outcome = Self.outcome(of: readings, change)
            #expect(outcome.seconds ?? .infinity < 10, "\(name)")
        }
    }
}
