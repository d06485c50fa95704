import CLinux

/// The log of a daemon: structured entries for journald where it listens, plain lines on standard error elsewhere.
///
/// It never throws and never holds the caller up for more than a tenth of a second: a line that nobody takes is
/// dropped and counted, later ones wait not at all, and the first that gets through is preceded by the count.
package final class Journal {
    /// The longest wait for a reader, in milliseconds; where the journal does not read, standard error is tried, and waited for, too.
    private static let timeout: CInt = 50

    /// Lines below it are left out, their text is not even made.
    package var level: JournalLevel

    private let identifier: String
    private let fieldPrefix: String
    private let standardError: CInt
    /// Standard error opened anew, where it is a terminal: it takes what it has room for, and the shell's stays as it is.
    private let terminal: OwnedDescriptor?
    private let native: DatagramSocket?
    private var buffer: [UInt8] = []
    /// Lines dropped since the last one that got through.
    private var lost = 0

    /// Finds out whether standard error is a journal's: whether `JOURNAL_STREAM` has its device and inode.
    ///
    /// - Parameters:
    ///   - identifier: the program's name, as `SYSLOG_IDENTIFIER` and at the start of plain lines.
    ///   - fieldPrefix: before `_` and the names of the program's own fields, such as `TILTSHADOW`.
    ///   - level: the least level to write.
    ///   - environment: holds `JOURNAL_STREAM`.
    ///   - standardError: where plain lines go.
    ///   - socket: the path at which the journal listens.
    package init(
        identifier: String, fieldPrefix: String, level: JournalLevel = .info, environment: Environment,
        standardError: CInt = 2, socket: String = "/run/systemd/journal/socket"
    ) {
        self.identifier = identifier
        self.fieldPrefix = fieldPrefix
        self.level = level
        if let terminal = Self.reopened(standardError) {
            self.standardError = terminal.raw
            self.terminal = consume terminal
        } else {
            self.standardError = standardError
            terminal = nil
        }
        if Self.isJournal(standardError, environment), let address = UnixAddress(path: socket) {
            native = try? .open(to: address, timeout: Int(Self.timeout))
        } else {
            native = nil
        }
    }

    /// A person has to act.
    package func error(
        _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, String?> = [:]
    ) {
        log(.error, message(), fields())
    }

    /// Something is wrong, with its culprit named.
    package func warning(
        _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, String?> = [:]
    ) {
        log(.warning, message(), fields())
    }

    /// Start, stop, found, lost.
    package func info(
        _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, String?> = [:]
    ) {
        log(.info, message(), fields())
    }

    /// Details for finding a fault.
    package func debug(
        _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, String?> = [:]
    ) {
        log(.debug, message(), fields())
    }

    /// Writes one entry, with fields named in lower case and `nil` values left out.
    package func log(
        _ level: JournalLevel, _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, String?> = [:]
    ) {
        guard level >= self.level else { return }
        if lost > 0, deliver(LogEntry(level: .warning, message: "\(lost) log lines were lost", fields: [:])) {
            lost = 0
        }
        if lost > 0 || !deliver(LogEntry(level: level, message: message(), fields: fields())) { lost += 1 }
    }

    private func deliver(_ entry: LogEntry) -> Bool {
        if native != nil {
            buffer.removeAll(keepingCapacity: true)
            entry.appendNative(to: &buffer, identifier: identifier, prefix: fieldPrefix)
            if buffer.withUnsafeBytes({ native?.send($0, isPatient: lost == 0) == true }) { return true }
        }
        buffer.removeAll(keepingCapacity: true)
        // A journal reads the priority of a plain line from this prefix (sd-daemon(3)).
        if native != nil { buffer += "<\(entry.level.priority)>".utf8 }
        entry.appendPlain(to: &buffer, identifier: identifier)
        return writeToStandardError()
    }

    /// A terminal without waiting; `nil` for anything else, and where it may not be opened.
    private static func reopened(_ descriptor: CInt) -> OwnedDescriptor? {
        guard isatty(descriptor) == 1 else { return nil }
        return try? .open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY)
    }

    /// Calls `write` once the descriptor has room: for a pipe that is all of a line, as it is not longer than that, and for a
    /// terminal some of it.
    private func writeToStandardError() -> Bool {
        var waiting = pollfd(fd: standardError, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, lost == 0 ? Self.timeout : 0) == 1 else { return false }
        return buffer.withUnsafeBytes { write(standardError, $0.baseAddress, $0.count) } == buffer.count
    }

    /// Compares `JOURNAL_STREAM`, two decimal numbers with a colon, to what `fstat` says.
    private static func isJournal(_ descriptor: CInt, _ environment: Environment) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
