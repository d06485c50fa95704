import LinuxSystem
import TiltCore
import TiltDaemon

/// The recording as it must be: what was read of the sensor in use, row by row, in files that begin and end.
struct LogModel {
    let limits: RecordLimits
    /// True between `openLog` and `closeLog`.
    var isOpen = false
    /// True once it was told that the recording cannot go on, or it is full.
    var hasFailed = false
    /// True while its reader takes nothing.
    var isBehind = false
    /// What was read and is not in the log yet, oldest first.
    private(set) var expected: [Reading] = []
    private var done = 0
    /// What sensors that are not in use have sent: the newest of one that is adopted is the first of the log.
    private var kept: [SensorID: Reading] = [:]
    private var adopted: (sensor: SensorID, reading: Reading)?
    /// Rows of the present file, and those of them that its reader did not take.
    private(set) var rows = 0
    private(set) var lost = 0
    /// False while nobody tells which sensor is in use.
    var isSure = true
    private(set) var problem: String?
    private var hasColumns = false
    private(set) var hasEnd = false

    init(_ limits: RecordLimits) { self.limits = limits }

    var isComplete: Bool { done == expected.count }

    mutating func expect(_ readings: UnsafeBufferPointer<Reading>) {
        guard !hasFailed else { return }
        expected.append(contentsOf: readings)
    }

    mutating func keep(_ readings: UnsafeBufferPointer<Reading>, of sensor: SensorID) {
        guard !hasFailed, let newest = readings.last else { return }
        kept[sensor] = newest
    }

    mutating func adopt(_ sensor: SensorID) {
        // Whoever comes alone is told of it anew, while its first row is still to be written.
        if adopted?.sensor != sensor { adopted = nil }
        if let reading = kept.removeValue(forKey: sensor) { adopted = (sensor, reading) }
        kept.removeAll(keepingCapacity: true)
    }

    mutating func begin() {
        isOpen = true
        (rows, lost) = (0, 0)
        (hasColumns, hasEnd) = (false, false)
    }

    mutating func fail() {
        hasFailed = true
        expected.removeAll()
        done = 0
    }

    mutating func forget() {
        expected.removeAll(keepingCapacity: true)
        done = 0
    }

    /// Takes bytes that are to be appended; `isLost` where the reader did not take them.
    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, isLost: Bool) {
        guard bytes.last == 10 else {
            problem = "half a row is written"
            return
        }
        var start = 0
        while start < bytes.count, problem == nil {
            var end = start
            while bytes[end] != 10 { end += 1 }
            take(SocketLine(bytes: UnsafeBufferPointer(rebasing: bytes[start..<end])), isLost: isLost)
            start = end + 1
        }
    }

    private mutating func take(_ line: SocketLine, isLost: Bool) {
        guard let first = line.bytes.first else {
            problem = "an empty line"
            return
        }
        switch first {
        case UInt8(ascii: "t"): hasColumns = true
        case UInt8(ascii: "#"):
            guard line.starts(with: "#end ") else { return }
            hasEnd = true
            let samples = line.number(of: "samples=") ?? -1
            let dropped = line.number(of: "dropped=") ?? -1
            if isSure, Int(dropped) != lost || Int(samples) + Int(dropped) != rows {
                problem = "#end says \(samples) and \(dropped), written were \(rows), \(lost) of them lost"
            }
        default: takeRow(line, isLost: isLost)
        }
    }

    private mutating func takeRow(_ line: SocketLine, isLost: Bool) {
        rows += 1
        if isLost { lost += 1 }
        guard isSure else { return }
        // First, since a clock that steps back may stamp the next one alike.
        if let adopted, Self.row(line, is: adopted.reading) {
            self.adopted = nil
            return
        }
        if done < expected.count, Self.row(line, is: expected[done]) {
            done += 1
            if done == expected.count {
                forget()
            } else if done == 4096 {
                // Some are always under way where a write goes out in the midst of what one drain gave.
                expected.removeFirst(done)
                done = 0
            }
            adopted = nil
            return
        }
        let wanted = done < expected.count ? "\(expected[done].time.nanoseconds)" : "nothing"
        problem =
            "the row \(String(decoding: line.bytes.prefix(60), as: UTF8.self)) is not what was read next, \(wanted)"
    }

    private static func row(_ line: SocketLine, is reading: Reading) -> Bool {
        guard let time = line.integer(at: 0), time.value == reading.time.nanoseconds else { return false }
        var index = time.end + 1
        for counts in [reading.accelerometer, reading.gyroscope] {
            guard let counts else { continue }
            for value in [counts.x, counts.y, counts.z] {
                guard let number = line.number(at: index), number.value == value else { return false }
                index = number.end + 1
            }
        }
        return true
    }
}

extension World {
    /// Carries out an effect on the log.
    mutating func writeLog(_ effect: DaemonEffect) {
        spend(5_000, 50_000, isExempt: true)
        guard log != nil else { return fail(.logOrder, "nothing is to be recorded: \(effect)") }
        if log?.hasFailed == true { return fail(.logOrder, "the recording has ended: \(effect)") }
        switch effect {
        case .openLog(_, let header):
            if log?.isOpen == true, log?.hasEnd == false { return fail(.logOrder, "a log is open already") }
            log?.begin()
            write(header, isLost: false)
            mayFailLater()
        case .rotateLog(_, let header):
            if log?.isOpen == true, log?.hasEnd == false {
                return fail(.logOrder, "a log is put aside without its end")
            }
            if log?.limits.files == 1 { fail(.logOrder, "one log is all") }
            log?.begin()
            write(header, isLost: false)
            mayFailLater()
        case .writeLog(let bytes):
            guard log?.isOpen == true, log?.hasEnd == false else {
                return fail(.logOrder, "no log is open to be written to")
            }
            let isRefused =
                log?.isBehind == true || (climate.logBehind > 0 && random.oneIn(climate.logBehind))
            write(bytes, isLost: isRefused)
            if isRefused { tell(.recordingBehind(bytes)) }
        case .endLog(let number):
            guard log?.isOpen == true, log?.hasEnd == false else {
                return fail(.logOrder, "no log is open to be ended")
            }
            var line = ByteBuffer(capacity: 64)
            core.appendEnd(of: number, to: &line)
            line.bytes.withUnsafeBufferPointer { log?.write($0, isLost: false) }
            if let problem = log?.problem { fail(.recordingExact, problem) }
        default:
            guard log?.isOpen == true else { return fail(.logOrder, "no log is open to be closed") }
            log?.isOpen = false
            if log?.hasEnd == false { fail(.recordingExact, "the log has no #end") }
            // A full log is all that there is.
            if log?.limits.bytes != nil, log?.limits.files == 1 { log?.fail() }
        }
    }

    /// The file is opened, and the others renamed, by a thread, which tells later that it could not.
    private mutating func mayFailLater() {
        guard kind == .failing, random.oneIn(4) else { return }
        schedule(at: now + random.time(1_000, 2_000_000_000), .logFails)
    }

    /// A log could not be begun.
    mutating func failLog() {
        guard log?.hasFailed == false else { return }
        log?.fail()
        // EACCES, EEXIST, ENOSPC, EROFS, ENXIO, EMFILE, EISDIR, ENAMETOOLONG; another's file is left alone.
        let isRenamed = log?.limits.files != 1 && random.oneIn(2)
        hand(
            .recordingFailed(
                SystemError(
                    isRenamed ? "rename" : "open", "/tmp/log",
                    errno: random.one(of: [13, 17, 28, 30, 6, 24, 21, 36]))))
    }

    private mutating func write(_ bytes: OutputBytes, isLost: Bool) {
        let output = core.output
        output.bytes.withUnsafeBufferPointer { all in
            let start = Int(bytes.start)
            log?.write(
                UnsafeBufferPointer(rebasing: all[start..<(start + Int(bytes.count))]), isLost: isLost)
        }
        if let problem = log?.problem { fail(.recordingExact, problem) }
    }

    /// What must be so of the log when the daemon has ended.
    mutating func judge(endOf log: LogModel) {
        if log.isOpen, !log.hasFailed { return fail(.stopsAtOnce, "the log is not closed") }
        if log.isSure, !log.hasFailed, !log.isComplete {
            fail(.recordingExact, "what was read last is not in the log")
        }
    }
}
