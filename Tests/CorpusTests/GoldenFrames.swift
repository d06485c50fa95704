import Foundation
import RecordedDevices
import TiltCore

/// What a log must become, as text: the sensor that was decoded, what was counted, and the frames at 50 Hz.
struct GoldenFrames: Equatable {
    let text: String

    init(_ run: CorpusRun) {
        var lines: [String] = []
        if let sensor = run.decoded.sensor { lines += Self.lines(of: sensor) }
        lines += run.decoded.notes.map { "# " + $0 }
        let (decoded, skipped) = (run.decoded, run.decoded.skipped)
        lines.append(
            "# readings=\(decoded.readings.count) lost=\(decoded.lost) skipped=\(skipped.count) "
                + "rejected=\(run.rejected) clipped=\(run.clipped)")
        if let first = skipped.first { lines.append("# first skipped: " + first) }
        lines += run.faults.map { "# fault: \($0.code): \($0)" }
        if let refusal = decoded.refusal { lines.append("# refused: " + refusal) }
        lines.append("t_ms,state,x_pt,y_pt,pitch_deg,roll_deg")
        lines += run.frames.map { Self.line(of: $0, milliseconds: run.seconds($0.time) * 1000) }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of sensor: SensorDescription) -> [String] {
        let (axes, gyroscope) = (sensor.calibration.accelerometer, sensor.calibration.gyroscope)
        func text(_ axes: Calibration.Axes) -> String {
            let range =
                axes.range.map { " range=\($0.lowerBound.shortText),\($0.upperBound.shortText)" } ?? ""
            return "scale=\(axes.scale.commaText) offset=\(axes.offset.commaText)\(range)"
        }
        var lines = [
            "# \(sensor.kind.rawValue) \"\(sensor.name)\" \(sensor.id)"
                + (sensor.rateHz.map { " rate_hz=\($0.shortText)" } ?? ""),
            "# accelerometer " + text(axes),
        ]
        if let gyroscope { lines.append("# gyroscope " + text(gyroscope)) }
        let mounting = sensor.mounting
        lines.append(
            "# mounting \(mounting.matrix) \(mounting.source.rawValue) \(mounting.convention.rawValue) "
                + "raw_sign=\(mounting.rawSign.shortText)")
        return lines
    }

    private static func line(of frame: Frame, milliseconds: Double) -> String {
        func two(_ number: Double) -> String {
            let text = String(format: "%.2f", number)
            return text == "-0.00" ? "0.00" : text
        }
        let degrees = 180 / Double.pi
        let tilt = frame.tilt.map { two($0.pitch * degrees) + "," + two($0.roll * degrees) } ?? ","
        return "\(Int(milliseconds.rounded())),\(frame.state.rawValue),"
            + "\(two(frame.offset.x)),\(two(frame.offset.y)),\(tilt)"
    }

    /// The first line in which a text differs from this one, from a reader's side; `nil` where they are the same.
    func difference(from golden: String) -> String? {
        guard text != golden else { return nil }
        let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
        let got = text.split(separator: "\n", omittingEmptySubsequences: false)
        let index =
            zip(expected, got).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(expected.count, got.count)
        func line(_ lines: [Substring]) -> String { index < lines.count ? String(lines[index]) : "the end" }
        let others = zip(expected, got).count { $0 != $1 } + abs(expected.count - got.count) - 1
        return
            "line \(index + 1), and \(others) more\n  expected  \(line(expected))\n  got       \(line(got))"
    }
}
