import CMosquitto
import LinuxSystem
import TiltRelay

/// What the library's calls back have told of a connection.
struct BrokerWords {
    /// True once the broker has greeted.
    var isConnected = false
    /// The last error that the library wrote to its log.
    var error: String?
    /// Why the connection is of no use, by the first that was told: what follows of that may come with it.
    private(set) var loss: BrokerLoss?
    /// The topics of messages of which the broker has not said yet whether it takes them, by their number.
    var awaited: [CInt: String] = [:]
    /// The topics of messages that the broker took.
    var taken: Set<String> = []
    /// The topics of messages that the broker refused, with its word; those below ``ownTopic`` are a loss but for frames.
    var refused: [(topic: String, reason: String)] = []
    /// The number of the request to hear others' hellos.
    var helloRequest: CInt?
    /// Why the broker refused that.
    var deafness: String?
    /// The number of the request that the broker answers after all that is retained.
    var lastRequest: CInt?
    /// True once it was answered.
    var hasRead = false
    /// What begins the topics that must not be refused.
    let ownTopic: String
    /// True where it is there to read.
    let isReader: Bool
    /// What was said below ``ownTopic`` of what was asked for.
    var messages: [Message] = []
    /// The last question of one who reads, and when it was asked.
    var asked: (number: CInt, at: Int64)?
    /// How long the answer to it took, in nanoseconds.
    var roundTrip: Int64?

    /// What was said on a channel; empty where a retained message was taken away.
    struct Message {
        let channel: Channel
        let payload: [UInt8]
        /// True where it was said before it was asked for.
        let isRetained: Bool
    }

    init(ownTopic: String, isReader: Bool) { (self.ownTopic, self.isReader) = (ownTopic, isReader) }

    mutating func lose(_ cause: BrokerLoss) { loss = loss ?? cause }

    /// The broker's answer to one who asks to hear a topic.
    mutating func takeAnswer(toReader number: CInt, _ reason: CInt) {
        if let asked, asked.number == number { roundTrip = MonotonicClock.now() - asked.at }
        guard reason >= 0x80 else { return }
        lose(
            .refused(
                "it lets nobody here read \(ownTopic): \(String(cString: mosquitto_reason_string(reason)))"))
    }

    /// What was said on a topic.
    mutating func take(_ payload: [UInt8], of topic: String, isRetained: Bool) {
        let start = (ownTopic + "/").utf8
        guard topic.utf8.starts(with: start),
            let channel = Channel(rawValue: String(Substring(topic.utf8.dropFirst(start.count))))
        else { return }
        messages.append(Message(channel: channel, payload: payload, isRetained: isRetained))
    }

    /// The broker's answer to a message with quality 1.
    mutating func takeAnswer(_ number: CInt, _ reason: CInt) {
        guard let topic = awaited.removeValue(forKey: number) else { return }
        guard reason >= 0x80 else {
            taken.insert(topic)
            return
        }
        let words = String(cString: mosquitto_reason_string(reason))
        if topic.hasPrefix(ownTopic + "/"), topic != ownTopic + "/" + Channel.frame.rawValue {
            lose(.refused("\(topic): \(words)"))
        } else {
            refused.append((topic, words))
        }
    }

    /// The broker's answer to the login.
    mutating func takeGreeting(_ reason: CInt) {
        guard reason != 0 else { return isConnected = true }
        let words = String(cString: mosquitto_reason_string(reason))
        lose(Self.mayPass(reason) ? .failed(words) : .refused(words))
    }

    /// True for what a broker says that will take the same login later: server unavailable (of MQTT 3, too), server busy,
    /// quota exceeded, connection rate exceeded.
    private static func mayPass(_ reason: CInt) -> Bool { [3, 0x88, 0x89, 0x97, 0x9F].contains(reason) }

    /// Has the library call back; `client` was made with a pointer to one of these.
    static func listen(to client: OpaquePointer) {
        mosquitto_connect_v5_callback_set(client) { _, object, reason, _, _ in
            BrokerWords.of(object)?.pointee.takeGreeting(reason)
        }
        mosquitto_disconnect_v5_callback_set(client) { _, object, reason, _ in
            // What the library itself found out is the result of a call; above are the reasons of MQTT 5.
            guard reason >= 0x80 else { return }
            BrokerWords.of(object)?.pointee.lose(.failed(String(cString: mosquitto_reason_string(reason))))
        }
        mosquitto_publish_v5_callback_set(client) { _, object, number, reason, _ in
            BrokerWords.of(object)?.pointee.takeAnswer(number, reason)
        }
        mosquitto_subscribe_v5_callback_set(client) { _, object, number, count, granted, _ in
            guard let words = BrokerWords.of(object), count > 0, let granted else { return }
            if words.pointee.isReader {
                return words.pointee.takeAnswer(toReader: number, granted[0])
            }
            guard words.pointee.helloRequest == number, granted[0] >= 0x80 else { return }
            words.pointee.deafness = String(cString: mosquitto_reason_string(granted[0]))
        }
        mosquitto_unsubscribe_v5_callback_set(client) { _, object, number, _ in
            guard let words = BrokerWords.of(object), words.pointee.lastRequest == number else { return }
            words.pointee.hasRead = true
        }
        mosquitto_message_v5_callback_set(client) { _, object, message, _ in
            guard let message = message?.pointee, let topic = message.topic else { return }
            let bytes = UnsafeRawBufferPointer(start: message.payload, count: Int(max(0, message.payloadlen)))
            BrokerWords.of(object)?.pointee.take(
                Array(bytes), of: String(cString: topic), isRetained: message.retain)
        }
        mosquitto_log_callback_set(client) { _, object, level, text in
            guard level == cmosquitto_log_error, let text else { return }
            BrokerWords.of(object)?.pointee.error = String(cString: text)
        }
    }

    /// What a call back was given.
    static func of(_ object: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<BrokerWords>? {
        object?.assumingMemoryBound(to: BrokerWords.self)
    }
}
