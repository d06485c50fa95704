import TiltCore

/// Separated values with texts among them, as RFC 4180 has them.
enum QuotedText {
    /// The fields of each line, without spaces at their ends.
    ///
    /// Between quotation marks a delimiter or a line feed is text, and two quotation marks are one.
    static func records(_ text: String, delimiter: UInt8) -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var field: [UInt8] = []
        var (isQuoted, lastWasQuote) = (false, false)
        func endField() {
            record.append(String(decoding: field, as: UTF8.self).trimmingSpaces)
            field.removeAll()
        }
        for byte in text.utf8 {
            let isQuote = byte == UInt8(ascii: "\"")
            if isQuote {
                // The second of two in a quoted field stands for one.
                if !isQuoted, lastWasQuote { field.append(byte) }
                isQuoted.toggle()
            } else if byte == delimiter, !isQuoted {
                endField()
            } else if byte == 0x0a, !isQuoted {
                endField()
                records.append(record)
                record.removeAll()
            } else {
                field.append(byte)
            }
            lastWasQuote = isQuote
        }
        if !field.isEmpty || !record.isEmpty {
            endField()
            records.append(record)
        }
        return records
    }
}
