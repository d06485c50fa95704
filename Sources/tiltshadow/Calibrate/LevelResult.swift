import TiltCore

/// The mounting with which a pose that is held now counts as flat: for a device that lives in a tilted cradle.
struct LevelResult {
    /// Less than this is level already, in degrees.
    private static let level = 0.2
    /// More than this is no crooked table but another pose, in degrees.
    private static let steep = 45.0

    /// How far the pose is from flat by the mounting in force, in degrees.
    let angle: Double
    /// Up in that pose, in device axes.
    let up: MatrixRow
    private let sensor: SensorKnowledge
    private let rotation: Matrix3
    private let rawSign: Double

    /// `present` is up = P·raw by the mounting in force, `force` what the sensor reads in the pose.
    init?(force: MatrixRow, present: Matrix3, sensor: SensorKnowledge) {
        guard force.length > 1e-6, let turn = Self.shortestRotation(toFlat: present(force / force.length))
        else {
            return nil
        }
        up = present(force / force.length)
        angle = up.degrees(to: MatrixRow(x: 0, y: 0, z: 1))
        rawSign = present.determinant < 0 ? -1 : 1
        rotation = rawSign * (turn * present)
        self.sensor = sensor
    }

    /// R = 1 + K + K²/(1 + u_z) with K the cross product by u × z (Rodrigues without an angle); upside down there is no
    /// shortest one.
    private static func shortestRotation(toFlat u: MatrixRow) -> Matrix3? {
        guard u.z > -0.999 else { return nil }
        let (a, b) = (u.y, -u.x)
        let k = Matrix3(
            MatrixRow(x: 0, y: 0, z: b), MatrixRow(x: 0, y: 0, z: -a), MatrixRow(x: -b, y: a, z: 0))
        return Matrix3.identity + k + (1 / (1 + u.z)) * (k * k)
    }

    /// The lines for the settings; `nil` where the pose is level already.
    var snippet: SettingsSnippet? {
        guard angle >= Self.level else { return nil }
        return SettingsSnippet(
            device: sensor.device, rotation: rotation, rawSign: rawSign, accelScale: nil,
            comment: "\(SettingsSnippet.makers[1]) for \(sensor.name): flat as it rested then.")
    }

    /// The result in words.
    var text: String {
        guard let snippet else {
            return
                "This pose is level already, to \(DeviceDirection.degrees(Self.level)): there is nothing to change.\n"
        }
        let steep =
            angle > Self.steep
            ? "That is no crooked table: where the screen is not meant to be flat there, run `tiltshadow calibrate`.\n"
            : ""
        return
            "This pose is \(DeviceDirection.degrees(angle)) from flat. \(steep)With these lines in the daemon's settings "
            + "it counts as flat, for every subscriber:\n\n" + snippet.text.visibleLines
    }

    /// One line of JSON.
    var json: String {
        var buffer = ByteBuffer(capacity: 512)
        buffer.append(#"{"type":"level""#)
        ServerMessage.append(key: "angle_deg", angle, to: &buffer)
        if let snippet {
            ServerMessage.append(key: "mount_matrix", MatrixText(rotation).spaced, to: &buffer)
            ServerMessage.append(key: "raw_sign", rawSign, to: &buffer)
            ServerMessage.append(key: "settings", snippet.text, to: &buffer)
        }
        buffer.append("}\n")
        return buffer.text
    }
}
