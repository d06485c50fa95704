import CLibevdev
import TiltCore
import TiltSensors

/// What `evtest` prints: the description of a device, then its events.
///
///     Input device ID: bus 0x3 vendor 0x54c product 0xce6 version 0x8111
///     Input device name: "Sony DualSense Motion Sensors"
///       Event type 3 (EV_ABS)
///         Event code 0 (ABS_X)
///           Value    -13
///           Min   -32768
///           Resolution    8192
///       Property type 6 (INPUT_PROP_ACCELEROMETER)
///     Event: time 1490000000.123456, type 3 (EV_ABS), code 1 (ABS_Y), value 4175
///     Event: time 1490000000.123456, -------------- SYN_REPORT ------------
///
/// Whatever else stands between, as a shell's prompt, is passed over.
final class EvtestReader: LineReader {
    private(set) var header: LogHeader?
    var dropped: Int { stream?.dropped ?? 0 }
    var losses: [String] { stream?.losses ?? [] }
    /// A value may be cut in two.
    var acceptsUnfinishedLine: Bool { false }

    /// An axis that is being described.
    private struct Axis {
        let code: Int32
        var minimum: Int32 = 0
        var maximum: Int32 = 0
        var resolution: Int32 = 0
    }

    private let options: ImportOptions
    private var device = RecordedDevice(abilities: EvdevAbilities(path: "evtest", name: ""))
    private var isDescribed = false
    private var type: Int64?
    private var axis: Axis?
    private var stream: EventStream?

    init(_ options: ImportOptions) { self.options = options }

    func read(_ line: UnsafeBufferPointer<UInt8>, number: Int) throws(ImportError) -> Reading? {
        var cursor = ByteCursor(line)
        cursor.skipSpaces()
        if cursor.take("Event: time ") { return try event(&cursor, number) }
        // A second description would be of another device.
        guard stream == nil else { return nil }
        describe(&cursor)
        return nil
    }

    func finish(rows: Int) throws(ImportError) {
        guard stream != nil || isDescribed else { throw Self.undescribed }
        // What was described may be no accelerometer.
        if stream == nil { try begin() }
        guard rows > 0 else { throw .log(.empty) }
        if stream?.hasPending == true { throw .log(.cutOff(rows: rows)) }
    }

    private static var undescribed: ImportError {
        .incomplete(
            name: "what evtest printed", reason: "events, and not what the device's counts mean",
            missing: "all of it, from \"Input driver version\" on; `sudo evtest >FILE` keeps it")
    }

    private func describe(_ cursor: inout ByteCursor) {
        if cursor.take("Input device ID: ") {
            device.identity = Self.numbers(cursor.rest)
        } else if cursor.take("Input device name: ") {
            let name = cursor.rest.trimmingSpaces
            device.abilities.name =
                name.count > 1 && name.hasPrefix("\"") ? String(name.dropFirst().dropLast()) : name
            isDescribed = true
        } else if cursor.take("Event type ") {
            endAxis()
            type = cursor.decimal()
        } else if cursor.take("Event code ") {
            endAxis()
            if type == Int64(EV_ABS), let code = cursor.decimal() {
                axis = Axis(code: Int32(clamping: code))
            }
        } else if cursor.take("Property type ") {
            if cursor.decimal() == Int64(INPUT_PROP_ACCELEROMETER) {
                device.abilities.hasAccelerometerProperty = true
            }
        } else if var axis {
            value(&cursor, &axis)
            self.axis = axis
        }
    }

    private func value(_ cursor: inout ByteCursor, _ axis: inout Axis) {
        func number(_ name: StaticString) -> Int32? {
            guard cursor.take(name) else { return nil }
            cursor.skipSpaces()
            return cursor.decimal().map { Int32(clamping: $0) }
        }
        if let count = number("Value") {
            if 0..<6 ~= axis.code { device.initialCounts[axis.code] = count }
        } else if let least = number("Min") {
            axis.minimum = least
        } else if let most = number("Max") {
            axis.maximum = most
        } else if let resolution = number("Resolution") {
            axis.resolution = resolution
        }
    }

    private func endAxis() {
        guard let axis else { return }
        device.abilities.add(
            .init(minimum: axis.minimum, maximum: axis.maximum, resolution: axis.resolution), code: axis.code)
        self.axis = nil
    }

    private func event(_ cursor: inout ByteCursor, _ number: Int) throws(ImportError) -> Reading? {
        var start = cursor
        guard let seconds = cursor.decimal(), 0..<9_000_000_000 ~= seconds, cursor.take(UInt8(ascii: ".")),
            let micros = cursor.decimal(), 0..<1_000_000 ~= micros, cursor.take(", ")
        else { throw start.wrong("seconds.microseconds", line: number) }
        let time = seconds * 1_000_000 + micros
        if stream == nil { try begin() }
        start = cursor
        if cursor.take("type ") {
            let numbers = Self.numbers(after: ["", "code ", "value "], in: &cursor)
            // Scan codes of keys are hexadecimal, and are none of a motion sensor's.
            guard let type = numbers[0], let code = numbers[1] else {
                throw start.wrong("type, code and value", line: number)
            }
            guard let value = numbers[2] else {
                guard type == Int64(EV_ABS) else { return nil }
                throw start.wrong("type, code and value", line: number)
            }
            return stream?.take(microseconds: time, type: type, code: code, value: value)
        }
        while cursor.take(UInt8(ascii: "-")) || cursor.take(UInt8(ascii: "+")) {}
        cursor.skipSpaces()
        let isLoss = cursor.take("SYN_DROPPED")
        guard isLoss || cursor.take("SYN_REPORT") || cursor.take("Report Sync") else { return nil }
        return stream?.take(
            microseconds: time, type: Int64(EV_SYN), code: Int64(isLoss ? SYN_DROPPED : SYN_REPORT), value: 0)
    }

    private func begin() throws(ImportError) {
        guard isDescribed else { throw Self.undescribed }
        endAxis()
        guard device.isMeant(by: options) else {
            throw .unknownDevice(options.device ?? "", known: [device.abilities.name])
        }
        let layout = try device.layout(options)
        stream = EventStream(layout, initialCounts: device.initialCounts)
        header = device.header(layout)
    }

    /// The hexadecimal numbers of `bus 0x3 vendor 0x54c …`.
    private static func numbers(_ text: String) -> [UInt16] {
        text.split(separator: " ").compactMap {
            $0.hasPrefix("0x") ? UInt16($0.dropFirst(2), radix: 16) : nil
        }
    }

    /// The decimal numbers behind these words, whatever stands in parentheses and behind commas between them.
    private static func numbers(after words: [StaticString], in cursor: inout ByteCursor) -> [Int64?] {
        words.map { word in
            while let byte = cursor.peek, !cursor.take(word) {
                // "val=\nue" of quoted mail is no value.
                guard byte != 0x0a else { return nil }
                _ = cursor.next()
            }
            return cursor.decimal()
        }
    }
}
