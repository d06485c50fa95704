import TiltClient
package import TiltCore

/// Writes what is published: objects of JSON on one line, without LF; ``PublishedFields`` lists their keys.
package enum Messages {
    /// The version of these messages, which a reader checks before anything else.
    package static let version: Int64 = 1

    /// Why a publisher is gone.
    package enum Goodbye: String, Sendable {
        /// It was ended.
        case ended
        /// The broker noticed that it is there no more: the last will.
        case lost
    }

    /// Who publishes: `session` is another one for each run, `startedNanoseconds` the time of day when it began.
    package struct Publisher: Equatable, Sendable {
        package var session: String
        package var startedNanoseconds: Int64

        package init(session: String, startedNanoseconds: Int64) {
            (self.session, self.startedNanoseconds) = (session, startedNanoseconds)
        }
    }

    /// The first message of a connection: who publishes, the look of the shadow, and the sensor by the name that its owner
    /// gave it.
    static func hello(
        _ publisher: Publisher, _ hello: Hello, asked options: SubscriptionChange, sensorName: String
    ) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(#"{"type":"hello","relay":"#)
        buffer.append(version)
        ServerMessage.append(key: "session", publisher.session, to: &buffer)
        buffer.append(#","started_ns":"#)
        buffer.append(publisher.startedNanoseconds)
        buffer.append(#","protocol":"#)
        buffer.append(Int64(hello.protocolVersion))
        ServerMessage.append(key: "server", hello.server, to: &buffer)
        // The daemon's own word, too, is bounded: 1000 / rate must be a number.
        let (least, most) = (Subscription.rates.lowerBound, Subscription.rates.upperBound)
        let rate = min(most, max(least, options.rateHz ?? hello.rateHz))
        ServerMessage.append(rate: rate, to: &buffer)
        // Where only changes are sent, one comes a second all the same; at rest few do in any case.
        let gap: Double = options.when == .changed ? 1000 : 100
        ServerMessage.append(key: "longest_gap_ms", max(gap, (1000 / rate).rounded(.up)), to: &buffer)
        ServerMessage.append(key: "gain", options.gain ?? hello.gain, to: &buffer)
        if let blur = hello.blurPixels, let opacity = hello.opacity {
            buffer.append(#","shadow":{"blur_px":"#)
            buffer.append(significant: blur)
            ServerMessage.append(key: "opacity", opacity, to: &buffer)
            buffer.append("}")
        }
        if let sensor = hello.sensor {
            buffer.append(#","sensor":{"name":"#)
            buffer.append(json: sensorName)
            ServerMessage.append(key: "kind", sensor.kind, to: &buffer)
            buffer.append(sensor.hasGyroscope ? #","gyro":true}"# : #","gyro":false}"#)
        }
        buffer.append("}")
        return buffer.bytes
    }

    /// Whether there is a sensor.
    static func state(_ publisher: Publisher, _ state: TrackingState) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(#"{"type":"state""#)
        ServerMessage.append(key: "session", publisher.session, to: &buffer)
        ServerMessage.append(key: "state", state.rawValue, to: &buffer)
        buffer.append("}")
        return buffer.bytes
    }

    /// The publisher is gone; stands where the state stood.
    package static func goodbye(_ publisher: Publisher, _ reason: Goodbye) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(#"{"type":"goodbye""#)
        ServerMessage.append(key: "session", publisher.session, to: &buffer)
        ServerMessage.append(key: "reason", reason.rawValue, to: &buffer)
        buffer.append("}")
        return buffer.bytes
    }

    /// A frame as the local protocol has it, without what only members of a second group may read.
    package static func frame(_ frame: Frame, sequence: UInt64, dropped: UInt64) -> [UInt8] {
        var frame = frame
        frame.sequence = sequence
        frame.raw = nil
        frame.isStill = false
        var buffer = ByteBuffer(capacity: 256)
        FrameEncoder.appendJSON(frame, dropped: dropped, to: &buffer)
        buffer.removeLast(1)
        return buffer.bytes
    }

    /// The angles for people, in degrees to a tenth.
    static func tilt(_ tilt: TiltSummary) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(#"{"type":"tilt""#)
        ServerMessage.append(key: "state", tilt.state.rawValue, to: &buffer)
        if let pitch = tilt.pitchTenths, let roll = tilt.rollTenths {
            buffer.append(#","pitch_deg":"#)
            buffer.append(Double(pitch) / 10, decimals: 1)
            buffer.append(#","roll_deg":"#)
            buffer.append(Double(roll) / 10, decimals: 1)
        }
        buffer.append(#","rate_hz":"#)
        buffer.append(Int64(tilt.rateHz))
        buffer.append("}")
        return buffer.bytes
    }

    /// What a publisher says of itself on a topic.
    package enum Notice: Equatable, Sendable {
        case hello(Publisher)
        /// Its state; `goodbye` where it is gone.
        case state(session: String, goodbye: Goodbye?)
        /// That it publishes.
        case frame
    }

    /// What somebody says of himself on a channel; `nil` where it is nothing of that.
    ///
    /// A hello or a state is none where it stands elsewhere, for a topic's access list says who may say what; and a frame that
    /// is retained tells of nobody who publishes now.
    package static func notice(in payload: [UInt8], of channel: Channel, isRetained: Bool) -> Notice? {
        let notice = payload.withUnsafeBufferPointer { Self.notice(in: $0) }
        return switch (notice, channel) {
        case (.hello, .hello), (.state, .state): notice
        case (.frame, .frame) where !isRetained: notice
        default: nil
        }
    }

    /// What somebody says of himself in a message that came from the broker; `nil` where it is nothing of that, or a hello of
    /// a version that is not known here.
    static func notice(in payload: UnsafeBufferPointer<UInt8>) -> Notice? {
        guard payload.count <= ProtocolVersion.longestLine, let message = try? JSONParser.parse(payload)
        else { return nil }
        if message["type"]?.string == "frame" { return .frame }
        guard let session = message["session"]?.string else { return nil }
        switch message["type"]?.string {
        case "hello":
            guard message["relay"]?.integer == version, let started = message["started_ns"]?.integer else {
                return nil
            }
            return .hello(Publisher(session: session, startedNanoseconds: started))
        case "state": return .state(session: session, goodbye: nil)
        case "goodbye":
            let reason = message["reason"]?.string.flatMap { Goodbye(rawValue: $0) }
            return reason.map { .state(session: session, goodbye: $0) }
        default: return nil
        }
    }
}

extension Messages.Publisher {
    /// True where this one began after `other`; of two that began together, the one with the greater session.
    package func isNewer(than other: Messages.Publisher) -> Bool {
        (startedNanoseconds, session) > (other.startedNanoseconds, other.session)
    }
}
