import TiltCore

/// What every session expects of every subscriber's lines, unwritten.
struct Listener {
    private var hasHello = false
    private var isOver = false
    private var sequence: Double?
    private var time = -Double.infinity

    /// Errors after which nothing comes.
    private static let lastErrors: Set<String> = ["too-many", "line-too-long", "too-many-requests"]

    /// Takes a line with its LF; what it says, and what is wrong with it.
    mutating func take(_ line: [UInt8]) -> (heard: (text: String, json: JSONValue?), problem: String?) {
        let text = String(decoding: line.dropLast(), as: UTF8.self)
        guard let json = try? line.dropLast().withUnsafeBufferPointer({ try JSONParser.parse($0) }),
            let type = json["type"]?.string
        else { return ((text, nil), "no JSON object with a type: \(text)") }
        return (
            (text, json),
            problem(of: json, type) ?? (line.count > 4096 ? "a line of \(line.count) bytes" : nil)
        )
    }

    private mutating func problem(of json: JSONValue, _ type: String) -> String? {
        if isOver { return "\(type) after the last line" }
        let code = json["code"]?.string
        defer {
            hasHello = true
            isOver = isOver || type == "goodbye" || (type == "error" && Self.lastErrors.contains(code ?? ""))
        }
        if !hasHello, type != "hello" {
            isOver = code == "too-many" || code == "not-permitted"
            if !isOver { return "\(type) before hello" }
        }
        guard type == "frame" else { return hasHello && type == "hello" ? "hello again" : nil }
        guard let next = json["seq"]?.number, let at = json["t_ns"]?.number else {
            return "a frame without seq or t_ns"
        }
        defer { (sequence, time) = (next, at) }
        if at <= time { return "t_ns \(at) is not after \(time)" }
        let dropped = json["dropped"]?.number ?? 0
        guard let sequence, next != sequence + 1 + dropped else { return nil }
        return "seq \(next) follows \(sequence), though \(dropped) were dropped"
    }
}
