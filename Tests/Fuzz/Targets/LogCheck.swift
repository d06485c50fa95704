import TiltCore

/// What holds for everything a log reader gives: it is plausible, and survives being written and read again.
enum LogCheck {
    /// Checks a header: written and read, it means the same, and its text settles.
    static func check(_ header: LogHeader) {
        let (once, firstText) = again(header)
        expect(once.sensor.calibration == header.sensor.calibration, "calibration changed: \(firstText)")
        expect(once.sensor.mounting == header.sensor.mounting, "mounting changed: \(firstText)")
        // Control characters in a name become spaces, and spaces at its ends are nothing.
        let (twice, secondText) = again(once)
        let (thrice, _) = again(twice)
        expect(twice == thrice, "a header does not settle: \(secondText)")
    }

    /// Checks a row: its numbers are finite, and written and read it is the same.
    static func check(_ reading: Reading, of header: LogHeader) {
        let sample = header.sensor.sample(from: reading)
        expect(sample.acceleration?.isFinite ?? true, "force is not finite: \(reading)")
        expect(sample.angularRate?.isFinite ?? true, "rate is not finite: \(reading)")
        var text = ByteBuffer()
        header.append(to: &text)
        var writer = LogWriter(for: header.sensor)
        writer.append(reading, to: &text)
        writer.appendEnd(dropped: 0, to: &text)
        expect(rows(of: text) == [reading], "a row changed: \(reading)")
        checkSeconds(reading.time)
    }

    private static func again(_ header: LogHeader) -> (LogHeader, String) {
        var text = ByteBuffer()
        header.append(to: &text)
        var reader = LogReader()
        for (number, line) in text.bytes.split(separator: 10).enumerated() {
            do throws(LogError) {
                _ = try line.withUnsafeBufferPointer { (bytes) throws(LogError) in
                    try reader.read(bytes, number: number + 1)
                }
            } catch {
                fatalError("its own header is refused: \(error.description): \(text.text)")
            }
        }
        guard let read = reader.header else { fatalError("no header in \(text.text)") }
        return (read, text.text)
    }

    private static func rows(of text: ByteBuffer) -> [Reading] {
        var reader = LogReader()
        var rows: [Reading] = []
        for (number, line) in text.bytes.split(separator: 10).enumerated() {
            let row = line.withUnsafeBufferPointer { try? reader.read($0, number: number + 1) }
            if let row { rows.append(row) }
        }
        return rows
    }

    private static func checkSeconds(_ time: Timestamp) {
        var text = ByteBuffer()
        text.append(seconds: time)
        let read = text.bytes.withUnsafeBufferPointer { DecimalParser.nanoseconds(seconds: $0) }
        expect(read == time.nanoseconds, "\(time.nanoseconds) ns became \(text.text) s")
    }
}
