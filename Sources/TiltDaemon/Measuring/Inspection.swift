import TiltCore

/// The open sensor, judged by its own readings; says in the journal what becomes wrong, and what is right again.
struct Inspection {
    private let sensor: SensorDescription
    private let id: SensorID
    /// When the readings of the coming tick were read, in nanoseconds.
    private var readAt: Int64 = 0
    /// What is wrong, and how much was left out.
    private(set) var inspector: SensorInspector
    /// How many samples really come.
    private(set) var rate = SampleRate()
    /// Where the time goes.
    private(set) var latency = LatencySplit()
    /// What the sensor said since this was last taken.
    private var raw: RawSample?
    /// How long a fault must be gone before that is said, in nanoseconds, 60 s: one that comes and goes fills no journal.
    private static let calm: Int64 = 60_000_000_000
    /// What has been said and still stands, and since when it is gone, in nanoseconds; `nil` where it is not.
    private var standing: [(fault: SensorFault, goneAt: Int64?)] = []

    init(_ sensor: SensorDescription, _ id: SensorID) {
        self.sensor = sensor
        self.id = id
        inspector = SensorInspector(sensor)
    }

    /// The reading in physical units and device axes, without what is no measurement.
    mutating func sample(from reading: Reading) -> Sample {
        if reading.accelerometer != nil {
            rate.add(reading.time)
            latency.note(reading.time)
        }
        let sample = RawSample(reading, sensor.calibration)
        raw = raw?.merging(sample) ?? sample
        return inspector.sample(from: reading)
    }

    /// What the sensor has said since the last call; `nil` where nothing came.
    mutating func takeRaw() -> RawSample? {
        defer { raw = nil }
        return raw
    }

    /// Brings what is wrong up to date, where no reading does.
    mutating func review(at now: Int64) { inspector.review(at: Timestamp(nanoseconds: now)) }

    /// Notes when readings were read, in nanoseconds.
    mutating func noteRead(at now: Int64) { readAt = now }

    /// Counts a tick that frames were made of: when the first was sent, and when the last had been; see ``LatencySplit``.
    mutating func notePublished(first: Int64, last: Int64) {
        latency.add(readAt: readAt, publishedAt: first, sentAt: last)
    }

    /// Compares with what was said before; costs nothing while nothing is wrong.
    mutating func report(to out: inout Outbox) {
        let faults = inspector.faults
        guard !faults.isEmpty || !standing.isEmpty else { return }
        for fault in faults {
            if let index = standing.firstIndex(where: { $0.fault.isSame(as: fault) }) {
                standing[index].goneAt = nil
            } else {
                standing.append((fault, nil))
                out.warning("\(sensor.name): \(fault.description); \(fault.hint)", about: id)
            }
        }
        for index in standing.indices.reversed() {
            let (fault, goneAt) = standing[index]
            guard !faults.contains(where: { $0.isSame(as: fault) }) else { continue }
            standing[index].goneAt = goneAt ?? readAt
            guard let goneAt, readAt - goneAt >= Self.calm else { continue }
            standing.remove(at: index)
            out.info("\(sensor.name): no longer: \(fault.description)", about: id)
        }
    }
}
