import TiltCore
import TiltDaemon

@testable import TiltClient
@testable import TiltRelay

/// A whole way from a sensor over there to the one that is served here: what its daemon makes of it, what is published of
/// that, and what the reader makes of those bytes.
struct RemotePublisher {
    static let publisher = Messages.Publisher(session: "5e55", startedNanoseconds: 1_700_000_000_000_000_000)
    /// The time of day of every test, in nanoseconds since 1970.
    static let today: Int64 = 1_700_000_001_000_000_000

    var feed = RemoteFeed()
    private let sensor: SensorDescription
    private var engine = TiltEngine()
    private var mapper = ShadowMapper()
    private var subscription = Subscription()
    private var sequence: UInt64 = 0

    /// Opens the sensor at an instant of our clock, in nanoseconds.
    init(_ sensor: SensorDescription, at now: Int64, rateHz: Double = 50) {
        self.sensor = sensor
        subscription.include = .up
        subscription.rateHz = rateHz
        engine.sensorAppeared(reportsOnlyChanges: sensor.restsInSilence)
        hear(Self.hello(rateHz: rateHz), of: .hello, at: now)
        feed.open(true, at: now)
    }

    static func hello(
        _ publisher: Messages.Publisher = publisher, rateHz: Double = 50, name: String = "desk",
        hasSensor: Bool = true
    ) -> [UInt8] {
        let summary = SensorSummary(id: "x", name: "Chip", kind: "iio-buffer", hasGyroscope: true)
        let hello = Hello(
            protocolVersion: 1, server: "tiltshadow", rateHz: rateHz, gain: 10, blurPixels: nil, opacity: nil,
            sensor: hasSensor ? summary : nil)
        return Messages.hello(publisher, hello, asked: SubscriptionChange(), sensorName: name)
    }

    /// Has the reader hear a message at an instant of our clock, in nanoseconds.
    mutating func hear(_ payload: [UInt8], of channel: Channel, at now: Int64) {
        payload.withUnsafeBufferPointer { feed.take($0, of: channel, at: now, timeOfDay: Self.today) }
    }

    /// The frame of a tick over there, of what the sensor gave until then.
    mutating func frame(_ readings: [Reading], at tick: Int64) -> [UInt8] {
        for reading in readings {
            var sample = sensor.sample(from: reading)
            if reading.accelerometerIsZero { sample.acceleration = nil }
            engine.ingest(sample)
        }
        engine.advance(to: Timestamp(nanoseconds: tick))
        let motion = engine.motion.rounded()
        sequence += 1
        let frame = Frame(
            sequence: sequence, motion: motion, view: mapper.view(of: motion), subscription: subscription)
        return Messages.frame(frame, sequence: sequence, dropped: 0)
    }

    /// The same, heard at once, and what the served sensor then gives.
    mutating func carry(_ readings: [Reading], at now: Int64) -> [Reading] {
        hear(frame(readings, at: now), of: .frame, at: now)
        return [feed.reading(at: now)].compactMap { $0 }
    }
}
