import Testing
import TiltCore

@testable import TiltRelay

@Suite struct `Broker address` {
    @Test(
        arguments: [
            ("mqtts://broker.local/tiltshadow/desk", "broker.local", 8883, true, "tiltshadow/desk"),
            ("mqtt://localhost/desk", "localhost", 1883, false, "desk"),
            ("mqtt://127.0.0.1:2883/a/b c", "127.0.0.1", 2883, false, "a/b c"),
            ("mqtts://[fe80::1]:9/desk", "fe80::1", 9, true, "desk"),
            ("mqtts://[::1]/desk", "::1", 8883, true, "desk"),
        ] as [(String, String, UInt16, Bool, String)])
    func `has a host, a port and a topic`(
        text: String, host: String, port: UInt16, isEncrypted: Bool, topic: String
    ) throws {
        let address = try BrokerAddress(text)
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.isEncrypted == isEncrypted)
        #expect(address.topic == topic)
        #expect(try BrokerAddress(address.description) == address)
    }

    @Test(arguments: [
        ("broker/desk", "scheme"), ("http://broker/desk", "scheme"), ("mqtts://broker", "topic"),
        ("mqtts:///desk", "host"), ("mqtts://broker:0/desk", "port"), ("mqtts://broker:x/desk", "port"),
        ("mqtts://broker:70000/desk", "port"), ("mqtts://broker/", "empty"),
        ("mqtts://broker/desk/", "empty"), ("mqtts://broker/a//b", "empty"),
        ("mqtts://broker/a/#", "#"), ("mqtts://broker/+/a", "+"), ("mqtts://broker/$SYS/a", "$"),
        ("mqtts://broker/a\nb", "text"),
        ("mqtts://broker:+1883/desk", "port"), ("mqtts://broker:/desk", "port"),
        ("mqtts://[::1/desk", "["), ("", "scheme"),
        // To Characters these would be other signs.
        ("mqtts://broker/a/+\u{301}", "+"), ("mqtts://broker/a/#\u{301}", "#"),
        ("mqtts://broker/$\u{301}a", "$"),
        ("mqtts://broker/a//\u{301}", "empty"), ("mqtts:/\u{301}/broker/a", "scheme"),
        ("mqtts://broker:\u{301}1/a", "port"), ("mqtts://broker:1\u{301}/a", "port"),
        ("mqtts://broker/" + String(repeating: "a", count: 513), "longer"),
    ])
    func `is refused with what is wrong`(text: String, word: String) {
        #expect {
            try BrokerAddress(text)
        } throws: { error in
            guard case .address(text, let why)? = error as? RelayError else { return false }
            return why.contains(word)
        }
    }

    @Test(
        arguments: [0, 0x1F, 0x7F, 0x80, 0x85, 0x9F, 0xFDD0, 0xFDEF, 0xFFFD, 0xFFFE, 0x1FFFF, 0x10FFFE]
            as [UInt32])
    func `has no topic with what a broker need not take`(scalar: UInt32) throws {
        let character = try Character(#require(Unicode.Scalar(scalar)))
        #expect(throws: RelayError.self) { try BrokerAddress("mqtts://broker/a\(character)b") }
        #expect(throws: RelayError.self) { try BrokerAddress("mqtts://broker/a/\(character)") }
    }

    @Test(arguments: ["ä b", "\u{301}a/\u{301}b", "机器/桌", "🖥️", "a\u{A0}b", "\u{10FFFD}"])
    func `has a topic in any script`(topic: String) throws {
        #expect(try BrokerAddress("mqtts://broker/\(topic)").topic == topic)
    }

    @Test func `never holds a name or a password, and its refusal does not repeat them`() {
        #expect {
            try BrokerAddress("mqtts://me:secret@broker/desk")
        } throws: { error in
            guard let error = error as? RelayError else { return false }
            return error == .credentialsInAddress && !error.description.contains("secret")
        }
        #expect(throws: RelayError.credentialsInAddress) {
            try BrokerAddress("mqtts://me:secret@\u{301}broker/desk")
        }
    }

    @Test func `knows the sensor of a daemon that serves it, though a long id is cut`() throws {
        for length in [1, 80, 500] {
            let topic = String(repeating: "a", count: length)
            let address = try BrokerAddress("mqtts://broker/" + topic)
            let id = address.sensorID.onOneLine(limit: SensorDescription.longestName - 8)
            #expect(address.isSource(of: id))
            #expect(try !BrokerAddress("mqtts://broker/b" + topic).isSource(of: id))
            #expect(!address.isSource(of: topic) && !address.isSource(of: ""))
        }
        let strange = try BrokerAddress("mqtts://broker/a\u{202E}b")
        #expect(strange.isSource(of: strange.sensorID.onOneLine(limit: 120)))
    }

    @Test(arguments: [
        ("localhost", true), ("127.0.0.1", true), ("127.9.8.7", true), ("[::1]", true), ("10.0.0.1", false),
        ("127.example.org", false), ("127.0.0.1.example.org", false), ("localhost.example.org", false),
        ("broker", false), ("0127.0.0.1", false), ("127.0.0.01", false), ("127.1", false),
        ("2130706433", false),
        ("127.0.0.+1", false), ("0x7f.0.0.1", false), ("127.0.0.256", false), ("127.0.0.1.", false),
        ("[::ffff:127.0.0.1]", false), ("[0::1]", false),
    ])
    func `knows what stays on this machine`(host: String, isLoopback: Bool) throws {
        #expect(try BrokerAddress("mqtt://\(host)/desk").isLoopback == isLoopback)
    }

    @Test func `is one client for one topic`() throws {
        let first = try BrokerAddress("mqtts://a/desk")
        #expect(try first.clientID == BrokerAddress("mqtt://localhost:9/desk").clientID)
        #expect(try first.clientID != BrokerAddress("mqtts://a/desk2").clientID)
    }
}
