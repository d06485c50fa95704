import Testing

@testable import TiltRelay

@Suite struct `Relay error` {
    /// OpenSSL's own words.
    @Test(arguments: [
        ("SSL routines::certificate verify failed", "as its certificate does"),
        ("SSL routines::tlsv13 alert certificate required", "which ones the broker takes"),
        ("SSL routines::wrong version number", "speaks TLS at that port"),
        ("SSL routines::unexpected eof while reading", "speaks TLS at that port"),
        ("x509 certificate routines::key values mismatch", "`key_file`"),
        ("x509 certificate routines::no certificate or crl found", "`ca_file`"),
        ("key_file needs a password, and there is none for it: write it without one", "`key_file`"),
    ])
    func `hints at what failed of TLS`(reason: String, words: String) throws {
        let error = RelayError.tls(broker: "mqtts://broker:8883/desk", reason: reason)
        #expect(try #require(error.hint).contains(words))
        #expect(error.exitCode == 1)
    }

    /// libmosquitto's words for what MQTT 5 has a reason for.
    @Test(arguments: [
        ("QoS not supported", "`max_qos`"), ("Retain not supported", "`retain_available`"),
        ("desk/hello: Packet too large", "`message_size_limit`"),
        ("Unsupported Protocol Version", "MQTT 5"), ("Client Identifier not valid", "tiltshadow-"),
        ("desk/hello: Topic Name invalid", "another topic"), ("Use another server", "that one's name"),
        ("Server moved", "new name"), ("Banned", "bans"),
        ("Bad User Name or Password", "`password_file`"), ("Not authorized", "`password_file`"),
        ("desk/hello: Not authorized", "which topic"), ("banned/hello: Not authorized", "which topic"),
        ("Unspecified error", "log"),
    ])
    func `hints at what the broker minds, and at a login for nothing else`(reason: String, words: String)
        throws
    {
        let hint = try #require(RelayError.refused(broker: "mqtts://broker:8883/desk", reason: reason).hint)
        #expect(hint.contains(words))
        let isOfLogin = reason.contains("uthorized") || reason.contains("Password")
        #expect(hint.contains("password") == isOfLogin)
    }
}
