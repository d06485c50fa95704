import TiltCore

/// What happened to the sensor lately, as a table, the newest first.
enum RecoveryTable {
    /// A row each; `now` is the time in nanoseconds of CLOCK_MONOTONIC.
    static func table(_ events: [JSONValue], now: Int64) -> TextTable {
        var table = TextTable([
            ("when", .right), ("event", .left), ("sensor", .left), ("took", .right), ("why", .left),
        ])
        for event in events.reversed() {
            func text(_ key: String) -> String? { event[key]?.string.map { $0.onOneLine() } }
            let ago = event["t_ns"]?.number.map {
                StatusText.span(seconds: (Double(now) - $0) * 1e-9) + " ago"
            }
            let took = event["took_ms"]?.number.map { StatusText.time(microseconds: $0 * 1000) }
            table.add([
                TextTable.Cell(ago ?? "–"), TextTable.Cell(text("event") ?? "–"),
                TextTable.Cell(text("name") ?? text("device") ?? "–"), TextTable.Cell(took ?? ""),
                TextTable.Cell(text("reason") ?? ""),
            ])
        }
        return table
    }
}
