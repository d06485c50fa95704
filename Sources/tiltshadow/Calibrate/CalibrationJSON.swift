import TiltCore

/// A calibration's result for programs: one line of JSON.
enum CalibrationJSON {
    static func line(_ result: CalibrationResult) -> String {
        var buffer = ByteBuffer(capacity: 2048)
        buffer.append(#"{"type":"calibration""#)
        let (verdict, pose) = words(for: result.verdict)
        ServerMessage.append(key: "verdict", verdict, to: &buffer)
        if let pose { ServerMessage.append(key: "pose", pose.rawValue, to: &buffer) }
        if let device = result.sensor.device { ServerMessage.append(key: "device", device, to: &buffer) }
        if let mounting = result.mounting {
            ServerMessage.append(key: "mount_matrix", MatrixText(mounting.rotation).spaced, to: &buffer)
            ServerMessage.append(key: "raw_sign", mounting.rawSign, to: &buffer)
        }
        if let scale = result.accelScale { ServerMessage.append(key: "accel_scale", scale, to: &buffer) }
        ServerMessage.append(key: "gravity_ratio", result.length, to: &buffer)
        ServerMessage.append(key: "worst_angle_deg", result.solution.worstAngle, to: &buffer)
        ServerMessage.append(key: "oblique_deg", result.solution.obliqueness, to: &buffer)
        append(result.solution.readings, to: &buffer)
        if let errors = AxisErrors(result.solution.readings) {
            buffer.append(#","offset_m_s2":"#)
            append(errors.offset, to: &buffer)
            buffer.append(#","gain":"#)
            append(errors.gain, to: &buffer)
        }
        if let gyroscope = result.gyroscope {
            ServerMessage.append(key: "gyroscope", gyroscope.description, to: &buffer)
        }
        if let snippet = result.snippet { ServerMessage.append(key: "settings", snippet.text, to: &buffer) }
        if let entry = result.entry { ServerMessage.append(key: "hwdb", entry.text, to: &buffer) }
        buffer.append("}\n")
        return buffer.text
    }

    private static func words(for verdict: MountVerdict) -> (String, Pose?) {
        switch verdict {
        case .right: ("right", nil)
        case .change: ("change", nil)
        case .changeSign: ("change-sign", nil)
        case .reversed(let pose): ("reversed-pose", pose)
        case .swapped(let pose, _): ("swapped-poses", pose)
        case .mirrored: ("mirrored", nil)
        }
    }

    private static func append(_ readings: [PoseReading], to buffer: inout ByteBuffer) {
        buffer.append(#","poses":["#)
        for (index, reading) in readings.enumerated() {
            buffer.append(index > 0 ? ",{" : "{")
            buffer.append(#""pose":"#)
            buffer.append(json: reading.pose.rawValue)
            buffer.append(#","accel_m_s2":"#)
            append(reading.force, to: &buffer)
            buffer.append("}")
        }
        buffer.append("]")
    }

    private static func append(_ row: MatrixRow, to buffer: inout ByteBuffer) {
        for (index, value) in [row.x, row.y, row.z].enumerated() {
            buffer.append(index > 0 ? "," : "[")
            buffer.append(significant: value)
        }
        buffer.append("]")
    }
}
