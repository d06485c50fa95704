import TiltCore

/// Why the text of a `*_type` attribute is not understood.
package struct ScanTypeError: Error, Equatable {
    /// The text of the attribute.
    package let text: String
    /// What should have stood there.
    package let expected: String
}

extension ScanTypeError: CustomStringConvertible {
    /// One sentence part that quotes the text.
    package var description: String {
        "scan type \"\(text.trimmingSpaces)\" is not understood: expected \(expected)"
    }
}
