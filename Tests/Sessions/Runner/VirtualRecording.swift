import LinuxSystem

/// The disk, or the reader of a pipe, that a recording goes to.
struct VirtualRecording {
    /// What keeps it from being written.
    enum Trouble {
        case none
        /// The next write fails so.
        case fails(CInt)
        /// A pipe's reader takes nothing.
        case isBehind
        /// There is a file of that name.
        case exists
    }

    let path: String
    var trouble = Trouble.none
    private(set) var isOpen = false
    private var partial: [UInt8] = []

    init(path: String) { self.path = path }

    mutating func open() { isOpen = true }

    mutating func close() { isOpen = false }

    /// The whole lines that a write makes.
    mutating func write(_ bytes: ArraySlice<UInt8>) -> [String] {
        partial.append(contentsOf: bytes)
        var lines: [String] = []
        while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: partial[..<end], as: UTF8.self))
            partial.removeFirst(end + 1)
        }
        return lines
    }
}
