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
}
