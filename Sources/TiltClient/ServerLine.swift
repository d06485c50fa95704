import TiltCore

/// Reads one line of the daemon into an event, its texts fit for a terminal: a daemon is a stranger, too.
///
/// Numbers that no daemon has are not handed on: sums and differences of any two must fit.
package enum ServerLine {
    /// No clock is so many nanoseconds from its zero, 146 years: the difference of two instants fits into 64 bits.
    private static let farthestInstant: UInt64 = 1 << 62
    /// No count is larger: a JSON number holds it exactly (RFC 8259, section 6).
    private static let largestCount: Int64 = 1 << 53
    /// No offset, angle, force or rate is larger, whatever its unit.
    private static let largestNumber = 1e9

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
            rateHz: number(message["rate_hz"], in: Subscription.rates) ?? 50,
            gain: number(message["gain"], in: Subscription.gains) ?? 10,
            blurPixels: number(shadow?["blur_px"], in: 0...largestNumber),
            opacity: number(shadow?["opacity"], in: 0...1), sensor: sensor(message["sensor"]))
    }

    private static func frame(_ message: JSONValue) -> ClientEvent? {
        guard let sequence = count(message["seq"]), let time = instant(message["t_ns"]),
            let word = message["state"]?.string, let state = TrackingState(rawValue: word),
            let x = number(message["x"]), let y = number(message["y"])
        else { return nil }
        var frame = Frame(
            sequence: sequence, time: time, target: instant(message["for_ns"]), state: state,
            offset: ShadowOffset(x: x, y: y))
        if let pitch = number(message["pitch_rad"]), let roll = number(message["roll_rad"]) {
            frame.tilt = Tilt(pitch: pitch, roll: roll)
        }
        frame.up = vector(message["up"])
        frame.isStill = message["still"] == .bool(true)
        frame.raw = raw(message["raw"])
        return .frame(frame, dropped: count(message["dropped"]) ?? 0)
    }

    private static func raw(_ value: JSONValue?) -> RawSample? {
        guard let time = instant(value?["t_ns"]) else { return nil }
        return RawSample(
            time: time, acceleration: vector(value?["accel_m_s2"]),
            angularRate: vector(value?["gyro_rad_s"]))
    }

    /// An instant to its last digit, which a `Double` would lose after 104 days.
    private static func instant(_ value: JSONValue?) -> Timestamp? {
        guard let nanoseconds = value?.integer, nanoseconds.magnitude < farthestInstant else { return nil }
        return Timestamp(nanoseconds: nanoseconds)
    }

    private static func count(_ value: JSONValue?) -> UInt64? {
        guard let count = value?.integer, 0...largestCount ~= count else { return nil }
        return UInt64(count)
    }

    private static func number(
        _ value: JSONValue?, in range: ClosedRange<Double> = -largestNumber...largestNumber
    ) -> Double? {
        guard let number = value?.number, range ~= number else { return nil }
        return number
    }

    private static func vector<Vector: AxisVector>(_ value: JSONValue?) -> Vector? {
        guard case .array(let elements) = value, elements.count == 3 else { return nil }
        let numbers = elements.compactMap { number($0) }
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
