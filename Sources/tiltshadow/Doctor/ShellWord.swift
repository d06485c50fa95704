extension String {
    /// The same as one word of a shell's command line: as it is where no shell reads anything into it, else in quotes.
    var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            switch UnicodeScalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "+", ".", ",", ":", "/", "@", "%", "=": true
            default: false
            }
        }
        guard !isPlain || isEmpty else { return self }
        // Within single quotes a shell knows no way to write one.
        let parts = utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
        return "'" + parts.map { String(Substring($0)) }.joined(separator: #"'\''"#) + "'"
    }
}
