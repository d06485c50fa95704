import CLinux

/// The words that a running daemon was started with.
struct DaemonCommandLine {
    private let words: [String]
    /// Where it was started; `nil` where the kernel does not tell us.
    private let directory: String?

    init(words: [String], directory: String?) {
        self.words = words
        self.directory = directory
    }

    /// Of a process of `machine`, from /proc; `nil` where that does not tell.
    init?(of process: Int32, _ machine: Machine) {
        guard let text = machine.text("/proc/\(process)/cmdline") else { return nil }
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink(machine.path("/proc/\(process)/cwd"), &path, path.count)
        let bytes = path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        self.init(
            words: text.utf8.split(separator: 0).map { String(Substring($0)) },
            directory: bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self))
    }

    /// The settings file that it was told to read, as a whole path; `nil` where none was named, or nobody knows where.
    var settings: String? {
        let option = "--config"
        var named: String?
        for (word, next) in zip(words, words.dropFirst() + [""]) {
            if word == option { named = next }
            if word.hasPrefix(option + "=") { named = String(word.dropFirst(option.count + 1)) }
        }
        guard let named, !named.isEmpty else { return nil }
        if named.hasPrefix("/") { return named }
        return directory.map { $0 + "/" + named }
    }
}
