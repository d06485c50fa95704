#if hasFeature(Embedded)
    // What the ordinary build has of the library for regular expressions, which Embedded Swift lacks.

    extension StringProtocol {
        /// True where `part` stands anywhere in the text.
        package func contains(_ part: String) -> Bool {
            part.isEmpty || indices.contains { self[$0...].hasPrefix(part) }
        }

        /// The text with `other` in the place of every `part`.
        package func replacing(_ part: String, with other: String) -> String {
            guard !part.isEmpty else { return String(self) }
            var text = ""
            var rest = self[...]
            while let first = rest.first {
                if rest.hasPrefix(part) {
                    text += other
                    rest = rest.dropFirst(part.count)
                } else {
                    text.append(first)
                    rest = rest.dropFirst()
                }
            }
            return text
        }
    }
#endif
