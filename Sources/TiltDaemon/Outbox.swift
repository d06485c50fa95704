import TiltCore

/// What a step wants done: its effects, and the bytes that they speak of.
///
/// Both are made once and used again, so that a tick allocates nothing.
struct Outbox {
    private(set) var effects: [DaemonEffect] = []
    /// Lines, rows and texts of this step.
    private(set) var bytes = ByteBuffer(capacity: 1 << 14)
    /// Lines of the log below this are not made.
    var level = LogLevel.info
    /// Tells this step from others: bytes are known by their place only within one.
    private(set) var step: UInt64 = 0

    /// Steps since one that was unusually large, whose room is given back after so many without another: with ten thousand
    /// subscribers every tick is.
    private var usualSteps = 0
    private static let usual = 1 << 20
    private static let untilGivenBack = 256

    /// Begins a step: the bytes of the one before are over.
    mutating func beginStep() {
        step &+= 1
        usualSteps = bytes.count > Self.usual ? 0 : usualSteps &+ 1
        if usualSteps == Self.untilGivenBack, bytes.bytes.capacity > Self.usual {
            bytes = ByteBuffer(capacity: 1 << 14)
        } else {
            bytes.removeAll()
        }
    }

    /// Exchanges the effects for the caller's array, which goes on from what is in it.
    mutating func swapEffects(with other: inout [DaemonEffect]) { swap(&effects, &other) }

    /// One function, called from everywhere: in line it took 5 kB of the shipped daemon.
    @inline(never)
    mutating func append(_ effect: DaemonEffect) { effects.append(effect) }

    /// The bytes that `body` appends.
    mutating func write(_ body: (inout ByteBuffer) -> Void) -> OutputBytes {
        let start = bytes.count
        body(&bytes)
        return OutputBytes(start: Int32(start), count: Int32(bytes.count - start))
    }

    mutating func write(_ text: String) -> OutputBytes { write { $0.append(text: text) } }

    mutating func write(_ array: borrowing [UInt8]) -> OutputBytes {
        let start = bytes.count
        bytes.append(array)
        return OutputBytes(start: Int32(start), count: Int32(array.count))
    }

    /// What `range` stands for.
    func slice(_ range: OutputBytes) -> ArraySlice<UInt8> {
        bytes.bytes[Int(range.start)..<Int(range.start + range.count)]
    }

    // MARK: the log

    /// A person has to act.
    mutating func error(_ message: @autoclosure () -> String, about sensor: SensorID? = nil) {
        say(.error, message(), sensor)
    }

    /// Something is wrong, with its culprit named.
    mutating func warning(_ message: @autoclosure () -> String, about sensor: SensorID? = nil) {
        say(.warning, message(), sensor)
    }

    /// Start, stop, found, lost.
    mutating func info(_ message: @autoclosure () -> String, about sensor: SensorID? = nil) {
        say(.info, message(), sensor)
    }

    /// Details for finding a fault.
    mutating func debug(_ message: @autoclosure () -> String) { say(.debug, message(), nil) }

    private mutating func say(_ level: LogLevel, _ message: @autoclosure () -> String, _ sensor: SensorID?) {
        guard level <= self.level else { return }
        append(.say(level, write(message()), about: sensor))
    }

    /// Tells the service manager.
    mutating func notify(_ notice: DaemonEffect.Notice, _ text: String = "") {
        append(.notify(notice, write(text)))
    }
}
