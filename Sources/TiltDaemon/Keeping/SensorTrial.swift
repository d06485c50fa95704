import TiltCore
import TiltSensors

/// A candidate that fell silent, opened again and only listened to: it is used as soon as it sends.
///
/// A device that is stuck may speak again at any time, and closed it could not be heard.
struct SensorTrial {
    let candidate: SensorCandidate
    let sensor: any Sensor
    /// Before that nothing counts, in nanoseconds of CLOCK_MONOTONIC: it may be an answer to what another reader asked.
    private let countsFrom: Int64
    /// Until when nothing else may open the device, in nanoseconds of CLOCK_MONOTONIC: many drivers refuse to be polled
    /// while their buffer is on.
    let isAloneUntil: Int64
    /// When to close it and open it again, which sets the device up anew.
    let endsAt: Int64
    /// What it sent last.
    private(set) var newest: Reading?
    private var readings = 0

    /// Readings that prove that a device sends: the first of an event node is only its state at opening.
    private static let proof = 2
    /// The longest time without setting the device up anew, in nanoseconds: 30 s.
    private static let longest: Int64 = 30_000_000_000
    /// How long it is alone with the device, in nanoseconds: 1 s.
    static let alone: Int64 = 1_000_000_000
    /// How long the sensor in use leaves the device alone for it, in nanoseconds: frames turn stale after 0.5 s.
    static let interlude: Int64 = 400_000_000
    /// How long after the last question an answer may come, in nanoseconds.
    private static let echo: Int64 = 100_000_000

    /// Begins to listen at `now`; `pause` is how long the next try would have to wait, `nil` where the sensor in use is of
    /// the same device and waits.
    init(_ sensor: any Sensor, of candidate: SensorCandidate, now: Int64, pause: Int64?) {
        self.candidate = candidate
        self.sensor = sensor
        countsFrom = now + Self.echo
        isAloneUntil = now + Self.alone
        endsAt = now + (pause.map { min(Self.longest, max(Self.alone, $0)) } ?? Self.interlude)
    }

    /// Drains the sensor; true where it has proved that it sends.
    mutating func listen(now: Int64) throws(SensorError) -> Bool {
        let sensor = sensor
        try sensor.drain { reading in
            guard reading.accelerometer != nil, now > countsFrom else { return }
            readings += 1
            newest = reading
        }
        return readings >= Self.proof
    }
}
