import TiltCore

/// A daemon's status as text for a terminal: what is wrong stands out, what the daemon does not say is left out.
struct StatusReport {
    let answer: StatusAnswer
    let style: TextStyle
    /// The time, in nanoseconds of CLOCK_MONOTONIC, which the daemon shares.
    let now: Int64
    /// Columns to break lines at; `nil` breaks none, for pipes and files.
    var width: Int?

    /// The width of the labels' column.
    private static let indent = 14

    /// The lines to show.
    var lines: [String] {
        titleLines + [""] + daemonLines + [""] + subscriberLines + [""] + candidateLines + recoveryLines
    }

    private var titleLines: [String] { width.map { TextStyle.folded(title, to: $0, hanging: 2) } ?? [title] }

    private var title: String {
        let server = text(answer.summary, "server") ?? "a daemon of unknown version"
        let uptime = number("uptime_s").map { ", up " + StatusText.span(seconds: $0) } ?? ""
        let state = answer.state.map { ": " + style.paint($0.rawValue, Self.ink(of: $0)) } ?? ""
        return style.paint(server, .heading) + uptime + state
    }

    private static func ink(of state: TrackingState) -> TextStyle.Ink {
        switch state {
        case .tracking: .good
        case .stale: .doubtful
        case .none: .bad
        }
    }

    // MARK: the daemon and its sensor

    private var daemonLines: [String] {
        section("ticks", [ticks]) + section("sensor", sensor) + section("samples", samples)
            + section("remote", remote)
            + section("mount matrix", mountMatrix) + section("picture", picture)
            + section("latency", table: latency)
            + section("faults", faults)
            + section("settings", warning("settings_warning"))
            + section("recording", warning("recording_warning").map { "ended: " + $0 })
    }

    private func warning(_ key: String) -> [String] {
        text(answer.summary, key).map { [style.paint($0, .doubtful)] } ?? []
    }

    private var ticks: String {
        var parts: [String] = []
        if let rate = number("tick_hz") { parts.append(rate > 0 ? StatusText.rate(rate) : "off") }
        if let ticks = number("ticks") { parts.append(StatusText.count(ticks) + " published") }
        if let missed = number("missed_ticks") {
            parts.append(style.paint(StatusText.count(missed) + " missed", missed > 0 ? .doubtful : nil))
        }
        for (key, name) in [("late_p50_us", "late p50"), ("late_p99_us", "p99"), ("late_max_us", "at most")] {
            if let late = number(key) { parts.append("\(name) \(StatusText.time(microseconds: late))") }
        }
        return parts.joined(separator: ", ")
    }

    private var sensor: [String] {
        guard let sensor = answer.summary["sensor"], let name = text(sensor, "name") else {
            return [style.paint("none", .bad)]
        }
        let gyroscope = sensor["gyro"] == .bool(true) ? ", with a gyroscope" : ""
        // A log whose header names no device has none.
        let device = text(answer.summary, "device").flatMap { $0 == "none" ? nil : " " + $0 } ?? ""
        let line = "\(name) (\(text(sensor, "kind") ?? "")\(gyroscope))\(device)"
        let isUntold = text(answer.summary, "silence") == "unknown"
        return [line] + (isUntold ? ["it sends nothing at rest: one that has died would look the same"] : [])
    }

    private var samples: [String] {
        var parts: [String] = []
        if let rate = number("sample_hz") { parts.append(StatusText.rate(rate) + " measured") }
        if let rate = number("nominal_hz") { parts.append(StatusText.rate(rate) + " nominal") }
        for (key, name) in [("rejected", "left out as garbage"), ("clipped", "at the end of the range")] {
            guard let count = number(key) else { continue }
            parts.append(style.paint("\(StatusText.count(count)) \(name)", count > 0 ? .doubtful : nil))
        }
        return parts.isEmpty ? [] : [parts.joined(separator: ", ")]
    }

    /// How the poses of another machine's sensor come.
    private var remote: [String] {
        guard let link = answer.summary["remote"] else { return [] }
        var parts: [String] = []
        let times = [
            ("delay_ms", "late"), ("jitter_ms", "jitter"), ("round_trip_ms", "to the broker and back"),
        ]
        for (key, name) in times {
            guard let time = link[key]?.number else { continue }
            parts.append("\(StatusText.time(microseconds: time * 1000)) \(name)")
        }
        let counts = [
            ("frames", "frames heard"), ("lost", "lost on the way"), ("ignored", "messages ignored"),
        ]
        for (key, name) in counts {
            guard let count = link[key]?.number else { continue }
            let isLoss = key != "frames" && count > 0
            parts.append(style.paint("\(StatusText.count(count)) \(name)", isLoss ? .doubtful : nil))
        }
        return [parts.joined(separator: ", ")]
    }

    private var mountMatrix: [String] {
        guard let matrix = text(answer.summary, "mount_matrix") else { return [] }
        return [matrix + (text(answer.summary, "mount_source").map { " from \($0)" } ?? "")]
    }

    /// How it is turned, where it is: on its panel for those who follow, and with the panel for everybody.
    private var picture: [String] {
        [
            ("panel_rotation", "for everybody by the settings"),
            ("display_rotation", "for those who follow by rotate"),
        ]
        .compactMap { key, whom in
            guard let degrees = number(key), degrees != 0 else { return nil }
            return "turned by \(degrees.shortText)° \(whom)"
        }
    }

    private var latency: TextTable? {
        guard let latency = answer.summary["latency"], let ticks = latency["samples"]?.number else {
            return nil
        }
        var table = TextTable([
            ("of \(StatusText.count(ticks)) ticks", .left), ("p50", .right), ("p99", .right),
        ])
        let parts = [
            ("read", "kernel's stamp to read"), ("published", "read to encoded"), ("sent", "encoded to sent"),
        ]
        for (key, name) in parts {
            guard let part = latency[key] else { continue }
            let times = ["p50_us", "p99_us"].map { key in
                TextTable.Cell(part[key]?.number.map { StatusText.time(microseconds: $0) } ?? "–")
            }
            table.add([TextTable.Cell(name)] + times)
        }
        return table
    }

    private var faults: [String] {
        guard case .array(let faults)? = answer.summary.faults else { return [] }
        guard !faults.isEmpty else { return [style.paint("none", .good)] }
        return faults.flatMap { fault in
            [style.paint(text(fault, "message") ?? "", .bad)] + hint(fault)
        }
    }

    // MARK: lists

    private var subscriberLines: [String] {
        let count = number("subscribers").map { StatusText.count($0) } ?? "unknown"
        let dropped = number("dropped").map { ", \(StatusText.count($0)) frames dropped" } ?? ""
        return section(
            "subscribers", [count + dropped], table: SubscriberTable.table(answer.subscribers))
    }

    private var candidateLines: [String] {
        var lines = answer.candidates.flatMap { candidate in
            let isOpen = candidate["open"] == .bool(true)
            let kind = text(candidate, "kind").map { " (\($0))" } ?? ""
            let name = style.paint(text(candidate, "name") ?? "?", isOpen ? .good : nil)
            // A log is called as its file is.
            let device =
                text(candidate, "device").flatMap { $0 == text(candidate, "name") ? nil : " " + $0 } ?? ""
            var lines = ["\(isOpen ? "*" : "-") \(name)\(kind)\(device)"]
            if let reason = text(candidate, "reason") {
                let isRefused = answer.hasDetails && candidate["rank"] == nil
                lines.append("    " + (isRefused ? style.paint("refused: ", .doubtful) : "") + reason)
            }
            if let fault = candidate.fault {
                lines.append("    " + style.paint(fault.onOneLine(), .bad) + attempts(candidate))
            }
            return lines + hint(candidate).map { "    " + $0 }
        }
        if let rest = number("candidates_left_out"), !answer.hasDetails {
            lines.append("and \(StatusText.count(rest)) more")
        }
        return section(
            "candidates",
            lines.isEmpty ? ["none: this machine has no motion sensor that Linux knows of"] : lines)
    }

    private func attempts(_ candidate: JSONValue) -> String {
        var text =
            candidate["failures"]?.number.map { failures in
                failures == 1 ? ", failed once" : ", failed \(StatusText.count(failures)) times"
            } ?? ""
        if let wait = candidate["retry_in_s"]?.number { text += ", next try in \(StatusText.count(wait)) s" }
        return text
    }

    private var recoveryLines: [String] {
        guard !answer.recovery.isEmpty else { return [] }
        return [""] + section("recovery", table: RecoveryTable.table(answer.recovery, now: now))
    }

    // MARK: pieces

    /// A label and what belongs to it, in a column of its own; nothing where there is nothing.
    ///
    /// A table stands in that column where it fits, else further left, as its lines are never broken; where it fits nowhere,
    /// its rows are told one by one.
    private func section(_ label: String, _ texts: [String] = [], table: TextTable? = nil) -> [String] {
        let lines = texts.flatMap { broken($0) }
        var rows = table.map { $0.isEmpty ? [] : $0.lines(style) } ?? []
        let widest = rows.map { TextStyle.columns($0) }.max() ?? 0
        let fits = width.map { widest <= $0 - Self.indent } ?? true
        if let table, let width, widest > width - 2 { rows = table.blocks(style, width: width - 2) }
        let column = lines + (fits ? rows : [])
        let padding = String(repeating: " ", count: max(1, Self.indent - label.count))
        let heading = style.paint(label, .heading)
        return (column.isEmpty && !rows.isEmpty ? [heading] : [])
            + column.enumerated().map { index, line in
                index == 0
                    ? heading + padding + line : String(repeating: " ", count: Self.indent) + line
            } + (fits ? [] : rows.map { "  " + $0 })
    }

    /// A text in as many lines as it takes, those after the first as far to the right as it begins, and by two more.
    private func broken(_ text: String) -> [String] {
        width.map { TextStyle.folded(text, to: $0 - Self.indent, hanging: 2) } ?? [text]
    }

    private func hint(_ value: JSONValue) -> [String] {
        text(value, "hint").map { ["    try: " + $0] } ?? []
    }

    private func number(_ key: String) -> Double? { answer.summary[key]?.number }

    private func text(_ value: JSONValue, _ key: String) -> String? {
        value[key]?.string.map { $0.onOneLine() }
    }
}
