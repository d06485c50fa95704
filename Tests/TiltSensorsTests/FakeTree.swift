import CLinux
import Foundation
import TiltSensors

/// A directory of small files that stands for sysfs and /dev; removed with its last owner.
final class FakeTree {
    let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tiltshadow-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        // Like realpath(3) would give it, since devices are found through symbolic links.
        for directory in ["sys/bus/iio/devices", "sys/class/input", "dev/input", "sys/devices"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(directory), withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    var sysRoot: String { root.path + "/sys" }
    var devRoot: String { root.path + "/dev" }

    func path(_ relative: String) -> String { root.path + "/" + relative }

    /// Writes files below a directory, each with a line end, as sysfs has them.
    ///
    /// Who reads one meanwhile finds the old text or the new: a file is never emptied, but filled up with line ends.
    func write(_ files: [String: String], below directory: String) throws {
        for (name, text) in files {
            let file = root.appendingPathComponent(directory).appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let old = (try? Data(contentsOf: file).count) ?? 0
            let lineEnds = String(repeating: "\n", count: max(1, old - text.utf8.count))
            let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
            defer { close(descriptor) }
            let bytes = Array((text + lineEnds).utf8)
            guard CLinux.write(descriptor, bytes, bytes.count) == bytes.count else {
                throw CocoaError(.fileWriteUnknown)
            }
        }
    }

    func text(_ relative: String) -> String? { SysfsDirectory(root.path).text(relative) }

    func link(_ relative: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path(relative), withDestinationPath: path(target))
    }

    /// Adds an IIO device with its node as a FIFO, and lists it on the bus.
    func addIIO(_ number: Int, below parent: String, _ files: [String: String]) throws {
        let name = "iio:device\(number)"
        let directory = "sys/devices/\(parent)/\(name)"
        try write(files, below: directory)
        try link("sys/bus/iio/devices/\(name)", to: directory)
        guard mkfifo(path("dev/\(name)"), 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Adds an event node with an empty file for a node.
    func addInput(_ number: Int, below parent: String, _ files: [String: String]) throws {
        let directory = "sys/devices/\(parent)/input/input\(number)/event\(number)"
        try write(["dev": "13:\(64 + number)"], below: directory)
        try write(files, below: "sys/devices/\(parent)/input/input\(number)")
        try link("sys/class/input/event\(number)", to: directory)
        try write(["event\(number)": ""], below: "dev/input")
    }

    /// The same options as the product's, but looking into this tree.
    func options(device: String? = nil, accelScale: Double? = nil) -> SensorOptions {
        SensorOptions(device: device, accelScale: accelScale, sysRoot: sysRoot, devRoot: devRoot)
    }

    /// The attributes of a HID sensor hub's accelerometer as Linux 6.1 shows them, everything off.
    static let hubAccelerometer = [
        "name": "accel_3d", "in_accel_scale": "0.009806650", "in_accel_offset": "0",
        "in_accel_sampling_frequency": "100.000000", "in_accel_hysteresis": "0.000000",
        "in_accel_x_raw": "20",
        "in_accel_y_raw": "-20", "in_accel_z_raw": "-1000", "current_timestamp_clock": "realtime",
        "buffer/enable": "0", "buffer/length": "2", "buffer/watermark": "1",
        "trigger/current_trigger": "accel_3d-dev0",
    ].merging(elements("in_accel", type: "le:s16/32>>0")) { $1 }

    /// The attributes of its gyroscope.
    static let hubGyroscope = [
        "name": "gyro_3d", "in_anglvel_scale": "0.000174532", "current_timestamp_clock": "realtime",
        "in_anglvel_sampling_frequency": "100.000000", "in_anglvel_x_raw": "0", "in_anglvel_y_raw": "0",
        "in_anglvel_z_raw": "0", "buffer/enable": "0", "buffer/length": "2", "buffer/watermark": "1",
        "trigger/current_trigger": "gyro_3d-dev1",
    ].merging(elements("in_anglvel", type: "le:s16/32>>0")) { $1 }

    /// Scan elements of three axes and a timestamp, all off.
    static func elements(_ prefix: String, type: String, from index: Int = 0, timestamp: Bool = true)
        -> [String: String]
    {
        var files: [String: String] = [:]
        for (offset, axis) in ["x", "y", "z"].enumerated() {
            files["scan_elements/\(prefix)_\(axis)_en"] = "0"
            files["scan_elements/\(prefix)_\(axis)_index"] = "\(index + offset)"
            files["scan_elements/\(prefix)_\(axis)_type"] = type
        }
        if timestamp {
            files["scan_elements/in_timestamp_en"] = "0"
            files["scan_elements/in_timestamp_index"] = "\(index + 3)"
            files["scan_elements/in_timestamp_type"] = "le:s64/64>>0"
        }
        return files
    }
}
