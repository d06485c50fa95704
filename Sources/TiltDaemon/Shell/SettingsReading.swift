import LinuxSystem
package import TiltCore

/// What reading the settings gave.
package enum SettingsAnswer {
    /// They are in force, of these files; `passedOver` has a message for each thing that is wrong with files that are not, `warnings` one
    /// for each word of those that are that is called otherwise today.
    case settings(Settings, files: [String] = [], passedOver: [String] = [], warnings: [String] = [])
    /// They are wrong or unreadable; one message for each thing that is, with what to try.
    case refused([String])
}

/// Where settings are read from again.
package struct SettingsSource {
    /// The files that those in force are of.
    var files: [String]
    /// Reads them, given these files; it runs on a thread, and must own all that it touches.
    let read: ([String]) -> SettingsAnswer

    package init(files: [String] = [], read: @escaping ([String]) -> SettingsAnswer) {
        (self.files, self.read) = (files, read)
    }
}

/// Reads the settings again by a thread: a file on a server that does not answer keeps whoever opens it.
///
/// One thread at a time: who asks while it has no answer, also after that is late, has the file read once more behind it.
final class SettingsReading {
    private let loop: EventLoop
    private var source: SettingsSource
    private let done: (SettingsAnswer) -> Void
    private var timer: Ticker
    private var timerWatch: Watch?
    private var reading: ThreadAnswer<SettingsAnswer>?
    private var watch: Watch?
    /// True while somebody waits for the answer.
    private var isAwaited = false
    /// True where the file may have changed since it was begun to be read.
    private var isOutdated = false

    /// The longest wait, in nanoseconds, from the next ``begin()`` on.
    var timeout: Int64

    /// `done` is called on the loop.
    ///
    /// The default of the timeout is 1.1 s, a little more than the reading itself gives a pipe or a device: longer than that
    /// only a server takes.
    init(
        on loop: EventLoop, timeout: Int64 = 1_100_000_000, _ source: SettingsSource,
        done: @escaping (SettingsAnswer) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.source = source
        self.timeout = timeout
        self.done = done
        timer = try Ticker.open()
    }

    /// Begins to read; the answer comes within a good second, never at once.
    func begin() throws(SystemError) {
        guard !isAwaited else {
            isOutdated = true
            return
        }
        // One that was given up may have read what was there before.
        if reading == nil { try start() } else { isOutdated = true }
        if timerWatch == nil {
            timerWatch = try loop.watch(timer.descriptor, for: .readable) { [self] _ in giveUp() }
        }
        try timer.start(period: timeout, from: MonotonicClock.now())
        isAwaited = true
    }

    /// Ends all this; the thread goes on alone.
    func close() {
        watch = nil
        timerWatch = nil
        reading = nil
    }

    private func start() throws(SystemError) {
        let reading = try ThreadAnswer { [source] in source.read(source.files) }
        watch = try loop.watch(reading.descriptor, for: .readable) { [self] _ in take() }
        self.reading = reading
    }

    private func take() {
        guard let answer = reading?.take() else { return }
        watch = nil
        reading = nil
        // Whoever waited for it was told that it is late.
        guard isAwaited else { return }
        timer.stop()
        isAwaited = false
        guard isOutdated else {
            if case .settings(_, let files, _, _) = answer { source.files = files }
            return done(answer)
        }
        isOutdated = false
        do throws(SystemError) { try begin() } catch {
            done(.refused(["cannot read the settings: \(error.description)"]))
        }
    }

    private func giveUp() {
        guard timer.read() != nil else { return }
        timer.stop()
        isAwaited = false
        isOutdated = false
        done(.refused(["cannot read the settings: they did not come within a second; the old ones stay"]))
    }
}
