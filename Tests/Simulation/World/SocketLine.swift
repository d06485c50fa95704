/// Reads what the daemon sends, in place: quick enough for a hundred thousand frames a second.
struct SocketLine {
    let bytes: UnsafeBufferPointer<UInt8>

    /// A frame, as far as the world looks at it.
    struct Frame {
        var sequence: Int64 = 0
        var time: Int64 = 0
        /// From then to the instant that it says it is true for, in nanoseconds; `nil` where it does not say.
        var lead: Int64?
        /// 2 tracking, 1 stale, 0 none.
        var state = 0
        var x = 0.0
        var y = 0.0
        var dropped: Int64 = 0
        var hasRaw = false
        var isStill = false
    }

    /// The value of `"type"`, which is the first key of every line.
    enum Kind: Equatable {
        case hello, frame, sensor, ok, error, goodbye, status, candidate, subscriber, history, page, other
    }

    var kind: Kind {
        guard bytes.count > 14, starts(with: #"{"type":""#) else { return .other }
        switch bytes[9] {
        case UInt8(ascii: "f"): return .frame
        case UInt8(ascii: "o"): return .ok
        case UInt8(ascii: "e"): return .error
        case UInt8(ascii: "g"): return .goodbye
        case UInt8(ascii: "c"): return .candidate
        case UInt8(ascii: "p"): return .page
        case UInt8(ascii: "h"): return starts(with: #"{"type":"hello""#) ? .hello : .history
        case UInt8(ascii: "r"): return .history
        case UInt8(ascii: "s"):
            if starts(with: #"{"type":"sensor""#) { return .sensor }
            return starts(with: #"{"type":"status""#) ? .status : .subscriber
        default: return .other
        }
    }

    func starts(with text: StaticString) -> Bool { has(text, at: 0) }

    private func has(_ text: StaticString, at index: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Where the value after `key` begins, `"key":` included; `nil` where it is not there.
    func value(after key: StaticString, from start: Int = 0) -> Int? {
        let count = key.utf8CodeUnitCount
        guard bytes.count >= count else { return nil }
        let first = key.utf8Start[0]
        let second = key.utf8Start[1]
        var index = start
        let end = bytes.count - count
        while index <= end {
            if bytes[index] == first, bytes[index + 1] == second, has(key, at: index) { return index + count }
            index += 1
        }
        return nil
    }

    /// The number at an index, and where it ends.
    func number(at index: Int) -> (value: Double, end: Int)? {
        var index = index
        var isNegative = false
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") {
            isNegative = true
            index += 1
        }
        let start = index
        var whole: Int64 = 0
        while index < bytes.count, bytes[index] &- 48 < 10 {
            whole = whole &* 10 &+ Int64(bytes[index] &- 48)
            index += 1
        }
        guard index > start else { return nil }
        var value = Double(whole)
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            var digits: Int64 = 0
            var scale = 1.0
            while index < bytes.count, bytes[index] &- 48 < 10 {
                digits = digits &* 10 &+ Int64(bytes[index] &- 48)
                scale *= 10
                index += 1
            }
            value += Double(digits) / scale
        }
        return (isNegative ? -value : value, index)
    }

    /// The whole number at an index, and where it ends.
    func integer(at index: Int) -> (value: Int64, end: Int)? {
        var index = index
        var value: Int64 = 0
        let start = index
        while index < bytes.count, bytes[index] &- 48 < 10 {
            value = value &* 10 &+ Int64(bytes[index] &- 48)
            index += 1
        }
        return index > start ? (value, index) : nil
    }

    /// The same with a sign.
    func signedInteger(at index: Int) -> Int64? {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "-") else { return integer(at: index)?.value }
        // The smallest one has no positive counterpart, and wraps to itself.
        return integer(at: index + 1).map { 0 &- $0.value }
    }

    func number(of key: StaticString) -> Double? {
        value(after: key).flatMap { number(at: $0) }.map { $0.value }
    }

    /// The text of a key, as far as it has no escapes.
    func text(of key: StaticString) -> String? {
        guard let start = value(after: key), start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
            return nil
        }
        let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.count
        return String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    }

    /// The frame, or `nil` where the line is not one as the protocol has it.
    func frame() -> Frame? {
        var frame = Frame()
        guard starts(with: #"{"type":"frame","seq":"#), let sequence = integer(at: 22) else { return nil }
        frame.sequence = sequence.value
        guard has(#","t_ns":"#, at: sequence.end), let time = integer(at: sequence.end + 8) else {
            return nil
        }
        frame.time = time.value
        var index = time.end
        if has(#","for_ns":"#, at: index), let target = integer(at: index + 10) {
            frame.lead = target.value - frame.time
            index = target.end
        }
        guard has(#","state":""#, at: index), index + 11 < bytes.count else { return nil }
        switch bytes[index + 10] {
        case UInt8(ascii: "t"): frame.state = 2
        case UInt8(ascii: "s"): frame.state = 1
        default: frame.state = 0
        }
        index += frame.state == 2 ? 19 : frame.state == 1 ? 16 : 15
        guard let x = value(after: #","x":"#, from: index).flatMap({ number(at: $0) }),
            has(#","y":"#, at: x.end),
            let y = number(at: x.end + 5)
        else { return nil }
        frame.x = x.value
        frame.y = y.value
        // The rest is looked for from the end, where these keys stand.
        var rest = y.end
        if has(#","pitch_rad":"#, at: rest), let pitch = number(at: rest + 13) {
            rest = pitch.end
            if has(#","roll_rad":"#, at: rest), let roll = number(at: rest + 12) { rest = roll.end }
        }
        guard rest + 2 < bytes.count else { return frame }
        frame.hasRaw = value(after: #","raw":"#, from: rest) != nil
        frame.isStill = value(after: #","still":true"#, from: rest) != nil
        if let dropped = value(after: #","dropped":"#, from: rest).flatMap({ integer(at: $0) }) {
            frame.dropped = dropped.value
        }
        return frame
    }
}
