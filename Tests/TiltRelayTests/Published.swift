import Testing
import TiltCore

@testable import TiltClient
@testable import TiltRelay

/// A publisher of a test: what the daemon says goes in, and what the broker would get comes out.
struct Published {
    static let publisher = Messages.Publisher(session: "5e55", startedNanoseconds: 1_700_000_000_000_000_000)
    static let sensor = SensorSummary(
        id: "usb-0000:00:14.0-3", name: "Secret Chip 3000", kind: "iio-buffer", hasGyroscope: true)
    static let hello = Hello(
        protocolVersion: 1, server: "tiltshadow 0.1.0", rateHz: 50, gain: 10, blurPixels: 16, opacity: 0.35,
        sensor: sensor)

    var core: PublishCore

    init(_ change: (inout RelaySettings) -> Void = { _ in }) throws {
        let address = try BrokerAddress("mqtts://broker/home/desk")
        var settings = RelaySettings()
        change(&settings)
        core = PublishCore(settings, to: address, as: Self.publisher)
    }

    static func frame(_ x: Double = 1.75, state: TrackingState = .tracking) -> Frame {
        Frame(
            sequence: 77, time: Timestamp(nanoseconds: 81_234_567_890_123),
            target: Timestamp(nanoseconds: 81_234_583_890_123), state: state,
            offset: ShadowOffset(x: x, y: -0.52), tilt: Tilt(pitch: -0.0524, roll: 0.1745),
            up: Up(x: 0.1736, y: 0.0524, z: 0.9834),
            raw: RawSample(
                time: Timestamp(nanoseconds: 81_234_567_000_000),
                acceleration: Acceleration(x: 0.1, y: 0.2, z: 9.8), angularRate: nil), isStill: true)
    }

    mutating func say(_ event: ClientEvent) { core.take(.message(event)) }

    /// All that is due at an instant, in seconds.
    mutating func all(at seconds: Double = 0, canTakeFrame: Bool = true) -> [Publication] {
        var all: [Publication] = []
        while let next = core.next(canTakeFrame: canTakeFrame, at: Int64(seconds * 1e9)) { all.append(next) }
        return all
    }
}

extension Publication {
    /// What it says.
    var text: String { String(decoding: payload, as: UTF8.self) }

    /// Every key of the message, a dot before those of an object within.
    func keys() throws -> [String] {
        let value = try payload.withUnsafeBufferPointer { try JSONParser.parse($0) }
        return Self.keys(of: value, "")
    }

    private static func keys(of value: JSONValue, _ prefix: String) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.flatMap { [prefix + $0.key] + keys(of: $0.value, prefix + $0.key + ".") }
    }
}
