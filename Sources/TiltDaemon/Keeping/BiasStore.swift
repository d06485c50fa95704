import CLinux
package import LinuxSystem
package import TiltCore

/// Keeps each gyroscope's bias over restarts, one small file a device: a hint, never trusted.
package struct BiasStore {
    /// Where the files are; nothing is kept where it is `nil`.
    private let directory: String?

    /// The largest bias taken from a file, in rad/s; more is a broken file or sensor.
    private static let largest = FusedEstimator.Parameters().biasLimitAtRest

    package init(directory: String?) {
        self.directory = directory
    }

    /// The bias kept for the sensor with this id, in rad/s; zero where there is none that can be used.
    package func load(_ id: String) -> AngularRate<DeviceAxes> {
        guard let path = path(of: id), let bytes = try? WholeFile.readRegular(path, limit: 128) else {
            return .zero
        }
        let numbers = bytes.split(whereSeparator: { $0 <= 32 }).prefix(3)
            .compactMap { DecimalParser.double(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 3, numbers.allSatisfy({ $0.magnitude <= Self.largest }) else { return .zero }
        return AngularRate(x: numbers[0], y: numbers[1], z: numbers[2])
    }

    /// Keeps a bias, in rad/s, over what was kept before: written beside and renamed, so a crash leaves one or the other.
    package func save(_ bias: AngularRate<DeviceAxes>, of id: String) throws(SystemError) {
        guard let path = path(of: id), bias.isFinite, bias.length > 0 else { return }
        var buffer = ByteBuffer(capacity: 64)
        for value in [bias.x, bias.y, bias.z] {
            buffer.append(value, decimals: 9)
            buffer.append(" ")
        }
        buffer.append("rad/s\n")
        let part = path + ".part"
        let file = try OwnedDescriptor.open(part, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        let count = buffer.bytes.withUnsafeBytes { write(file.raw, $0.baseAddress, $0.count) }
        guard count == buffer.count else { throw SystemError("write", part) }
        guard rename(part, path) == 0 else { throw SystemError("rename", path) }
    }

    /// A file name of the id: what is neither letter, digit, `.`, `-` nor `_` becomes `_`.
    private func path(of id: String) -> String? {
        guard let directory else { return nil }
        let safe = id.utf8.prefix(128).map { byte -> UInt8 in
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "."), UInt8(ascii: "-"): byte
            default: UInt8(ascii: "_")
            }
        }
        return directory + "/bias-" + String(decoding: safe, as: UTF8.self)
    }
}
