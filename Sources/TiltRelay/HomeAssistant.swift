import TiltCore

/// Tells Home Assistant what there is, so that it appears there by itself: one retained message for each thing.
///
/// The keys are those of Home Assistant's MQTT discovery for sensors. What they read is ``Channel/tilt``, and whether anybody
/// publishes at all is ``Channel/state``.
package enum HomeAssistant {
    /// A thing that is shown.
    struct Entity {
        /// The key of ``Channel/tilt`` that it shows.
        let key: String
        let name: String
        /// More keys of its message with their values.
        let more: [(key: StaticString, value: String)]
    }

    private static var angle: [(key: StaticString, value: String)] {
        [("unit_of_measurement", "°"), ("state_class", "measurement"), ("icon", "mdi:angle-acute")]
    }

    static var entities: [Entity] {
        [
            Entity(key: "pitch_deg", name: "Pitch", more: angle),
            Entity(key: "roll_deg", name: "Roll", more: angle),
            Entity(
                key: "state", name: "State",
                more: [("device_class", "enum"), ("entity_category", "diagnostic")]),
            Entity(
                key: "rate_hz", name: "Rate",
                more: [
                    ("unit_of_measurement", "Hz"), ("device_class", "frequency"),
                    ("state_class", "measurement"), ("entity_category", "diagnostic"),
                ]),
        ]
    }

    /// The messages for a publisher at `address`; `name` is the device's for people.
    package static func announcements(of address: BrokerAddress, name: String) -> [Publication] {
        let node = node(of: address)
        return entities.map { entity in
            Publication(
                topic: "homeassistant/sensor/\(node)/\(entity.key)/config",
                payload: payload(entity, node, address, name), isRetained: true, quality: 1)
        }
    }

    /// The topic as discovery takes names: letters, digits, `_` and `-`; another byte is written as `_` and its two hexadecimal
    /// digits, so that no two topics have one name.
    static func node(of address: BrokerAddress) -> String {
        var node = "tiltshadow_"
        for byte in address.topic.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                node.unicodeScalars.append(Unicode.Scalar(byte))
            default: node += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return node
    }

    private static func payload(
        _ entity: Entity, _ node: String, _ address: BrokerAddress, _ name: String
    ) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(#"{"name":"#)
        buffer.append(json: entity.name)
        ServerMessage.append(key: "unique_id", "\(node)_\(entity.key)", to: &buffer)
        ServerMessage.append(key: "state_topic", address.topic(of: .tilt), to: &buffer)
        // None of a key that is missing: the angles, while they have never been known.
        ServerMessage.append(
            key: "value_template", "{{ value_json.\(entity.key) | default(none) }}", to: &buffer)
        for (key, value) in entity.more { ServerMessage.append(key: key, value, to: &buffer) }
        if entity.key == "state" { buffer.append(#","options":["tracking","stale","none"]"#) }
        ServerMessage.append(key: "availability_topic", address.topic(of: .state), to: &buffer)
        ServerMessage.append(
            key: "availability_template",
            "{{ 'offline' if value_json.type == 'goodbye' else 'online' }}", to: &buffer)
        buffer.append(#","device":{"identifiers":["#)
        buffer.append(json: node)
        buffer.append("]")
        ServerMessage.append(key: "name", name, to: &buffer)
        ServerMessage.append(key: "manufacturer", "tiltshadow", to: &buffer)
        buffer.append(#"},"origin":{"name":"tiltshadow-relay""#)
        ServerMessage.append(key: "sw_version", ProtocolVersion.server, to: &buffer)
        buffer.append("}}")
        return buffer.bytes
    }
}
