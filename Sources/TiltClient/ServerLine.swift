import TiltCore

/// Reads one line of the daemon into an event, its texts fit for a terminal: a daemon is a stranger, too.
package enum ServerLine {
    /// The event of one line without its LF; `nil` where the line is no message of the protocol as it is known here.
    ///
    /// Unknown keys are ignored and unknown types handed on, so that a newer daemon of the same version is understood.
    package static func event(_ line: UnsafeBufferPointer<UInt8>) -> ClientEvent? {
        guard let message = try? JSONParser.parse(line), let type = message["type"]?.string else {
            return nil
        }
        switch type {
        case "hello": return hello(message).map { .hello($0) }
        case "frame": return frame(message)
        case "sensor":
            guard let event = message["event"]?.string else { return nil }
            let notice = SensorNotice(
                event: event.onOneLine(), reason: text(message["reason"]), sensor: sensor(message["sensor"]))
            return .sensor(notice)
        case "ok":
            return .accepted(
                id: RequestID(message["id"]), ignored: texts(message["ignored"]), text: text(line))
        case "error":
            guard let code = text(message["code"]), let words = text(message["message"]) else {
                return nil
            }
            let hint = text(message["hint"]) ?? ""
            return .refused(Refusal(id: RequestID(message["id"]), code: code, message: words, hint: hint))
        case "goodbye": return .goodbye(reason: text(message["reason"]) ?? "")
        case "status": return .status(text: text(line))
        default: return .other(type: type.onOneLine(), text: text(line))
        }
    }

    private static func hello(_ message: JSONValue) -> Hello? {
        guard let version = message["protocol"]?.number, let version = Int(exactly: version) else {
            return nil
        }
        let shadow = message["shadow"]
        return Hello(
            protocolVersion: version, server: text(message["server"]) ?? "the daemon",
            rateHz: message["rate_hz"]?.number ?? 50, gain: message["gain"]?.number ?? 10,
            blurPixels: shadow?["blur_px"]?.number, opacity: shadow?["opacity"]?.number,
            sensor: sensor(message["sensor"]))
    }

    private static func frame(_ message: JSONValue) -> ClientEvent? {
        guard let sequence = message["seq"]?.number, let sequence = UInt64(exactly: sequence),
            let time = instant(message["t_ns"]),
            let word = message["state"]?.string, let state = TrackingState(rawValue: word),
            let x = message["x"]?.number, let y = message["y"]?.number
        else { return nil }
        var frame = Frame(
            sequence: sequence, time: time, target: instant(message["for_ns"]), state: state,
            offset: ShadowOffset(x: x, y: y))
        if let pitch = message["pitch_rad"]?.number, let roll = message["roll_rad"]?.number {
            frame.tilt = Tilt(pitch: pitch, roll: roll)
        }
        frame.up = vector(message["up"])
        frame.raw = raw(message["raw"])
        let dropped = message["dropped"]?.number.flatMap { UInt64(exactly: $0) } ?? 0
        return .frame(frame, dropped: dropped)
    }

    private static func raw(_ value: JSONValue?) -> RawSample? {
        guard let time = instant(value?["t_ns"]) else { return nil }
        return RawSample(
            time: time, acceleration: vector(value?["accel_m_s2"]),
            angularRate: vector(value?["gyro_rad_s"]))
    }

    /// An instant to its last digit, which a `Double` would lose after 104 days.
    private static func instant(_ value: JSONValue?) -> Timestamp? {
        value?.integer.map { Timestamp(nanoseconds: $0) }
    }

    private static func vector<Vector: AxisVector>(_ value: JSONValue?) -> Vector? {
        guard case .array(let elements) = value, elements.count == 3 else { return nil }
        let numbers = elements.compactMap { $0.number }
        guard numbers.count == 3 else { return nil }
        return Vector(x: numbers[0], y: numbers[1], z: numbers[2])
    }

    private static func sensor(_ value: JSONValue?) -> SensorSummary? {
        guard let id = text(value?["id"]) else { return nil }
        return SensorSummary(
            id: id, name: text(value?["name"]) ?? id, kind: text(value?["kind"]) ?? "",
            hasGyroscope: value?["gyro"] == .bool(true))
    }

    /// The whole line; as JSON it says the same as it came.
    private static func text(_ line: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: line, as: UTF8.self).visibleJSON
    }

    private static func text(_ value: JSONValue?) -> String? { value?.string?.onOneLine() }

    private static func texts(_ value: JSONValue?) -> [String] {
        guard case .array(let elements) = value else { return [] }
        return elements.compactMap { text($0) }
    }
}
