/// Takes out of a text what tells one device or person from another.
struct Redaction {
    /// Texts to replace, longest first, and what to put in their place.
    private let secrets: [(secret: [UInt8], replacement: [UInt8])]

    /// Takes out devices' own numbers and this user's directory.
    ///
    /// Too short ones would hit ordinary words, and stay.
    init(serials: [String], home: String?) {
        var pairs = serials.filter { $0.utf8.count >= 4 }.map { ($0, "(serial)") }
        if let home, home.utf8.count > 1 { pairs.append((home, "~")) }
        secrets = pairs.map { (Array($0.0.utf8), Array($0.1.utf8)) }.sorted { $0.0.count > $1.0.count }
    }

    /// The text without them, and without anything written like a hardware address.
    func callAsFunction(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        next: while index < bytes.count {
            let rest = bytes[index...]
            for (secret, replacement) in secrets where rest.starts(with: secret) {
                result += replacement
                index += secret.count
                continue next
            }
            if !Self.isHexadecimal(result.last ?? 0), Self.startsWithAddress(rest) {
                result += Array("(address)".utf8)
                index += Self.addressLength
                continue
            }
            result.append(bytes[index])
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// `aa:bb:cc:dd:ee:ff`, with any one of `:`, `-` and `_` throughout.
    private static let addressLength = 17

    private static func startsWithAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= addressLength else { return false }
        let separator = bytes[bytes.startIndex + 2]
        guard [UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(separator) else {
            return false
        }
        return bytes.prefix(addressLength).enumerated().allSatisfy { index, byte in
            index % 3 == 2 ? byte == separator : isHexadecimal(byte)
        } && !isHexadecimal(bytes.dropFirst(addressLength).first ?? 0)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || (byte | 0x20) &- 97 < 6
    }
}
