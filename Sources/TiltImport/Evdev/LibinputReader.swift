import TiltCore
import TiltSensors

/// The YAML that `libinput record` writes; of several devices, one.
///
/// Only what that program writes is read, and keys that it may add are passed over: `devices:` holds one `- node:` for
/// each device, with `name:`, `absinfo:` (`code: [minimum, maximum, fuzz, flat, resolution]`) and `properties: [6]` in
/// `evdev:`, then `events:`. Each event is a line `- [sec, usec, type, code, value]`; the key of the list it stands in
/// (`- evdev:`) is not looked at, since those of libinput and HID are written with braces or other keys. A general
/// reader of YAML would build a tree of a recording of megabytes, at a tenth of the speed.
final class LibinputReader: LineReader {
    private(set) var header: LogHeader?
    var dropped: Int { stream?.dropped ?? 0 }
    var losses: [String] { stream?.losses ?? [] }
    /// The last number of a line ends with a bracket, and a line without is refused.
    var acceptsUnfinishedLine: Bool { true }

    private let options: ImportOptions
    private var device: RecordedDevice?
    private var stream: EventStream?
    /// True while the lines are those of the chosen device.
    private var isChosen = false
    private var isInAbsinfo = false
    private var state = CommentedState()
    /// Names and nodes of its devices, and why they were not taken; no more than ``mostDevices`` of either.
    private var names: [String] = []
    private var refusals: [String] = []
    /// More devices than anybody records at once.
    private static let mostDevices = 64

    init(_ options: ImportOptions) { self.options = options }

    func read(_ line: UnsafeBufferPointer<UInt8>, number: Int) throws(ImportError) -> Reading? {
        var cursor = ByteCursor(line)
        cursor.skipSpaces()
        if cursor.take("- [") { return isChosen ? try event(&cursor, number) : nil }
        guard let first = cursor.peek else { return nil }
        if first == UInt8(ascii: "#") {
            _ = cursor.take("#")
            state.take(&cursor)
        } else if cursor.take("- node:") {
            begin(cursor)
        } else if device != nil, stream == nil || !isChosen {
            try describe(&cursor, number)
        }
        return nil
    }

    func finish(rows: Int) throws(ImportError) {
        guard stream != nil else {
            if let device = options.device, !names.contains(device) {
                throw .unknownDevice(device, known: names)
            }
            throw .noAccelerometer(reasons: refusals)
        }
        guard rows > 0 else { throw .log(.empty) }
        if stream?.hasPending == true { throw .log(.cutOff(rows: rows)) }
    }

    /// The other accelerometers of the recording come after the chosen one and are passed over.
    private func begin(_ cursor: ByteCursor) {
        isChosen = false
        isInAbsinfo = false
        state = CommentedState()
        let node = cursor.rest.trimmingSpaces
        device = RecordedDevice(abilities: EvdevAbilities(path: node, name: ""))
        note(name: node)
    }

    private func note(name: String) {
        if names.count < 2 * Self.mostDevices { names.append(name) }
    }

    private func describe(_ cursor: inout ByteCursor, _ number: Int) throws(ImportError) {
        if cursor.take("name:") {
            device?.abilities.name = Self.text(cursor.rest)
            note(name: device?.abilities.name ?? "")
        } else if cursor.take("id: [") {
            device?.identity = try numbers(&cursor, number).map { UInt16(truncatingIfNeeded: $0) }
        } else if cursor.take("properties: [") {
            device?.abilities.hasAccelerometerProperty = try numbers(&cursor, number).contains(6)
        } else if cursor.take("absinfo:") {
            isInAbsinfo = true
            return
        } else if cursor.take("events:") {
            try choose()
        } else if isInAbsinfo, let code = cursor.decimal() {
            try axis(code, &cursor, number)
            return
        }
        isInAbsinfo = false
    }

    private func axis(_ code: Int64, _ cursor: inout ByteCursor, _ number: Int) throws(ImportError) {
        guard cursor.take(": [") else {
            throw cursor.wrong(": [minimum, maximum, fuzz, flat, resolution]", line: number)
        }
        let values = try numbers(&cursor, number).map { Int32(clamping: $0) }
        guard values.count >= 5 else { throw cursor.wrong("five numbers", line: number) }
        device?.abilities.add(
            .init(minimum: values[0], maximum: values[1], resolution: values[4]), code: Int32(clamping: code))
    }

    /// Takes the device whose events begin, if it is the first that is meant and can be used.
    private func choose() throws(ImportError) {
        guard let device, stream == nil, device.isMeant(by: options) else { return }
        do throws(ImportError) {
            let layout = try device.layout(options, isOneOfSeveral: true)
            stream = EventStream(layout, initialCounts: state.counts)
            header = device.header(layout)
            isChosen = true
        } catch {
            guard case .noAccelerometer(let reasons) = error else { throw error }
            if refusals.count < Self.mostDevices { refusals += reasons }
        }
    }

    private func event(_ cursor: inout ByteCursor, _ number: Int) throws(ImportError) -> Reading? {
        let seconds = try field(&cursor, "seconds", 0...9_000_000_000, number)
        let micros = try field(&cursor, "microseconds", 0...999_999, number)
        let type = try field(&cursor, "a type of event", 0...0xffff, number)
        let code = try field(&cursor, "a code", 0...0xffff, number)
        let value = try field(
            &cursor, "a whole number of 32 bits", Int64(Int32.min)...Int64(Int32.max), number, last: true)
        return stream?.take(microseconds: seconds * 1_000_000 + micros, type: type, code: code, value: value)
    }

    /// One number of an event with what stands behind it.
    private func field(
        _ cursor: inout ByteCursor, _ expected: String, _ range: ClosedRange<Int64>, _ line: Int,
        last: Bool = false
    ) throws(ImportError) -> Int64 {
        cursor.skipSpaces()
        let start = cursor
        guard let value = cursor.decimal(), range.contains(value) else {
            throw start.wrong(expected, line: line)
        }
        cursor.skipSpaces()
        let end = last ? UInt8(ascii: "]") : UInt8(ascii: ",")
        guard cursor.take(end) else { throw cursor.wrong(last ? "a bracket" : "a comma", line: line) }
        return value
    }

    /// Numbers with commas up to a bracket, at most 64: no list that is read is longer.
    private func numbers(_ cursor: inout ByteCursor, _ line: Int) throws(ImportError) -> [Int64] {
        var values: [Int64] = []
        while values.count < 64 {
            cursor.skipSpaces()
            if cursor.take(UInt8(ascii: "]")) { return values }
            guard let value = cursor.decimal() else { throw cursor.wrong("a whole number", line: line) }
            values.append(value)
            cursor.skipSpaces()
            _ = cursor.take(UInt8(ascii: ","))
        }
        throw cursor.wrong("a bracket", line: line)
    }

    /// A value of text: in quotes, or as it stands.
    private static func text(_ rest: String) -> String {
        let text = rest.trimmingSpaces
        guard text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }
}
