import TiltCore
import TiltRelay

/// Why a connection to the broker ended, or never began.
enum BrokerLoss: Error, Equatable {
    /// The network or the broker failed; it may be back.
    case failed(String)
    /// The broker refuses: the login, or a topic.
    case refused(String)
    /// TLS failed: a certificate, or files of ours.
    case insecure(String)
    /// A newer publisher of the same topic ends our connections.
    case takenOver
    /// A newer publisher of the same topic is heard there.
    case outshone

    /// One sentence part, on one line.
    var description: String {
        switch self {
        case .failed(let words), .refused(let words), .insecure(let words): words.onOneLine(limit: 200)
        case .takenOver: "a newer publisher took the topic"
        case .outshone: "a newer publisher is heard on the topic; it is looked for again in minutes"
        }
    }

    /// What to try, where that is known.
    var advice: String? {
        switch self {
        case .refused(let words): RelayError.refused(broker: "", reason: words).hint
        case .insecure(let words): RelayError.tls(broker: "", reason: words).hint
        case .failed, .takenOver, .outshone: nil
        }
    }

    /// The error to end with, where no further attempt is worth making; after a first message that it took, a broker that refuses
    /// may be one that is being set up anew.
    func fatal(_ address: BrokerAddress, wasTaken: Bool) -> RelayError? {
        switch self {
        case .takenOver: .topicTaken(address.topic)
        case .refused where !wasTaken: .refused(broker: address.description, reason: description)
        case .insecure where !wasTaken: .tls(broker: address.description, reason: description)
        case .failed, .refused, .insecure, .outshone: nil
        }
    }
}
