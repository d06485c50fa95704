import TiltCore

/// Where frames go: a broker and the topic under which all stands, as `mqtts://HOST[:PORT]/TOPIC`.
package struct BrokerAddress: Equatable, Sendable {
    /// A name, or an address without brackets.
    package let host: String
    /// A port of TCP.
    package let port: UInt16
    /// True for `mqtts`: TLS, with the certificate checked.
    package let isEncrypted: Bool
    /// The topic of which every other is a child, without a slash at either end.
    package let topic: String

    /// The longest topic, in bytes: a line of protocol 1 would hold it several times.
    static let longestTopic = 512

    /// Reads an address.
    ///
    /// Brokers compare bytes: to `Character`s a sign with a combining mark behind it would be another sign.
    package init(_ text: String) throws(RelayError) {
        func refuse(_ why: String) -> RelayError { .address(text, why: why) }
        let scalars = text.unicodeScalars
        guard let colon = scalars.firstIndex(of: ":"), scalars[colon...].starts(with: "://".unicodeScalars)
        else {
            throw refuse("it has no scheme, expected mqtts:// or mqtt://")
        }
        switch text[..<colon] {
        case "mqtts": isEncrypted = true
        case "mqtt": isEncrypted = false
        default: throw refuse("unknown scheme, expected mqtts:// or mqtt://")
        }
        let rest = scalars[colon...].dropFirst(3)
        guard let slash = rest.firstIndex(of: "/") else { throw refuse("it names no topic") }
        let place = rest[..<slash]
        // A command line is there for everybody of this machine to read.
        guard !place.contains("@") else { throw .credentialsInAddress }
        (host, port) = try Self.hostAndPort(place, usual: isEncrypted ? 8883 : 1883, refuse)
        let topic = rest[slash...].dropFirst()
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard !levels.contains(where: \.isEmpty) else { throw refuse("a level of its topic is empty") }
        guard topic.allSatisfy({ $0 != "+" && $0 != "#" && Self.isText($0) }), topic.first != "$" else {
            throw refuse("its topic has one of + and #, a leading $ or what is no text")
        }
        self.topic = String(topic)
        guard self.topic.utf8.count <= Self.longestTopic else {
            throw refuse("its topic is longer than \(Self.longestTopic) bytes")
        }
    }

    private static func hostAndPort(
        _ place: Substring.UnicodeScalarView, usual: UInt16, _ refuse: (String) -> RelayError
    ) throws(RelayError) -> (String, UInt16) {
        let host: Substring.UnicodeScalarView
        let port: Substring.UnicodeScalarView
        if place.first == "[" {
            guard let end = place.firstIndex(of: "]") else { throw refuse("its [ does not close") }
            (host, port) = (place[..<end].dropFirst(), place[end...].dropFirst())
        } else {
            let colon = place.firstIndex(of: ":") ?? place.endIndex
            (host, port) = (place[..<colon], place[colon...])
        }
        guard !host.isEmpty else { throw refuse("it names no host") }
        if port.isEmpty { return (String(host), usual) }
        // A number of Swift may have a sign.
        let digits = port.dropFirst()
        guard port.first == ":", digits.allSatisfy({ $0.value &- 48 < 10 }),
            let number = UInt16(String(digits)), number > 0
        else {
            throw refuse("its port is not a number from 1 to 65535")
        }
        return (String(host), number)
    }

    /// False for what a receiver may refuse by MQTT 5 (1.5.4): a control character, or a scalar that is no character.
    ///
    /// U+FFFD is what was no UTF-8 before it was read.
    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0xFDD0...0xFDEF, 0xFFFD: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }

    /// True where the bytes stay on this machine.
    ///
    /// Numbers count in the one way alone that inet_aton(3) and inet_pton(3) read alike: to the first, which looks them up, a
    /// leading 0 means octal, and 0127.0.0.1 is 87.0.0.1.
    package var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { text in UInt8(text).map { String($0) == text } == true }
    }

    /// The name under which a broker knows whoever publishes this topic: two of them are then one, and the broker ends the
    /// older session.
    package var clientID: String { "tiltshadow-" + topic }

    /// A child of the topic.
    package func topic(of channel: Channel) -> String { "\(topic)/\(channel.rawValue)" }

    /// A name for people where none was given: the topic's last level.
    package var lastLevel: String {
        topic.unicodeScalars.split(separator: "/").last.map { String($0) } ?? topic
    }

    /// What a daemon that serves this topic's motion calls its sensor.
    package var sensorID: String { "remote:" + topic }

    /// True where a daemon's sensor is what is published here, by its id as the daemon says it.
    package func isSource(of id: String) -> Bool {
        let whole = sensorID.onOneLine()
        // A long one is cut.
        return id == whole || id.hasSuffix("…") && whole.utf8.starts(with: id.utf8.dropLast("…".utf8.count))
    }
}

extension BrokerAddress: CustomStringConvertible {
    /// The address as it would be given.
    package var description: String {
        let place = host.contains(":") ? "[\(host)]" : host
        return "\(isEncrypted ? "mqtts" : "mqtt")://\(place):\(port)/\(topic)"
    }
}
