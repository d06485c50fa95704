import Testing

@testable import tiltshadow

@Suite struct `Redacted text` {
    @Test(arguments: [
        ("id a4:53:85:00:ab:CD end", "id (address) end"), ("a4-53-85-00-ab-cd", "(address)"),
        ("evdev:0003:054c:0ce6:a4:53:85:00:ab:cd", "evdev:0003:054c:0ce6:(address)"),
        ("a4:53:85:00:ab:cd:ef", "(address):ef"), ("a4:53:85:00:ab:cde", "a4:53:85:00:ab:cde"),
        ("12:34:56 0005:057E:0306.0003", "12:34:56 0005:057E:0306.0003"),
        ("t_ns,1539150713839", "t_ns,1539150713839"),
        ("SN12345 and sn", "(serial) and sn"), ("/home/joe/.config", "~/.config"), ("a:", "a:"),
    ])
    func `takes addresses, serial numbers and the home directory away`(text: String, expected: String) {
        let redaction = Redaction(serials: ["SN12345", "sn"], home: "/home/joe")
        #expect(redaction(text) == expected)
    }
}
