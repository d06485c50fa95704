import Testing
import TiltCore

@testable import TiltRelay

@Suite struct `Home Assistant` {
    private func announcements(_ topic: String = "home/desk") throws -> [Publication] {
        HomeAssistant.announcements(of: try BrokerAddress("mqtts://broker/\(topic)"), name: "Desk \"2\"")
    }

    @Test func `is told of pitch, roll, state and rate, to be kept`() throws {
        let all = try announcements()
        #expect(
            all.map { $0.topic }
                == ["pitch_deg", "roll_deg", "state", "rate_hz"].map {
                    "homeassistant/sensor/tiltshadow_home_2fdesk/\($0)/config"
                })
        #expect(all.allSatisfy { $0.isRetained })
    }

    @Test func `finds what each is about in the messages of a publisher`() throws {
        for announcement in try announcements() {
            let message = try announcement.payload.withUnsafeBufferPointer { try JSONParser.parse($0) }
            #expect(message["state_topic"]?.string == "home/desk/tilt")
            #expect(message["availability_topic"]?.string == "home/desk/state")
            #expect(message["device"]?["name"]?.string == "Desk \"2\"")
            let template = try #require(message["value_template"]?.string)
            let words = template.split(whereSeparator: { " .|".contains($0) })
            let index = try #require(words.firstIndex(of: "value_json"))
            #expect(PublishedFields.keys(of: .tilt).contains(String(words[index + 1])))
        }
    }

    /// What <https://www.home-assistant.io/integrations/sensor.mqtt/> says of the keys that are written.
    @Test func `is told by keys that it documents`() throws {
        let documented: Set = [
            "name", "unique_id", "state_topic", "value_template", "unit_of_measurement", "state_class",
            "suggested_display_precision", "icon", "device_class", "options", "entity_category",
            "availability_topic", "availability_template", "device", "device.identifiers", "device.name",
            "device.manufacturer", "origin", "origin.name", "origin.sw_version",
        ]
        for announcement in try announcements() {
            let message = try announcement.payload.withUnsafeBufferPointer { try JSONParser.parse($0) }
            let keys = try Set(announcement.keys())
            #expect(keys.isSubset(of: documented))
            // A device is one by its identifiers, and its parts by ids of their own.
            #expect(keys.isSuperset(of: ["state_topic", "unique_id", "device.identifiers", "origin.name"]))
            #expect([nil, "measurement"].contains(message["state_class"]?.string))
            #expect([nil, "diagnostic"].contains(message["entity_category"]?.string))
            if message["device_class"]?.string == "frequency" {
                #expect(message["unit_of_measurement"]?.string == "Hz")
            }
            // Options are for an enumeration alone, which has neither a unit nor a class.
            let isEnumeration = message["device_class"]?.string == "enum"
            #expect((message["options"] != nil) == isEnumeration)
            #expect((message["unit_of_measurement"] == nil) == isEnumeration)
            #expect((message["state_class"] == nil) == isEnumeration)
            if isEnumeration {
                let words = TrackingState.allCases.map { JSONValue.string($0.rawValue) }
                #expect(message["options"] == .array(words))
            }
        }
    }

    @Test func `gives every part an id of its own`() throws {
        let all = try (announcements() + announcements("home/wall")).map {
            try $0.payload.withUnsafeBufferPointer { try JSONParser.parse($0) }
        }
        #expect(Set(all.compactMap { $0["unique_id"]?.string }).count == all.count)
    }

    @Test func `knows two topics apart by names that it takes`() throws {
        let topics = ["a/b", "a_b", "a-b", "a/B", "ä b", "a_2fb"]
        let names = try topics.map { try HomeAssistant.node(of: BrokerAddress("mqtts://broker/\($0)")) }
        #expect(Set(names).count == topics.count)
        for name in names {
            #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) })
        }
    }
}
