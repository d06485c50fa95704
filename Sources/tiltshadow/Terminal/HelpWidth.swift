import CLinux

/// The columns that help is written for, where the environment tells them: the reader of a command line takes them as they are.
enum HelpWidth {
    /// With fewer there is no room for the text beside the options.
    private static let least = 40
    /// What a terminal has where nobody knows.
    private static let usual = 80

    /// Has `COLUMNS` be a number that help can be written for.
    ///
    /// Calls `setenv`: before there is another thread.
    static func correct() {
        guard let text = getenv("COLUMNS").map({ String(cString: $0) }), let columns = corrected(text) else {
            return
        }
        setenv("COLUMNS", String(columns), 1)
    }

    /// What to take in the place of such a `COLUMNS`; `nil` where it is as good as any, or empty.
    static func corrected(_ text: String) -> Int? {
        guard !text.isEmpty else { return nil }
        guard let columns = Int(text), columns > 0 else { return usual }
        return columns < least ? least : nil
    }
}
