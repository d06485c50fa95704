import TiltCore

/// The connections of a daemon as a table: who, and how well they keep up.
enum SubscriberTable {
    /// A lag beyond this stands out, in milliseconds: more than a tick and a busy machine explain.
    private static let longestLag = 100.0

    /// A row each; none where the daemon tells no subscribers.
    static func table(_ subscribers: [JSONValue]) -> TextTable {
        let isTurned = subscribers.contains { picture($0) != "0°" }
        var columns: [(title: String, alignment: TextTable.Alignment)] = [
            ("command", .left), ("pid", .right), ("uid", .right), ("rate", .right), ("connected", .right),
            ("lag", .right), ("dropped", .right), ("queued", .right),
        ]
        if isTurned { columns.append(("picture", .left)) }
        var table = TextTable(columns)
        for subscriber in subscribers {
            table.add(row(subscriber) + (isTurned ? [TextTable.Cell(picture(subscriber))] : []))
        }
        return table
    }

    /// How its picture is turned, and whether it is as `rotate` says.
    private static func picture(_ subscriber: JSONValue) -> String {
        let degrees = subscriber["display_rotation"]?.number ?? 0
        return degrees.shortText + (subscriber["rotation"]?.string == "follow" ? "°, follows" : "°")
    }

    /// How often it has frames, or why it has none: the rate that it asked for is then none of theirs.
    private static func rate(_ subscriber: JSONValue) -> String {
        if subscriber["paused"] == .bool(true) { return "paused" }
        if subscriber["away"] == .bool(true) { return "away" }
        if let rate = subscriber["page_hz"]?.number { return "page " + StatusText.rate(rate) }
        return subscriber["rate_hz"]?.number.map { StatusText.rate($0) } ?? "–"
    }

    private static func row(_ subscriber: JSONValue) -> [TextTable.Cell] {
        func number(_ key: String) -> Double? { subscriber[key]?.number }
        func count(_ key: String) -> String { number(key).map { StatusText.count($0) } ?? "–" }
        let command = subscriber["command"]?.string.map { $0.onOneLine() } ?? "–"
        let isOwn = subscriber["self"] == .bool(true)
        let lag = number("lag_ms")
        return [
            TextTable.Cell(isOwn ? command + " (this)" : command, isOwn ? .faint : nil),
            TextTable.Cell(count("pid")), TextTable.Cell(count("uid")),
            TextTable.Cell(rate(subscriber)),
            TextTable.Cell(number("connected_s").map { StatusText.span(seconds: $0) } ?? "–"),
            TextTable.Cell(
                lag.map { StatusText.count($0) + " ms" } ?? "–", (lag ?? 0) > longestLag ? .bad : nil),
            TextTable.Cell(count("dropped"), (number("dropped") ?? 0) > 0 ? .doubtful : nil),
            TextTable.Cell(number("queued_bytes").map { StatusText.count($0) + " B" } ?? "–"),
        ]
    }
}
