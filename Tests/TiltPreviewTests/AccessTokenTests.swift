import Testing

@testable import TiltPreview

@Suite struct `Access token` {
    @Test func `is 256 bits in hexadecimal and never the same`() {
        let tokens = (0..<100).map { _ in AccessToken().text }
        #expect(Set(tokens).count == 100)
        for token in tokens {
            #expect(token.utf8.count == 64)
            #expect(token.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        }
    }

    @Test func `matches itself and nothing else`() {
        let token = AccessToken()
        #expect(token.matches(token.text))
        let others = [
            "", "0", String(token.text.dropLast()), token.text + "0", String(token.text.reversed()),
        ]
        for other in others where other != token.text { #expect(!token.matches(other), "\(other)") }
    }
}
