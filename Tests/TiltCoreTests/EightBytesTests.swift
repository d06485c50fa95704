import Foundation
import Testing

@testable import TiltCore

@Suite struct `Eight bytes` {
    private static let alphabet = Array("0123456789000999./:,- xe\r\u{0}\u{80}ÿ".utf8)

    @Test func `finds what ends digits, and reads those`() throws {
        var random = SplitMix64(seed: 21)
        for _ in 0..<20_000 {
            let text = (0..<8).map { _ in
                Self.alphabet[random.below(random.below(3) > 0 ? 16 : Self.alphabet.count)]
            }
            let bytes = text.withUnsafeBufferPointer { EightBytes($0, at: 0) }
            let digits = text.firstIndex { !(48...57 ~= $0) } ?? 8
            let ends = text.indices.filter { text[$0] & 0x10 == 0 } + [8, 8]
            try #require(bytes.digits == digits && bytes.ends == (ends[0], ends[1]), "\(text)")
            guard digits > 0 else { continue }
            let number = UInt64(String(decoding: text[..<digits], as: UTF8.self))
            try #require(bytes.number(digits) == number, "\(text)")
        }
    }

    @Test(arguments: 0..<8)
    func `takes a byte out`(place: Int) {
        var bytes = Array("12345678".utf8).withUnsafeBufferPointer { EightBytes($0, at: 0) }
        #expect(bytes[place] == UInt8(ascii: "1") + UInt8(place))
        bytes.remove(at: place)
        var rest = Array("12345678".utf8)
        rest.remove(at: place)
        #expect((0..<8).map { bytes[$0] } == rest + [0])
    }

    /// Both halves of the digits go the same way, so that every one of each is every number.
    @Test func `writes the digits of every number`() {
        var wrong: [UInt64] = []
        for half in 0..<UInt64(10_000) {
            for number in [half, half * 10_000, half * 10_000 + (half * 7919) % 10_000] {
                var rest = number
                let digits = (0..<8).map { _ in
                    defer { rest /= 10 }
                    return UInt8(rest % 10)
                }
                let bytes = EightBytes(digitsOf: number)
                if (0..<8).map({ bytes[$0] }) != digits.reversed() { wrong.append(number) }
            }
        }
        #expect(wrong == [])
    }

    @Test(
        arguments: [(0, 8, 8), (7, 7, 0), (10_200_000, 0, 5), (300, 5, 2), (12_345_678, 0, 0)]
            as [(UInt64, Int, Int)])
    func `counts zeroes at either end`(number: UInt64, before: Int, behind: Int) {
        var digits = EightBytes(digitsOf: number)
        #expect(digits.zeroesAtEnd == behind)
        #expect(digits.dropZeroes() == before)
        #expect(number == 0 || digits[0] != 0)
    }

    /// Beyond either end of the text is memory that ends whoever reads it.
    @Test func `reads nothing beyond the text, wherever that ends`() throws {
        let page = Int(getpagesize())
        let room = try #require(mmap(nil, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer { munmap(room, 3 * page) }
        try #require(mprotect(room + page, page, PROT_READ | PROT_WRITE) == 0)
        let all = UnsafeMutableBufferPointer(
            start: (room + page).assumingMemoryBound(to: UInt8.self), count: page)
        for (index, byte) in (0..<page).map({ ($0, UInt8(ascii: "1") + UInt8($0 % 9)) }) { all[index] = byte }
        for length in 0...20 {
            for start in [0, page - length] {
                let text = UnsafeBufferPointer(rebasing: all[start..<start + length])
                for index in 0...length + 1 {
                    let bytes = EightBytes(text, at: index)
                    let expected = (text.dropFirst(index).prefix(8) + [0, 0, 0, 0, 0, 0, 0, 0]).prefix(8)
                    #expect((0..<8).map { bytes[$0] } == Array(expected))
                    guard 1...15 ~= length - index else { continue }
                    let number = Double(String(decoding: text[index...], as: UTF8.self))
                    #expect(DecimalParser.plain(text, at: index)?.value == number)
                }
            }
        }
    }
}
