import TiltCore

extension RemoteFeed {
    /// The run of the publisher that is followed.
    package var session: String? { hello?.publisher.session }

    /// Frames a second in motion, in Hz; `nil` while nobody publishes.
    package var rateHz: Double? { hello?.rateHz }
}

extension RemoteFeed.Word {
    /// True where somebody who has read the one need not read the other.
    func isLike(_ other: RemoteFeed.Word) -> Bool {
        if case .otherVersion = self, case .otherVersion = other { return true }
        return self == other
    }

    /// True where nothing is wrong.
    package var isNews: Bool {
        switch self {
        case .follows, .another, .ended, .nothing: true
        case .vanished, .goesOn, .silent, .away, .unheard, .otherVersion, .future, .garbage, .flood: false
        }
    }

    /// What to say of it in the log.
    package func text(of address: BrokerAddress) -> String {
        switch self {
        case .follows(let name): "following \(name.quoted) of \(address.description)"
        case .another: "another publisher has \(address.topic): following that one"
        case .ended: "the publisher of \(address.topic) said goodbye"
        case .vanished: "the publisher of \(address.topic) vanished, says the broker"
        case .goesOn:
            "the publisher of \(address.topic) said goodbye, and yet its frames go on: they are followed; does a bridge bring back what was retained, or does another program write there?"
        case .silent:
            "the publisher of \(address.topic) has said nothing for \(RemoteFeed.longestSilence / 1_000_000_000) s, and no goodbye: is its machine asleep, or does the broker hang?"
        case .nothing:
            "nothing is said below \(address.topic) yet: is that the topic, does its publisher run, and may this user read \(address.topic)/#?"
        case .unheard(.frame):
            "no frame comes on \(address.topic(of: .frame)), though its publisher has said no goodbye: may that one write it, and this user read it? The broker's access list tells"
        case .unheard(let channel):
            "no \(channel.rawValue) is heard on \(address.topic(of: channel)): either none stands there any more, or this user is not let read \(address.topic)/#; until one is heard, \(channel == .hello ? "nobody is followed" : "it goes unnoticed for \(RemoteFeed.longestSilence / 1_000_000_000) s that somebody is gone")"
        case .away: "the broker is away for long: there is no sensor until it is back"
        case .otherVersion(let version):
            "a publisher of \(address.topic) speaks version \(version), and this is of version \(Messages.version): it is not followed; install the same release on both machines"
        case .future:
            "a publisher of \(address.topic) says that it began more than a day ahead of this machine's clock, and is not followed: is a clock wrong?"
        case .garbage(.frame):
            "what is no frame with up stands on \(address.topic(of: .frame)), and is passed over: is the publisher of an older release?"
        case .garbage(let channel):
            "what is none of a publisher's messages stands on \(address.topic(of: channel)), and is passed over"
        case .flood:
            "more frames come on \(address.topic(of: .frame)) than anybody publishes: most are passed over"
        }
    }
}
