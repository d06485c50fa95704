import TiltCore
import TiltImport

/// The made-up recording in the formats of others, as long as the benchmark wants them.
enum ImportWorkload {
    /// As phyphox writes it: comma and point, ten digits with an exponent.
    static func phyphox(_ count: Int) -> [UInt8] {
        var text = ByteBuffer(capacity: count * 72)
        text.append(
            "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\",\"Acceleration z (m/s^2)\"\n")
        for sample in Workload.samples(count) {
            guard let force = sample.acceleration else { continue }
            text.append(Double(sample.time.nanoseconds) * 1e-9, decimals: 9)
            text.append("E0")
            for value in [force.x, force.y, force.z] {
                text.append(",")
                text.append(value, decimals: 9)
                text.append("E0")
            }
            text.append("\n")
        }
        return text.bytes
    }

    /// As EuRoC writes it, with rates.
    static func euroc(_ count: Int) -> [UInt8] {
        var text = ByteBuffer(capacity: count * 90)
        text.append("#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],")
        text.append("a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]\n")
        for sample in Workload.samples(count) {
            guard let force = sample.acceleration else { continue }
            text.append(1_403_636_579_758_555_392 + sample.time.nanoseconds)
            for value in [force.y * 0.1, force.z * 0.1, force.x * 0.1, force.x, force.y, force.z] {
                text.append(",")
                text.append(value, decimals: 8)
            }
            text.append("\n")
        }
        return text.bytes
    }

    /// As `libinput record` writes it, comments included.
    static func libinput(_ count: Int) -> [UInt8] {
        var text = ByteBuffer(capacity: count * 300)
        text.append(
            "version: 1\nndevices: 1\ndevices:\n- node: /dev/input/event1\n  evdev:\n    name: \"bench\"\n")
        text.append("    id: [3, 1, 2, 3]\n    absinfo:\n")
        for axis in 0..<3 { text.append(text: "      \(axis): [-32768, 32768, 0, 0, 8192]\n") }
        text.append("    properties: [6]\n  events:\n")
        for sample in Workload.samples(count) {
            guard let force = sample.acceleration else { continue }
            let micros = sample.time.nanoseconds / 1000
            let stamp = "    - [\(micros / 1_000_000), \(micros % 1_000_000),   "
            text.append("  - evdev:\n")
            for (axis, value) in [force.x, force.y, force.z].enumerated() {
                text.append(text: "\(stamp)3,   \(axis),  ")
                text.append(Int64(value * 8192 / standardGravity))
                text.append("] # EV_ABS / ABS_X                   327 (+82)\n")
            }
            text.append(text: "\(stamp)0,   0,       0] # ------------ SYN_REPORT (0) ---------- +4ms\n")
        }
        return text.bytes
    }

    /// As `evemu-record` writes it, comments included.
    static func evemu(_ count: Int) -> [UInt8] {
        var text = ByteBuffer(capacity: count * 200)
        text.append("# EVEMU 1.3\nN: bench\nI: 0003 0001 0002 0003\nP: 40 00 00 00 00 00 00 00\n")
        for axis in 0..<3 { text.append(text: "A: 0\(axis) -32768 32768 0 0 8192\n") }
        for sample in Workload.samples(count) {
            guard let force = sample.acceleration else { continue }
            let micros = sample.time.nanoseconds / 1000
            let fraction = String(1_000_000 + micros % 1_000_000).dropFirst()
            let stamp = "E: \(micros / 1_000_000).\(fraction) "
            for (axis, value) in [force.x, force.y, force.z].enumerated() {
                text.append(text: "\(stamp)0003 000\(axis) ")
                text.append(Int64(value * 8192 / standardGravity))
                text.append("\t# EV_ABS / ABS_X                327\n")
            }
            text.append(text: "\(stamp)0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +4ms\n")
        }
        return text.bytes
    }
}
