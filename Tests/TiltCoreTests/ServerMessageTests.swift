import Foundation
import Testing
import TiltCore

@Suite struct `Server message` {
    private static let sensor = SensorDescription(
        id: "a\"b", name: "Name\nof \\ a stranger µ", kind: .iioBuffer, device: "/dev/iio:device0")

    @Test func `hello names versions, defaults, the shadow and the sensor`() throws {
        let line = try object(
            written {
                ServerMessage.appendHello(
                    defaults: Subscription(), blur: 16, opacity: 0.35, sensor: Self.sensor, to: &$0)
            })
        #expect(line["type"] as? String == "hello" && line["protocol"] as? Int == 1)
        #expect(line["server"] as? String == ProtocolVersion.server)
        #expect(line["rate_hz"] as? Double == 50 && line["gain"] as? Double == 10)
        #expect(line["shadow"] as? [String: Double] == ["blur_px": 16, "opacity": 0.35])
        let sensor = try #require(line["sensor"] as? NSDictionary)
        #expect(sensor["id"] as? String == Self.sensor.id && sensor["name"] as? String == Self.sensor.name)
        #expect(sensor["kind"] as? String == "iio-buffer" && sensor["gyro"] as? Bool == true)
    }

    @Test func `hello leaves the sensor out where there is none`() throws {
        let line = try object(
            written {
                ServerMessage.appendHello(
                    defaults: Subscription(), blur: 16, opacity: 0.35, sensor: nil, to: &$0)
            })
        #expect(line["sensor"] == nil)
    }

    @Test(arguments: [("lost", "unplugged" as String?), ("found", nil)])
    func `sensor says what happened and why`(event: String, reason: String?) throws {
        let line = try object(
            written {
                ServerMessage.appendSensor(
                    event: event == "lost" ? "lost" : "found", reason: reason, sensor: Self.sensor, to: &$0)
            })
        #expect(line["type"] as? String == "sensor" && line["event"] as? String == event)
        #expect(line["reason"] as? String == reason && line["sensor"] is NSDictionary)
    }

    @Test(arguments: ["\u{1}", "\u{202e}", "é", "\"", "\\", "a\"", "x"])
    func `sensor is a line of bounded length whatever the reason is`(character: String) throws {
        let long = String(repeating: character, count: 5000)
        let sensor = SensorDescription(id: long, name: long, kind: .log, device: long)
        let text = written {
            ServerMessage.appendSensor(event: "lost", reason: long, sensor: sensor, to: &$0)
        }
        #expect(text.utf8.count < 1200)
        let reason = try #require(try object(text)["reason"] as? String)
        // Cleaned as where it is logged, and no shorter than half of what there is room for.
        #expect(reason == String(reason.dropLast()).onOneLine() + "…" && reason.utf8.count > 230)
    }

    @Test func `ok names the rate to its last digit`() {
        var options = Subscription()
        options.rateHz = 143.9876543210123
        let line = written { ServerMessage.appendOK(id: nil, options, isPaused: false, to: &$0) }
        #expect(line.contains(#","rate_hz":143.9876543210123,"#), "\(line)")
    }

    @Test func `ok lists the options in force`() throws {
        var options = Subscription()
        options.rateHz = 25
        options.shadow.mapping = .projection
        options.shadow.displayRotation = .quarter
        options.include = [.up, .raw]
        let line = try object(
            written { ServerMessage.appendOK(id: .text("é\"1"), options, isPaused: true, to: &$0) })
        let expected: NSDictionary = [
            "type": "ok", "id": "é\"1", "rate_hz": 25, "gain": 10, "limit": 16, "mapping": "projection",
            "reference": "absolute", "display_rotation": 90, "include": ["up", "raw"], "when": "always",
            "lookahead_ms": 0, "yaw_assist": false, "strict": false, "paused": true,
        ]
        #expect(line == expected)
    }

    @Test func `ok tells of a panel that is mounted turned beside the picture on it`() throws {
        var options = Subscription()
        options.shadow.displayRotation = .quarter
        options.shadow.panelRotation = .threeQuarters
        let line = try object(written { ServerMessage.appendOK(id: nil, options, isPaused: false, to: &$0) })
        #expect(line["display_rotation"] as? Int == 90 && line["panel_rotation"] as? Int == 270)
    }

    @Test func `ok names the keys that were ignored`() throws {
        let line = written {
            ServerMessage.appendOK(
                id: nil, Subscription(), isPaused: false, ignored: ["gian", "\"x\\"], to: &$0)
        }
        #expect(try object(line)["ignored"] as? [String] == ["gian", "\"x\\"])
    }

    @Test(
        arguments: [
            (RequestID.number(.max), ControlError.missingType), (.number(-7), .tooManyRequests(limit: 50)),
            (nil, .unknownWord(key: "a", got: "\"\u{1}\\", expected: ["b"])),
            (.text("\n"), .outOfRange(key: "rate_hz", got: 1e300, range: 1...200)),
        ] as [(RequestID?, ControlError)])
    func `error carries id, code, message and hint`(id: RequestID?, error: ControlError) throws {
        let line = try object(written { ServerMessage.appendError(id: id, error, to: &$0) })
        #expect(line["type"] as? String == "error" && line["code"] as? String == error.code)
        #expect(line["message"] as? String == error.description && line["hint"] as? String == error.hint)
        switch id {
        case .number(let number): #expect(line["id"] as? Int64 == number)
        case .text(let text): #expect(line["id"] as? String == text)
        case nil: #expect(line["id"] == nil)
        }
    }

    @Test func `goodbye says why`() throws {
        let line = try object(written { ServerMessage.appendGoodbye(reason: "stopping", to: &$0) })
        #expect(line == ["type": "goodbye", "reason": "stopping"])
    }
}
