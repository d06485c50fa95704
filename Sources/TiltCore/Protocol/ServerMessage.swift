/// Writes the server's messages other than frames; each is one line of JSON, LF included.
public enum ServerMessage {
    /// The first line of every connection: version, defaults, the look of the shadow and the sensor, where there is one.
    public static func appendHello(
        defaults: Subscription, blur: Double, opacity: Double, sensor: SensorDescription?,
        to buffer: inout ByteBuffer
    ) {
        buffer.append(#"{"type":"hello","protocol":"#)
        buffer.append(Int64(ProtocolVersion.current))
        buffer.append(#","server":"#)
        buffer.append(json: ProtocolVersion.server)
        append(rate: defaults.rateHz, to: &buffer)
        append(key: "gain", defaults.shadow.gain, to: &buffer)
        buffer.append(#","shadow":{"blur_px":"#)
        buffer.append(significant: blur)
        buffer.append(#","opacity":"#)
        buffer.append(significant: opacity)
        buffer.append("}")
        append(sensor: sensor, to: &buffer)
        buffer.append("}\n")
    }

    /// A sensor was found or lost, and why.
    public static func appendSensor(
        event: StaticString, reason: String?, sensor: SensorDescription?, to buffer: inout ByteBuffer
    ) {
        buffer.append(#"{"type":"sensor","event":""#)
        buffer.append(event)
        buffer.append("\"")
        if let reason { append(key: "reason", stranger: reason, to: &buffer) }
        append(sensor: sensor, to: &buffer)
        buffer.append("}\n")
    }

    /// The answer to a request that was carried out: the options now in force, how the panel is mounted where that is
    /// turned, whom else it concerned, and the keys that were ignored.
    public static func appendOK(
        id: RequestID?, _ subscription: Subscription, isPaused: Bool, others: ReachedOthers? = nil,
        ignored: [String] = [], to buffer: inout ByteBuffer
    ) {
        buffer.append(#"{"type":"ok""#)
        append(id: id, to: &buffer)
        SubscriptionChange(naming: subscription).append(to: &buffer)
        if subscription.shadow.panelRotation != .none {
            append(key: "panel_rotation", subscription.shadow.panelRotation, to: &buffer)
        }
        buffer.append(isPaused ? #","paused":true"# : #","paused":false"#)
        if let others {
            append(
                key: others.deed == .recentred ? "recentred" : "rotated", Double(others.reached), to: &buffer)
            append(key: "left_alone", Double(others.leftAlone), to: &buffer)
        }
        append(ignored: ignored, to: &buffer)
        buffer.append("}\n")
    }

    /// The answer to `map`, which brings the page's descriptor along; `isSlowAtRest` where no reader wants it otherwise.
    public static func appendPage(
        id: RequestID?, rateHz: Double, isSlowAtRest: Bool = false, ignored: [String] = [],
        to buffer: inout ByteBuffer
    ) {
        buffer.append(#"{"type":"page""#)
        append(id: id, to: &buffer)
        append(key: "version", Double(PosePage.version), to: &buffer)
        append(key: "bytes", Double(PosePage.size), to: &buffer)
        append(rate: rateHz, to: &buffer)
        if isSlowAtRest { append(key: "when", Subscription.When.changed.rawValue, to: &buffer) }
        append(ignored: ignored, to: &buffer)
        buffer.append("}\n")
    }

    /// The answer to a request that was refused.
    public static func appendError(id: RequestID?, _ error: ControlError, to buffer: inout ByteBuffer) {
        buffer.append(#"{"type":"error""#)
        append(id: id, to: &buffer)
        append(key: "code", error.code, to: &buffer)
        append(key: "message", error.description, to: &buffer)
        append(key: "hint", error.hint, to: &buffer)
        buffer.append("}\n")
    }

    /// The server stops: `reason` says why.
    public static func appendGoodbye(reason: String, to buffer: inout ByteBuffer) {
        buffer.append(#"{"type":"goodbye""#)
        append(key: "reason", reason, to: &buffer)
        buffer.append("}\n")
    }

    /// Appends `,"id":…` where there is one.
    public static func append(id: RequestID?, to buffer: inout ByteBuffer) {
        switch id {
        case .number(let number):
            buffer.append(#","id":"#)
            buffer.append(number)
        case .text(let text):
            buffer.append(#","id":"#)
            buffer.append(json: text)
        case nil: break
        }
    }

    /// Appends `,"rate_hz":…` with all its digits: an instant that a phase names may be a day's ticks away.
    public static func append(rate: Double, to buffer: inout ByteBuffer) {
        buffer.append(#","rate_hz":"#)
        buffer.append(shortest: rate)
    }

    /// Appends `,"phase_ns":…` where there is one, with all its digits.
    public static func append(phase: Int64?, to buffer: inout ByteBuffer) {
        guard let phase else { return }
        buffer.append(#","phase_ns":"#)
        buffer.append(phase)
    }

    /// Appends `,"ignored":[…]` where there is something.
    private static func append(ignored keys: [String], to buffer: inout ByteBuffer) {
        for (index, key) in keys.enumerated() {
            if index == 0 { buffer.append(#","ignored":["#) } else { buffer.append(",") }
            buffer.append(json: key)
        }
        if !keys.isEmpty { buffer.append("]") }
    }

    /// Appends `,"key":number`.
    public static func append(key: StaticString, _ number: Double, to buffer: inout ByteBuffer) {
        buffer.append(",\"")
        buffer.append(key)
        buffer.append("\":")
        buffer.append(significant: number)
    }

    /// Appends `,"key":degrees`.
    public static func append(key: StaticString, _ rotation: DisplayRotation, to buffer: inout ByteBuffer) {
        append(key: key, Double(rotation.rawValue), to: &buffer)
    }

    /// Appends `,"key":"text"`.
    public static func append(key: StaticString, _ text: String, to buffer: inout ByteBuffer) {
        buffer.append(",\"")
        buffer.append(key)
        buffer.append("\":")
        buffer.append(json: text)
    }

    /// Bytes of a stranger's text, escapes included: six of them, an id and all else of a line fit in the longest.
    package static let longestText = 480

    /// Appends `,"key":"text"` of a text that no one here has made: on one line, and cut to so many bytes as it is written.
    ///
    /// Whatever devices, files and programs are called goes this way: a line that is too long ends a client.
    package static func append(
        key: StaticString, stranger text: String, limit: Int = longestText, to buffer: inout ByteBuffer
    ) {
        append(key: key, text.onOneLine(jsonLimit: limit), to: &buffer)
    }

    /// Appends `,"sensor":{…}` where there is one.
    public static func append(sensor: SensorDescription?, to buffer: inout ByteBuffer) {
        guard let sensor else { return }
        buffer.append(#","sensor":{"id":"#)
        buffer.append(json: sensor.id)
        append(key: "name", sensor.name, to: &buffer)
        append(key: "kind", sensor.kind.rawValue, to: &buffer)
        buffer.append(sensor.hasGyroscope ? #","gyro":true}"# : #","gyro":false}"#)
    }
}
