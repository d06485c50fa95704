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
    private let announcements: [Publication]

    private var hello: Hello?
    private var state = TrackingState.none
    private var frames = NewestFrame()
    private var summaries: TiltSummaries?
    /// What is to be sent before any frame, oldest first.
    private var due: [Publication] = []
    private var sentState: TrackingState?
    private var hasBroker = false

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
    package private(set) var deadline: Int64?

    /// The broker took the connection: all that is retained is said anew.
    package mutating func brokerConnected(at now: Int64) {
        hasBroker = true
        due = announcements
        sentState = nil
        frames.clear()
        summaries?.startOver(at: now)
        deadline = summaries.map { _ in now + TiltSummaries.period }
        sayHello()
    }

    /// There is no broker.
    package mutating func brokerLost() {
        hasBroker = false
        due = []
        deadline = nil
        frames.clear()
    }

    /// Takes what came from the daemon's side.
    package mutating func take(_ event: ReconnectingConnection.Event) {
        switch event {
        case .lost:
            state = .none
            summaries?.takeLoss()
            frames.clear()
        case .message(.hello(let hello)):
            self.hello = hello
            sayHello()
        case .message(.sensor(let notice)):
            take(notice)
        case .message(.frame(let frame, let dropped)):
            state = frame.state
            summaries?.take(frame)
            if hasBroker { frames.put(frame, missedBefore: dropped) }
        case .message(.accepted), .message(.refused), .message(.goodbye), .message(.status), .message(.other):
            return
        }
    }

    /// The next message for the broker; `nil` where there is none for now.
    ///
    /// `canTakeFrame` is false while the frame before has not left this machine.
    package mutating func next(canTakeFrame: Bool, at now: Int64) -> Publication? {
        guard hasBroker else { return nil }
        if !due.isEmpty { return due.removeFirst() }
        if hello != nil, sentState != state {
            sentState = state
            return Publication(.state, of: address, Messages.state(publisher, state))
        }
        if let deadline, now >= deadline {
            self.deadline = now + TiltSummaries.period
            if let summary = summaries?.due(at: now) {
                return Publication(.tilt, of: address, Messages.tilt(summary))
            }
        }
        guard canTakeFrame, let (frame, sequence, dropped) = frames.take() else { return nil }
        summaries?.countPublished()
        return Publication(
            .frame, of: address, Messages.frame(frame, sequence: sequence, dropped: dropped))
    }

    /// What is said before this publisher ends: without an answer of the broker, which would come to a closed socket.
    package func goodbye() -> Publication {
        var goodbye = Publication(.state, of: address, Messages.goodbye(publisher, .ended))
        goodbye.quality = 0
        return goodbye
    }

    /// What the broker says for this publisher where it vanishes.
    package func lastWill() -> Publication {
        Publication(.state, of: address, Messages.goodbye(publisher, .lost))
    }

    private mutating func take(_ notice: SensorNotice) {
        switch notice.event {
        case "found": if let sensor = notice.sensor { hello?.sensor = sensor }
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
