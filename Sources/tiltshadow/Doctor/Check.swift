import TiltCore

/// One link of the chain from the kernel to a subscriber: what was looked at, what was seen, what to type.
struct Check: Equatable {
    /// The links, in the order in which a sample passes them.
    enum Area: String, CaseIterable {
        case kernel, device, permission, sensor, settings, service, daemon, subscriber, broker
    }

    let area: Area
    /// What was looked at, in a word or three.
    let title: String
    let verdict: Verdict
    /// What was seen, in a sentence part.
    let detail: String
    /// A command to type that mends it or tells more.
    let advice: String?

    init(_ area: Area, _ title: String, _ verdict: Verdict, _ detail: String, advice: String? = nil) {
        self.area = area
        self.title = title
        self.verdict = verdict
        self.detail = detail
        self.advice = advice
    }

    /// The same where it does not matter: neither a fault nor something to type.
    var moot: Check { verdict == .ok ? self : Check(area, title, .skipped, detail) }

    /// The same as it may be printed: device names and the like are strangers' text.
    var printable: Check {
        Check(area, title.onOneLine(), verdict, detail.onOneLine(), advice: advice?.onOneLine())
    }
}
