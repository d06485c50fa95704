/// A secret of this run: a page that shows it was served by us.
struct AccessToken: Sendable {
    /// 256 bits in hexadecimal digits.
    let text: String

    /// Draws a token from the system's randomness (`getrandom`).
    init() { text = Self.random(words: 4) }

    /// Compares in a time that does not tell how much of `other` is right.
    func matches(_ other: String) -> Bool {
        let (own, given) = (Array(text.utf8), Array(other.utf8))
        var difference = UInt8(own.count == given.count ? 0 : 1)
        for (index, byte) in own.enumerated() {
            difference |= byte ^ (index < given.count ? given[index] : 0)
        }
        return difference == 0
    }

    /// Random hexadecimal digits, 16 a word.
    static func random(words: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        var text = ""
        for _ in 0..<words {
            let digits = String(generator.next() as UInt64, radix: 16)
            text += String(repeating: "0", count: 16 - digits.count) + digits
        }
        return text
    }
}
