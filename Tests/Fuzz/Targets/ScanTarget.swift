import TiltCore
import TiltSensors

/// Scan types, one a line up to a zero byte, and the scan they describe.
enum ScanTarget {
    private static let names = [
        "in_accel_x", "in_accel_y", "in_accel_z", "in_anglvel_x", "in_anglvel_y", "in_anglvel_z",
        "in_timestamp", "in_magn_x",
    ]

    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        let text = bytes.prefix { $0 != 0 }
        let data = UnsafeBufferPointer(rebasing: bytes[min(bytes.count, text.count + 1)...])
        let lines = text.split(separator: 10, omittingEmptySubsequences: false).prefix(names.count)
        var elements: [ScanElement] = []
        for (line, name) in zip(lines, names) {
            let text = String(decoding: line, as: UTF8.self)
            do throws(ScanTypeError) {
                let type = try ScanType(parsing: text)
                checkText(of: type)
                // Kernels number channels in any order, so the order of names is turned round here.
                elements.append(ScanElement(name: name, index: names.count - elements.count, type: type))
            } catch {
                expect(!error.expected.isEmpty && error.description.utf8.count > 40, "no words for \(text)")
            }
        }
        guard !elements.isEmpty else { return }
        check(ScanLayout(elements), of: elements, data)
    }

    private static func checkText(of type: ScanType) {
        var text = (type.isBigEndian ? "be:" : "le:") + (type.isSigned ? "s" : "u")
        text += "\(type.bits)/\(type.storageBits)X\(type.repeats)>>\(type.shift)"
        expect((try? ScanType(parsing: text)) == type, "\(text) means something else")
    }

    /// A buffer of exactly the scan's size, so that the address sanitizer sees a byte too many.
    private static func check(
        _ layout: ScanLayout, of elements: [ScanElement], _ data: UnsafeBufferPointer<UInt8>
    ) {
        let scan = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.byteCount, alignment: 1)
        defer { scan.deallocate() }
        for index in scan.indices { scan[index] = data.isEmpty ? 0xA5 : data[index % data.count] }
        guard let start = scan.baseAddress else { return }

        var taken = Set<Int>()
        for element in elements {
            guard let offset = layout.offset(of: element.name) else { fatalError("\(element.name) is lost") }
            let type = element.type
            expect(offset % type.byteCount == 0, "\(element.name) is not aligned")
            for byte in offset..<(offset + type.byteCount) {
                expect(byte < layout.byteCount && taken.insert(byte).inserted, "channels overlap at \(byte)")
            }
            let value = type.value(at: UnsafeRawPointer(start + offset))
            expect(value == reference(type, UnsafeRawPointer(start + offset)), "\(type) reads \(value)")
            expect(type.range.contains(Double(value)), "\(value) is outside of \(type.range)")
        }
        let reading = layout.decode(UnsafeRawPointer(start))
        expect((reading.accelerometer != nil) == layout.hasAccelerometer, "half an accelerometer")
        expect((reading.gyroscope != nil) == layout.hasGyroscope, "half a gyroscope")
    }

    /// The same value bit by bit, from the kernel's document and not from the product's code.
    private static func reference(_ type: ScanType, _ bytes: UnsafeRawPointer) -> Int64 {
        let count = type.storageBits / 8
        var value: UInt64 = 0
        for bit in 0..<type.bits {
            let place = bit + type.shift
            let byte = type.isBigEndian ? count - 1 - place / 8 : place / 8
            let isSet = bytes.load(fromByteOffset: byte, as: UInt8.self) >> UInt8(place % 8) & 1 == 1
            if isSet { value |= 1 << UInt64(bit) }
        }
        let isNegative = type.isSigned && value >> UInt64(type.bits - 1) & 1 == 1
        if isNegative, type.bits < 64 { value |= ~0 << UInt64(type.bits) }
        return type.isSigned ? Int64(bitPattern: value) : Int64(clamping: value)
    }
}
