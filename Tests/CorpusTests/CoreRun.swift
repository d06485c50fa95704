import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// The frames of a log as the daemon's core sends them: it is fed what its shell would feed it, in virtual time.
///
/// A subscriber connects one tick before the first reading, so that the ticks stand where those of a replay do. Every
/// tick gets the readings that are not later than itself, as a drained sensor gives them.
struct CoreRun: ~Copyable {
    /// The lines of frames, as they would go out of the socket.
    private(set) var frames: [String] = []
    /// What came first, and whatever else is no frame.
    private(set) var others: [String] = []

    private var core: DaemonCore
    private var effects: [DaemonEffect] = []
    private let sensor: SensorDescription
    private var opened: SensorID?
    private var period: Int64 = 0
    private var deadline: Int64 = 0

    /// Plays readings of `sensor`; `request` is what the subscriber asks for, a line without its LF.
    init(_ readings: [Reading], of sensor: SensorDescription, _ settings: Settings, request: String? = nil) {
        self.sensor = sensor.played
        let first = readings.first?.time.nanoseconds ?? 0
        let start = first - SharedTicks.period(settings.shadow.rateHz)
        core = DaemonCore(DaemonCore.Setup(settings: settings, userID: 0), at: start)
        connect(request, at: start)
        play(readings)
    }

    private mutating func connect(_ request: String?, at now: Int64) {
        let subscriber = Connection(index: 0, generation: 1)
        feed(.accepted(subscriber, Peer(credentials: nil, command: "test", mayHaveRaw: false)), at: now)
        guard let request else { return }
        let line = Array((request + "\n").utf8)
        line.withUnsafeBytes { feed(.received(subscriber, $0), at: now) }
    }

    private mutating func play(_ readings: [Reading]) {
        var rest = readings[...]
        var last = Int64.min
        for reading in readings { last = max(last, reading.time.nanoseconds) }
        while period > 0, deadline + period <= last {
            deadline += period
            let due = Array(rest.prefix { $0.time.nanoseconds <= deadline })
            rest = rest.dropFirst(due.count)
            if let opened, !due.isEmpty {
                due.withUnsafeBufferPointer { feed(.readings(opened, $0), at: deadline) }
            }
            feed(.tick(deadline: deadline, missed: 0), at: deadline)
        }
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
        case .send(_, let range), .sendIfRead(_, let range):
            let bytes = core.output.bytes[Int(range.start)..<Int(range.start + range.count)]
            let line = String(decoding: bytes, as: UTF8.self)
            if line.hasPrefix(#"{"type":"frame","#) { frames.append(line) } else { others.append(line) }
        case .survey:
            let candidate = SensorCandidate(
                id: sensor.id, name: sensor.name, kind: .log, device: sensor.device, sysPath: "/", rank: 1,
                reason: "the only one")
            core.handle(.surveyed([candidate]), at: now, &effects)
        case .openSensor(let id):
            opened = id
            core.handle(.opened(id, sensor, bias: .zero), at: now, &effects)
        case .tick(let period, let start):
            self.period = period
            deadline = start
        default: break
        }
    }
}
