import Sessions
import Testing

/// What `status` says beside a device that rests, tapped or not.
@Suite struct `A tap` {
    /// Five seconds of rest, and thirty more with these words for the sensor; `reader` hears all that there is to ask for.
    private static func heard(by reader: String, _ sensor: String, _ words: String) throws -> [String] {
        let question =
            "\(reader) {\"type\":\"status\",\"include\":[\"candidates\",\"subscribers\",\"recovery\"]}"
        let session = """
            # A device at rest.
            sensor pad: \(sensor)
            0.0  slow connects, with raw, not reading
            0.0  slow {"type":"subscribe","include":["raw"]}
            0.0  anna connects
            0.0  root connects, as root, with raw
            0.1 to 4.9 every 0.1 \(question)
            5.0  pad \(words)
            5.1 to 35 every 0.1 \(question)
            """
        return try SessionRun.heard(by: reader, in: Session.parse(session))
    }

    /// The sensors that there are, each at rest, and turned and scaled so that some judgement of it is near.
    private static let sensors = [
        "roll 0.2", "roll 0.2, kind iio-poll", "roll 0.2, changes only", "roll 3.1", "roll 0.2, gyro",
    ]

    @Test(arguments: sensors, [0.1, 0.4, 0.5, -0.5])
    func `changes nothing that is told to who may not have raw samples`(_ sensor: String, tap: Double) throws
    {
        let without = try Self.heard(by: "anna", sensor, "rests")
        let with = try Self.heard(by: "anna", sensor, "is tapped \(tap) at 4 Hz")
        #expect(without.count > 2000)
        let differing = zip(without, with).first { $0 != $1 }
        #expect(differing == nil && without.count == with.count)
    }

    /// Nor when it is told, by which ticks: those of who wants changes alone are slow then.
    @Test(arguments: ["anna", "timer", "page1"], [0.1, 0.4, 0.5, -0.5])
    func `changes no frame of who wants changes alone, no tick and no page`(who: String, tap: Double) throws {
        func heard(_ words: String) throws -> [String] {
            let session = """
                # A device at rest.
                sensor pad: roll 0.2
                0.0  anna connects
                0.0  anna {"type":"subscribe","when":"changed"}
                \(who == "page1" ? "0.1  ben connects\n0.1  ben {\"type\":\"map\",\"rate_hz\":200}" : "")
                5.0  pad \(words)
                5.1 to 15 every 0.5 anna {"type":"status"}
                """
            return try SessionRun.heard(by: who, in: Session.parse(session))
        }
        let without = try heard("rests")
        switch who {
        case "timer": #expect(without.contains { $0.contains("12.5 Hz") })
        case "page1": #expect(without.count > 2000)
        default: #expect(!without.isEmpty)
        }
        #expect(try heard("is tapped \(tap) at 4 Hz") == without)
    }

    @Test func `is told to who may`() throws {
        let without = try Self.heard(by: "root", "roll 0.2", "rests")
        #expect(try Self.heard(by: "root", "roll 0.2", "is tapped 0.4 at 4 Hz") != without)
    }
}
