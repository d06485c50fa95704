import TiltCore

/// The lines for the daemon's settings that put a mounting in force.
struct SettingsSnippet: Equatable {
    /// What ``comment`` begins with: who wrote a file, for the next that is to replace it.
    static let makers = ["Found by `tiltshadow calibrate`", "Made by `tiltshadow calibrate --level`"]

    /// The sensor they are for; `nil` where it has no name that stays, as in a log.
    var device: String?
    /// The kernel's mount matrix.
    var rotation: Matrix3
    /// +1 or -1.
    var rawSign: Double
    /// m/s² per count; `nil` where the driver's is right.
    var accelScale: Double?
    /// Where it came from: one line.
    var comment: String

    /// A file of its own, or lines to be added.
    ///
    /// Convention and sign stand there even where they are what would be guessed: an older line of the same file may say
    /// something else.
    var text: String {
        var lines = ["# " + comment.onOneLine(limit: 200), "[sensor]"]
        if let device { lines.append("device = " + device) }
        lines.append("mount_matrix = " + MatrixText(rotation).spaced)
        lines += ["matrix_convention = kernel", "raw_sign = " + rawSign.shortText]
        if let accelScale {
            lines.append("accel_scale = " + FrameLine.number(accelScale, decimals: 9, signed: false))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
