import CLinux
package import LinuxSystem
package import TiltCore

/// The `_raw` attributes of three axes, held open.
package struct IIORawAxes: ~Copyable {
    private let x: OwnedDescriptor
    private let y: OwnedDescriptor
    private let z: OwnedDescriptor

    private init(x: consuming OwnedDescriptor, y: consuming OwnedDescriptor, z: consuming OwnedDescriptor) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Opens the three attributes of a sensor in the directory of its device.
    package static func open(
        _ channels: IIODevice.Channels, in directory: SysfsDirectory
    ) throws(SystemError) -> IIORawAxes {
        func path(_ axis: Int) -> String { directory.path + "/" + channels.axes[axis] + "_raw" }
        return IIORawAxes(
            x: try .open(path(0), O_RDONLY), y: try .open(path(1), O_RDONLY), z: try .open(path(2), O_RDONLY))
    }

    /// Reads the axes one after the other, each of which makes the driver take a new sample.
    ///
    /// - Throws: What `pread` fails with, or `EIO` where an attribute holds no number.
    package func read() throws(SystemError) -> Reading.Counts {
        Reading.Counts(x: try Self.value(of: x), y: try Self.value(of: y), z: try Self.value(of: z))
    }

    /// Calls `pread` from an attribute's beginning.
    private static func value(of attribute: borrowing OwnedDescriptor) throws(SystemError) -> Double {
        let raw = attribute.raw
        var failure = EIO
        let value: Double? = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = pread(raw, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else {
                if count < 0 { failure = clinux_errno() }
                return nil
            }
            var text = UnsafeRawBufferPointer(buffer)[..<count]
            while let last = text.last, last <= 32 { text = text.dropLast() }
            return DecimalParser.double(
                UnsafeRawBufferPointer(rebasing: text).assumingMemoryBound(to: UInt8.self))
        }
        guard let value else { throw SystemError("pread", errno: failure) }
        return value
    }
}
