import CLibevdev
import TiltCore
import TiltSensors

/// A recording of evemu 1.0 to 1.3, or the events of `umockdev-record --evemu-events`, which are without a description.
///
/// The description: `N: name`, `I: bus vendor product version` and `P: properties`, all hexadecimal, `B:` bitmaps, which
/// say nothing more than `A: code minimum maximum fuzz flat resolution`; the code is hexadecimal, the rest decimal, and
/// version 1.0 has no resolution. Then events: `E: seconds.microseconds type code value`, type and code hexadecimal.
/// `#` begins a comment anywhere but in a name.
final class EvemuReader: LineReader {
    private(set) var header: LogHeader?
    var dropped: Int { stream?.dropped ?? 0 }
    var losses: [String] { stream?.losses ?? [] }
    /// A time or a value may be cut in two.
    var acceptsUnfinishedLine: Bool { false }

    private let options: ImportOptions
    private var device: RecordedDevice
    private var isDescribed: Bool
    /// The file that would describe the device, for a message.
    private let sibling: String
    private var stream: EventStream?
    private var state = CommentedState()
    private var propertyLines = 0

    /// `device` is what a file beside it says of the device, where there is one.
    init(_ options: ImportOptions, device: RecordedDevice?, sibling: String) {
        self.options = options
        self.device = device ?? RecordedDevice(abilities: EvdevAbilities(path: "evemu", name: ""))
        self.sibling = sibling
        isDescribed = device != nil
    }

    func read(_ line: UnsafeBufferPointer<UInt8>, number: Int) throws(ImportError) -> Reading? {
        var cursor = ByteCursor(line)
        if cursor.take("E:") { return try event(&cursor, number) }
        // A second description would be of another device: evemu, too, reads no further than the first.
        guard stream == nil else { return nil }
        if cursor.take("N:") {
            cursor.skipSpaces()
            // A file that describes its device needs no other, which may be of another recording.
            device = RecordedDevice(abilities: EvdevAbilities(path: "evemu", name: cursor.rest))
            isDescribed = true
        } else if cursor.take("I:") {
            device.identity = []
            for _ in 0..<4 { device.identity.append(UInt16(try hexadecimal(&cursor, number, most: 4))) }
        } else if cursor.take("P:") {
            let properties = try hexadecimal(&cursor, number, most: 2)
            if propertyLines == 0 {
                device.abilities.hasAccelerometerProperty =
                    properties & 1 << Int64(INPUT_PROP_ACCELEROMETER) != 0
            }
            propertyLines += 1
        } else if cursor.take("A:") {
            try axis(&cursor, number)
        } else {
            try comment(&cursor, number)
        }
        return nil
    }

    func finish(rows: Int) throws(ImportError) {
        guard stream != nil else { throw isDescribed ? .log(.empty) : .noDescription(sibling: sibling) }
        guard rows > 0 else { throw .log(.empty) }
        if stream?.hasPending == true { throw .log(.cutOff(rows: rows)) }
    }

    private func event(_ cursor: inout ByteCursor, _ number: Int) throws(ImportError) -> Reading? {
        cursor.skipSpaces()
        var start = cursor
        guard let seconds = cursor.decimal(), 0..<Stamp.endOfSeconds ~= seconds else {
            throw start.wrong("seconds.microseconds", line: number)
        }
        start = cursor
        guard cursor.take(UInt8(ascii: ".")), let micros = cursor.decimal(), 0..<1_000_000 ~= micros else {
            throw start.wrong("microseconds", line: number)
        }
        let type = try hexadecimal(&cursor, number, most: 4)
        let code = try hexadecimal(&cursor, number, most: 4)
        cursor.skipSpaces()
        start = cursor
        guard let value = cursor.decimal(), Int64(Int32.min)...Int64(Int32.max) ~= value else {
            throw start.wrong("a whole number of 32 bits", line: number)
        }
        if stream == nil { try begin() }
        return stream?.take(microseconds: seconds * 1_000_000 + micros, type: type, code: code, value: value)
    }

    private func begin() throws(ImportError) {
        guard isDescribed else { throw .noDescription(sibling: sibling) }
        guard device.isMeant(by: options) else {
            throw .unknownDevice(options.device ?? "", known: [device.abilities.name])
        }
        let layout = try device.layout(options)
        var counts = state.counts
        for (axis, count) in device.initialCounts { counts[axis] = count }
        stream = EventStream(layout, initialCounts: counts)
        header = device.header(layout)
    }

    private func axis(_ cursor: inout ByteCursor, _ number: Int) throws(ImportError) {
        let code = try hexadecimal(&cursor, number, most: 4)
        var values: [Int32] = []
        while values.count < 5 {
            cursor.skipSpaces()
            guard let value = cursor.decimal() else { break }
            values.append(Int32(clamping: value))
        }
        guard values.count >= 4 else {
            throw cursor.wrong("minimum, maximum, fuzz, flat and resolution", line: number)
        }
        let resolution = values.count == 5 ? values[4] : 0
        device.abilities.add(
            .init(minimum: values[0], maximum: values[1], resolution: resolution), code: Int32(code))
    }

    /// `# device /dev/input/event1` is umockdev's; everything else that is neither a comment nor known is an error.
    private func comment(_ cursor: inout ByteCursor, _ number: Int) throws(ImportError) {
        if cursor.take("#") {
            if cursor.take(" device ") { device.abilities.path = cursor.rest.trimmingSpaces }
            state.take(&cursor)
            return
        }
        cursor.skipSpaces()
        guard let first = cursor.peek, !"BLS".utf8.contains(first) else { return }
        throw cursor.wrong("N:, I:, P:, B:, A: or E:", line: number)
    }

    private func hexadecimal(_ cursor: inout ByteCursor, _ number: Int, most: Int) throws(ImportError)
        -> Int64
    {
        cursor.skipSpaces()
        guard let value = cursor.hexadecimal(most: most) else {
            throw cursor.wrong("\(most) hexadecimal digits", line: number)
        }
        return value
    }
}
