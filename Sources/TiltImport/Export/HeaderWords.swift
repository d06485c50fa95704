import TiltCore

/// What the header of a .tiltlog says that no other format has a place for.
enum HeaderWords {
    /// These words as one sentence part; `nil` where the header has none of them.
    ///
    /// `id` is the id that a reader of the other format will make up, which is no loss where it is the same.
    static func lost(_ header: LogHeader, id: String) -> String? {
        let (sensor, neutral) = (header.sensor, LogHeader.neutralCSV)
        var words: [String] = []
        if header.clock != neutral.clock { words.append("clock") }
        if sensor.id != id, sensor.id != neutral.sensor.id { words.append("id") }
        // What is no node is the name of a format.
        if sensor.device.hasPrefix("/") { words.append("device") }
        if sensor.rateHz != nil { words.append("rate_hz") }
        guard let last = words.popLast() else { return nil }
        return "the header's " + (words.isEmpty ? last : words.joined(separator: ", ") + " and " + last)
    }

    /// What is said of so many readings that the recording says were lost; `nil` where none were.
    static func lost(dropped: Int) -> String? {
        guard dropped > 0 else { return nil }
        return "that \(dropped) \(dropped == 1 ? "reading was" : "readings were") lost while it was recorded"
    }
}

extension Calibration {
    /// True where a range of counts is known.
    var hasRange: Bool { accelerometer.range != nil || gyroscope?.range != nil }
}
