import LinuxSystem

/// Watches whether somebody else has come to sit in front, while there is anybody for whom that matters.
final class PresenceWatch {
    private let loop: EventLoop
    /// The first holds the others.
    private let directories: [String]
    private let report: (_ isSeen: Bool) -> Bool
    private var directoryWatch: DirectoryWatch?
    private var watch: Watch?
    /// True where it watches all of the directories.
    private var isComplete = false

    /// `report` is called whenever something has changed, with false where whoever goes away from now on would not be seen;
    /// it says whether that still matters to anybody.
    init(on loop: EventLoop, directories: [String], _ report: @escaping (_ isSeen: Bool) -> Bool) {
        self.loop = loop
        self.directories = directories
        self.report = report
    }

    /// Watches from now on: before the look at who is there, or what happens between would be missed; false where it does
    /// already.
    @discardableResult func begin() throws(SystemError) -> Bool {
        guard !isComplete else { return false }
        try watch(directories)
        isComplete = true
        return true
    }

    private func watch(_ directories: [String]) throws(SystemError) {
        let opened = try DirectoryWatch.open(directories)
        // The former one's descriptor is open until then.
        watch = try loop.watch(opened.descriptor, for: .readable) { [self] _ in catchUp() }
        directoryWatch = consume opened
    }

    /// Reports what has changed until now, as the loop does in its turn: whoever has gone away is to get nothing that begins
    /// later.
    func catchUp() {
        let change = directoryWatch?.drain() ?? .nothing
        guard change != .nothing else { return }
        if change == .directories || !isComplete { restart() }
        if !report(isComplete) { end() }
    }

    /// Where a directory has come or gone, with logind itself, watches those that are there now.
    ///
    /// What cannot even be waited for is looked for when the next one connects.
    private func restart() {
        isComplete = false
        do throws(SystemError) { try watch([directories[0]]) } catch { return end() }
        // Or it is back already.
        do throws(SystemError) { try begin() } catch {}
    }

    /// Watches no more.
    func end() {
        isComplete = false
        // First, while the descriptor is open.
        watch = nil
        directoryWatch = nil
    }
}
