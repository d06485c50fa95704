import TiltSensors

/// Messages of the kernel's and of udevd, and udev's database, as they come and with the texts of one in the form of the other.
enum UeventsTarget {
    static func take(_ input: UnsafeBufferPointer<UInt8>) {
        let bytes = Array(input)
        checkProperties(bytes)
        let asItIs = [UeventMessage.Sender.kernel, .udev].map { UeventMessage.news(in: bytes[...], from: $0) }
        expect(!asItIs.contains(.overrun), "a message says that others were lost")
        expect(asItIs != [.changed, .changed], "a message is both senders'")

        let kernel = UeventMessage.news(in: (Array("add@/devices/x\0".utf8) + bytes)[...], from: .kernel)
        let udev = UeventMessage.news(in: header(for: bytes.count) + bytes, from: .udev)
        expect(kernel == udev, "the same texts are \(kernel) of the kernel and \(udev) of udevd")
        expect(asItIs[0] == .nothing || kernel == .changed, "a kernel's message is none behind a path")
        for size in [bytes.count + 1, .max] {
            let news = UeventMessage.news(in: header(for: size) + bytes, from: .udev)
            expect(news == .nothing, "a message has \(bytes.count) bytes of texts, and says \(size)")
        }
    }

    /// udevd's header for texts of so many bytes.
    private static func header(for size: Int) -> ArraySlice<UInt8> {
        var header = Array("libudev\0".utf8) + [0xFE, 0xED, 0xCA, 0xFE]
        for number in [40, 40, UInt32(truncatingIfNeeded: size), 0, 0, 0, 0] {
            withUnsafeBytes(of: number) { header += $0 }
        }
        return header[...]
    }

    private static func checkProperties(_ bytes: [UInt8]) {
        var kernel = UdevProperties()
        kernel.take(uevent: bytes)
        var both = kernel
        both.take(database: bytes)
        for properties in [kernel, both] {
            let values = [
                properties.major, properties.minor, properties.node, properties.accelerometer,
                properties.joystick, properties.mountMatrix, properties.location,
            ]
            for value in values {
                expect(value?.utf8.contains { $0 == 0 || $0 == 10 } != true, "a line's end in \(value ?? "")")
            }
            expect(
                properties.node.map { $0.utf8.first == UInt8(ascii: "/") } != false,
                "the node \(properties.node ?? "") is nowhere")
        }
        var twice = both
        twice.take(database: bytes)
        expect(twice == both, "a database read twice is another")
    }
}
