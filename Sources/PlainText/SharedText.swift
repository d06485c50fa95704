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

        @inline(never) package init(decoding bytes: ArraySlice<UInt8>, as encoding: UTF8.Type) {
            self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
    }
#endif
