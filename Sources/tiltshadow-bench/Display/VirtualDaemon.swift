import LinuxSystem
import TiltClient
import TiltCore
import TiltDaemon
import TiltSensors

/// A daemon in virtual time that plays samples to several subscribers: its core, and a timer and a sensor beside it.
struct VirtualDaemon: ~Copyable {
    /// The instant of CLOCK_MONOTONIC at which the log's clock is 0, in nanoseconds.
    static let origin: Int64 = 1_000_000_000_000

    private enum Timer {
        case off
        case grid(period: Int64, last: Int64)
        case once(at: Int64)
    }

    /// What was said since it was last taken: to whom, by number, and what.
    private(set) var said: [(subscriber: Int, event: ClientEvent)] = []

    /// What the page says that is mapped.
    private(set) var page: PosePage?

    private var core: DaemonCore
    private var effects: [DaemonEffect] = []
    private var timer = Timer.off
    private var sensor: SensorID?
    private let readings: [Reading]
    private var nextReading = 0

    /// Plays `readings`, whose times count from 0, to so many subscribers who are there a moment before.
    init(_ readings: [Reading], subscribers: Int) {
        self.readings = readings
        let start = Self.origin - 20_000_000
        core = DaemonCore(DaemonCore.Setup(settings: Settings(), userID: 0), at: start)
        let peer = Peer(
            credentials: PeerCredentials(pid: 1, uid: 1, gid: 1), command: "bench", mayHaveRaw: false)
        for number in 0..<subscribers { feed(.accepted(Self.connection(number), peer), at: start) }
    }

    /// When the timer comes next, in nanoseconds; `nil` where it is off.
    var nextTick: Int64? {
        switch timer {
        case .off: nil
        case .grid(let period, let last): last + period
        case .once(let instant): instant
        }
    }

    /// Lets the timer come, with the readings that are there by then.
    mutating func tick() {
        guard let now = nextTick else { return }
        switch timer {
        case .grid(let period, _): timer = .grid(period: period, last: now)
        case .once, .off: timer = .off
        }
        var due: [Reading] = []
        while nextReading < readings.count {
            var reading = readings[nextReading]
            reading.time = reading.time.advanced(by: Self.origin)
            guard reading.time.nanoseconds <= now else { break }
            due.append(reading)
            nextReading += 1
        }
        if let sensor, !due.isEmpty { due.withUnsafeBufferPointer { feed(.readings(sensor, $0), at: now) } }
        feed(.tick(deadline: now, missed: 0), at: now)
    }

    /// A subscriber asks for something, at `now` in nanoseconds.
    mutating func ask(_ request: ClientRequest, by subscriber: Int, at now: Int64) {
        var line = ByteBuffer()
        request.append(id: 1, to: &line)
        line.bytes.withUnsafeBytes { feed(.received(Self.connection(subscriber), $0), at: now) }
    }

    /// What was said since this was last called, oldest first.
    mutating func takeSaid() -> [(subscriber: Int, event: ClientEvent)] {
        defer { said.removeAll(keepingCapacity: true) }
        return said
    }

    private static func connection(_ number: Int) -> Connection {
        Connection(index: Int32(number), generation: 1)
    }

    private mutating func feed(_ event: DaemonEvent, at now: Int64) {
        effects.removeAll(keepingCapacity: true)
        core.handle(event, at: now, &effects)
        var next = 0
        while next < effects.count {
            carryOut(effects[next], at: now)
            next += 1
        }
    }

    private mutating func carryOut(_ effect: DaemonEffect, at now: Int64) {
        switch effect {
        case .send(let connection, let range), .sendIfRead(let connection, let range):
            let bytes = core.output.bytes[Int(range.start)..<Int(range.start + range.count)]
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                let event = line.withUnsafeBufferPointer { ServerLine.event($0) }
                if let event { said.append((Int(connection.index), event)) }
            }
        case .openPage(let id): core.handle(.openedPage(id), at: now, &effects)
        case .writePage(_, let range):
            let bytes = core.output.bytes[Int(range.start)..<Int(range.start + range.count)]
            page = bytes.withUnsafeBytes { PosePage($0) }
        case .survey:
            let candidate = SensorCandidate(
                id: "log", name: "trial", kind: .log, device: "trial", sysPath: "/", rank: 1,
                reason: "the only one")
            core.handle(.surveyed([candidate]), at: now, &effects)
        case .openSensor(let id):
            sensor = id
            core.handle(.opened(id, LogHeader.neutralCSV.sensor.played, bias: .zero), at: now, &effects)
        case .tick(let period, let start): timer = .grid(period: period, last: start)
        case .tickOnce(let instant): timer = .once(at: max(instant, now))
        case .stopTicking: timer = .off
        default: break
        }
    }
}
