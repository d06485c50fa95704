import Testing

@testable import TiltRelay

@Suite struct `A file of PEM` {
    @Test(
        arguments: [
            ("-----BEGIN CERTIFICATE-----\nAA==\n", .certificate, nil),
            ("subject=x\r\n-----BEGIN TRUSTED CERTIFICATE-----\r\n", .certificate, nil),
            ("-----BEGIN EC PARAMETERS-----\n-----BEGIN EC PRIVATE KEY-----\n", .key, nil),
            ("-----BEGIN ENCRYPTED PRIVATE KEY----- \n", .key, nil),
            ("-----BEGIN PRIVATE KEY-----", .key, nil),
            ("", .certificate, "it is empty"), ("\n", .key, "it holds no -----BEGIN PRIVATE KEY-----"),
            ("-----BEGIN PRIVATE KEY-----\n", .certificate, "it holds no -----BEGIN CERTIFICATE-----"),
            ("-----BEGIN CERTIFICATE-----\n", .key, "it holds no -----BEGIN PRIVATE KEY-----"),
            ("-----END CERTIFICATE-----\n", .certificate, "it holds no -----BEGIN CERTIFICATE-----"),
            ("\u{1}\u{2}0\u{82}", .certificate, "it holds no -----BEGIN CERTIFICATE-----"),
        ] as [(String, PEMFile.Content, String?)])
    func `holds a block of what is looked for`(text: String, content: PEMFile.Content, why: String?) {
        #expect(PEMFile.whyUseless(Array(text.utf8), as: content) == why)
    }
}
