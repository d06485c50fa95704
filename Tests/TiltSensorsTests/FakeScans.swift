import CLinux
import Foundation
import LinuxSystem

/// The writing end of a FIFO that stands for `/dev/iio:deviceN`.
struct FakeScans: ~Copyable {
    private let file: OwnedDescriptor

    /// Opens the FIFO, whose reader must be there already.
    init(_ path: String) throws {
        file = try OwnedDescriptor.open(path, O_WRONLY | O_NONBLOCK)
    }

    /// Writes bytes as the kernel would hand them out.
    func write(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { CLinux.write(file.raw, $0.baseAddress, $0.count) }
    }

    /// A scan of three `le:s16/32` axes, each with the next one's bytes in its upper half, and a timestamp.
    static func hubScan(_ x: Int16, _ y: Int16, _ z: Int16, time: Int64) -> [UInt8] {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        return bytes(x) + bytes(y) + bytes(y) + bytes(z) + bytes(z) + [0xAA, 0x55] + [0, 0, 0, 0]
            + bytes(time)
    }
}
