/// What happens to a daemon and what it does then, as a text says it; see the README beside the sessions.
package struct Session: Sendable {
    /// One thing that happens, and what is heard before the next.
    package struct Step: Sendable {
        /// The line of the text, counted from 1.
        package var line: Int
        /// When, in nanoseconds from the start; several instants where it is repeated.
        package var times: [Int64]
        package var who: String
        package var what: String
        /// Lines of a settings file.
        package var text: [String] = []
        package var expected: [Expectation] = []
    }

    /// One line of what is to be heard.
    package struct Expectation: Sendable {
        package var line: Int
        package var who: String
        package var pattern: LinePattern
    }

    /// A line before the first time: who it is about and how the world begins.
    package struct Beginning: Sendable {
        package var line: Int
        package var who: String
        package var what: String
        package var text: [String] = []
    }

    /// The first comment.
    package var title: String
    /// The text, line by line.
    package var lines: [String]
    package var beginnings: [Beginning]
    package var steps: [Step]
}

/// A line of a session that cannot be read, or that asks for what there is not.
package struct SessionError: Error, CustomStringConvertible {
    package let line: Int
    package let message: String

    package init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }

    package var description: String { "line \(line): \(message)" }
}
