package import TiltClient
import TiltCore

/// What is published when: takes what the local daemon says and hands out messages for the broker, one at a time.
///
/// It is stepped: it knows no clock, no descriptor and calls nobody. Nothing is handed out while there is no broker, and then
/// first what a reader must know, retained, and last the newest frame.
package struct PublishCore {
    private let address: BrokerAddress
    private let publisher: Messages.Publisher
    private let options: SubscriptionChange
    private let sensorName: String
    private var announcements: [Publication]

    private var hello: Hello?
    /// True once it is known what the daemon's motion is of, or that there is no daemon.
    package private(set) var knowsDaemon = false
    /// True where the daemon serves what is published to this very topic.
    package private(set) var isCircular = false
    /// `nil` from a daemon's hello to its first frame, where there is a sensor.
    private var state: TrackingState?
    /// When the first frame is no longer waited for.
    private var stateDue: Int64?
    private var frames = NewestFrame()
    private var summaries: TiltSummaries?
    /// What is to be sent before any frame, oldest first.
    private var due: [Publication] = []
    private var sentState: TrackingState?
    /// What is retained on our hello and our state.
    private var (standingHello, standingState) = (StandingWord(), StandingWord())
    /// The topic where our own was said again since the last look.
    private var restoredTopic: String?
    private var hasBroker = false
    private var trial = FrameTrial.due

    /// Whether the broker takes frames, which it tells of one with quality 1 alone.
    private enum FrameTrial: Equatable {
        /// The next frame asks.
        case due
        /// One has asked, or was taken.
        case asked
        /// None is sent until then, in nanoseconds.
        case refused(until: Int64)
    }

    /// How long after a refusal another frame asks, in nanoseconds: 30 s.
    static let refusalTime: Int64 = 30_000_000_000

    package init(_ settings: RelaySettings, to address: BrokerAddress, as publisher: Messages.Publisher) {
        self.address = address
        self.publisher = publisher
        options = settings.options
        sensorName = settings.name ?? address.lastLevel
        announcements =
            settings.announcesToHomeAssistant
            ? HomeAssistant.announcements(of: address, name: sensorName) : []
        summaries = settings.announcesToHomeAssistant ? TiltSummaries() : nil
    }

    /// True where frames are of no use, and the daemon need send none.
    package var wantsNoFrames: Bool { !hasBroker }

    /// Frames that a newer one took the place of, since the start.
    package var dropped: UInt64 { frames.dropped }

    /// True while a frame waits for the broker.
    package var hasFrame: Bool { frames.hasFrame }

    /// When ``next(canTakeFrame:at:)`` has something by itself, in nanoseconds; `nil` where only events bring something.
    package var deadline: Int64? {
        let first = hasBroker && hello != nil && state == nil ? stateDue : nil
        let restoration = hasBroker ? [standingHello.dueAt, standingState.dueAt] : []
        return ([tiltDue, first] + restoration).compactMap { $0 }.min()
    }

    /// When the next ``Channel/tilt`` is due.
    private var tiltDue: Int64?
    /// How long a daemon that has a sensor may take for the first frame before there is said to be none, in nanoseconds: 1 s.
    static let firstFrameTime: Int64 = 1_000_000_000

    /// The broker took the connection: all that is retained is said anew.
    package mutating func brokerConnected(at now: Int64) {
        hasBroker = true
        due = announcements
        sentState = nil
        standingHello.begin()
        standingState.begin()
        trial = .due
        frames.clear()
        summaries?.startOver(at: now)
        tiltDue = summaries.map { _ in now + TiltSummaries.period }
        stateDue = nil
        sayHello()
    }

    /// Takes what is said on a topic of ours, by whomever: where our hello or our state stands no more, it is said again.
    package mutating func hear(_ payload: [UInt8], of channel: Channel, at now: Int64) {
        guard hasBroker else { return }
        switch channel {
        case .hello: standingHello.hear(payload, at: now)
        case .state: standingState.hear(payload, at: now)
        case .frame, .tilt: break
        }
    }

    /// The topic where our own was said again, as something else stood there, since the last call.
    package mutating func takeRestoredTopic() -> String? {
        defer { restoredTopic = nil }
        return restoredTopic
    }

    /// True where the daemon is to be asked for its status: it has no sensor that would tell.
    package var wantsStatus: Bool { hello != nil && hello?.sensor == nil }

    /// True from a daemon's hello until it is lost.
    package private(set) var hasDaemon = false

    /// Nothing is announced any more, as the broker lets us write our own topics alone; false where that was said before.
    package mutating func announceNoMore() -> Bool {
        guard !announcements.isEmpty else { return false }
        announcements = []
        due.removeAll { !$0.topic.hasPrefix(address.topic + "/") }
        return true
    }

    /// The broker refused a frame: nobody is there to have the next ones.
    package mutating func framesRefused(at now: Int64) {
        trial = .refused(until: now + Self.refusalTime)
        frames.clear()
    }

    /// There is no broker.
    package mutating func brokerLost() {
        hasBroker = false
        due = []
        tiltDue = nil
        frames.clear()
    }

    /// Takes what came from the daemon's side.
    package mutating func take(_ event: ReconnectingConnection.Event) {
        switch event {
        case .lost:
            (knowsDaemon, hasDaemon) = (true, false)
            state = TrackingState.none
            summaries?.takeLoss()
            frames.clear()
            guard hello?.sensor != nil else { return }
            hello?.sensor = nil
            sayHello()
        case .message(.hello(let hello)):
            (self.hello, hasDaemon) = (hello, true)
            if let sensor = hello.sensor { look(at: sensor) }
            (state, stateDue) = (nil, nil)
            sayHello()
        case .message(.sensor(let notice)):
            take(notice)
        case .message(.frame(let frame, let dropped)):
            state = frame.state
            summaries?.take(frame)
            if hasBroker, !areFramesRefused { frames.put(frame, missedBefore: dropped) }
        case .message(.status(let text)):
            look(atStatus: text)
        case .message(.accepted), .message(.refused), .message(.goodbye), .message(.other):
            return
        }
    }

    /// The next message for the broker; `nil` where there is none for now.
    ///
    /// `canTakeFrame` is false while the frame before has not left this machine.
    package mutating func next(canTakeFrame: Bool, at now: Int64) -> Publication? {
        guard hasBroker else { return nil }
        if case .refused(let end) = trial, now >= end { trial = .due }
        if !due.isEmpty {
            let next = due.removeFirst()
            if next.topic == address.topic(of: .hello) { standingHello.say(next) }
            return next
        }
        if let state = knownState(at: now), sentState != state {
            sentState = state
            let next = Publication(.state, of: address, Messages.state(publisher, state))
            standingState.say(next)
            return next
        }
        if let restored = standingHello.restored(at: now) ?? standingState.restored(at: now) {
            restoredTopic = restored.topic
            // Whatever took its place may have done so there, too.
            summaries?.sayAgain()
            return restored
        }
        if let tiltDue, now >= tiltDue {
            self.tiltDue = now + TiltSummaries.period
            if let summary = summaries?.due(at: now) {
                return Publication(.tilt, of: address, Messages.tilt(summary))
            }
        }
        guard canTakeFrame, let (frame, sequence, dropped) = frames.take() else { return nil }
        summaries?.countPublished()
        var publication = Publication(
            .frame, of: address, Messages.frame(frame, sequence: sequence, dropped: dropped))
        if trial == .due { (publication.quality, trial) = (1, .asked) }
        return publication
    }

    private var areFramesRefused: Bool {
        if case .refused = trial { true } else { false }
    }

    /// What is said before this publisher ends.
    package func goodbye() -> Publication {
        Publication(.state, of: address, Messages.goodbye(publisher, .ended))
    }

    /// What the broker says for this publisher where it vanishes.
    package func lastWill() -> Publication {
        Publication(.state, of: address, Messages.goodbye(publisher, .lost))
    }

    /// The state to be told; `nil` while it is too early to know one.
    private mutating func knownState(at now: Int64) -> TrackingState? {
        guard let hello else { return nil }
        if let state { return state }
        guard hello.sensor != nil else { return TrackingState.none }
        let due = stateDue ?? now + Self.firstFrameTime
        stateDue = due
        return now < due ? nil : TrackingState.none
    }

    private mutating func look(at sensor: SensorSummary) {
        knowsDaemon = true
        if sensor.kind == "remote", address.isSource(of: sensor.id) { isCircular = true }
    }

    /// A daemon that serves a topic names it there while nobody publishes.
    private mutating func look(atStatus text: String) {
        knowsDaemon = true
        let status = Array(text.utf8).withUnsafeBufferPointer { try? JSONParser.parse($0) }
        guard case .array(let candidates)? = status?["candidates"] else { return }
        let isSource = candidates.contains {
            $0["kind"]?.string == "remote" && $0["id"]?.string.map(address.isSource) == true
        }
        if isSource { isCircular = true }
    }

    private mutating func take(_ notice: SensorNotice) {
        switch notice.event {
        case "found":
            guard let sensor = notice.sensor else { break }
            hello?.sensor = sensor
            look(at: sensor)
        case "lost": hello?.sensor = nil
        default: return
        }
        sayHello()
    }

    private mutating func sayHello() {
        guard hasBroker, let hello else { return }
        let message = Messages.hello(publisher, hello, asked: options, sensorName: sensorName)
        let publication = Publication(.hello, of: address, message)
        due.removeAll { $0.topic == publication.topic }
        due.append(publication)
    }
}
