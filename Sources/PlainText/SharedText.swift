#if hasFeature(Embedded)
    // The standard library's own of these are copied into every place that uses them in Embedded Swift, which has no library
    // to call: a tenth of the daemon. These do the same, are preferred to those, and are called.

    extension DefaultStringInterpolation {
        @inline(never) package mutating func appendLiteral(_ literal: String) { write(literal) }
        @inline(never) package mutating func appendInterpolation(_ text: String) { write(text) }
        @inline(never) package mutating func appendInterpolation(_ text: Substring) { write(String(text)) }
        @inline(never) package mutating func appendInterpolation(_ value: Int) { write(value.description) }
        @inline(never) package mutating func appendInterpolation(_ value: Int32) { write(value.description) }
        @inline(never) package mutating func appendInterpolation(_ value: Int64) { write(value.description) }
        @inline(never) package mutating func appendInterpolation(_ value: UInt32) { write(value.description) }
        @inline(never) package mutating func appendInterpolation(_ value: UInt64) { write(value.description) }
        @inline(never) package mutating func appendInterpolation(_ value: Double) { write(value.description) }
    }

    extension String {
        @inline(never) package static func += (text: inout String, more: String) { text.append(more) }

        @inline(never) package init(decoding bytes: UnsafeBufferPointer<UInt8>, as encoding: UTF8.Type) {
            self.init(decoding: UnsafeRawBufferPointer(bytes), as: UTF8.self)
        }

        @inline(never) package init(decoding bytes: [UInt8], as encoding: UTF8.Type) {
            self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }

        @inline(never) package init(decoding bytes: Substring.UTF8View, as encoding: UTF8.Type) {
            self = String(Substring(bytes))
        }

        @inline(never) package init(decoding bytes: ArraySlice<UInt8>, as encoding: UTF8.Type) {
            self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
    }

    extension String {
        @inline(never) package static func + (first: String, second: String) -> String {
            var text = first
            text.append(second)
            return text
        }

        // By their bytes; the standard library's own walk characters.

        package func hasPrefix(_ prefix: String) -> Bool { holds(prefix, isLast: false) }

        package func hasSuffix(_ suffix: String) -> Bool { holds(suffix, isLast: true) }

        @inline(never) private func holds(_ part: String, isLast: Bool) -> Bool {
            let surplus = utf8.count - part.utf8.count
            guard surplus >= 0 else { return false }
            var place = utf8.index(utf8.startIndex, offsetBy: isLast ? surplus : 0)
            for byte in part.utf8 {
                guard utf8[place] == byte else { return false }
                place = utf8.index(after: place)
            }
            return true
        }
    }

    extension [String] {
        @inline(never) package func joined(separator: String = "") -> String {
            var text = ""
            for (place, part) in enumerated() {
                if place > 0 { text += separator }
                text += part
            }
            return text
        }
    }

    extension String.UTF8View {
        @inline(never) package func split(
            separator: UInt8, omittingEmptySubsequences omitsEmpty: Bool = true
        ) -> [Substring.UTF8View] {
            var parts: [Substring.UTF8View] = []
            var start = startIndex
            var end = start
            while true {
                if end == endIndex || self[end] == separator {
                    if start < end || !omitsEmpty { parts.append(self[start..<end]) }
                    if end == endIndex { return parts }
                    start = index(after: end)
                }
                end = index(after: end)
            }
        }
    }
#endif
