import LinuxSystem
import TiltClient
import TiltCore
import TiltSensors

/// A running daemon, which keeps its sensor: raw readings come with its frames.
final class DaemonPoseSource: PoseSource {
    private(set) var sensor: SensorKnowledge
    private(set) var fault: String?
    private(set) var lacksSensor = false

    /// How long the daemon may take to say hello and to answer, in nanoseconds: a socket unit may have to start it.
    private static let timeout: Int64 = 5_000_000_000
    /// Frames a second: enough for a gyroscope that turns with a hand.
    private static let rateHz = 100.0

    private let connection: ClientConnection
    private let survey: SensorSurvey
    private var waiting: [PoseSample] = []
    private var sensorID = ""
    /// The sensor that the daemon went over to, after readings of another had come.
    private var successor: String?
    private var hasReadings = false
    /// What makes device axes of a frame's: undoes how the panel is mounted by the daemon's settings.
    private var back = DisplayRotation.none

    var descriptor: CInt? { connection.descriptor }

    /// Connects and asks for raw readings; `survey` is this machine's, where the daemon's sensor is looked for, and a
    /// readable `stop` ends the waiting.
    init(path: String, survey: SensorSurvey, stop: CInt) throws(ToolError) {
        self.survey = survey
        sensor = SensorKnowledge(id: "", name: "no sensor yet", survey: survey)
        var change = SubscriptionChange()
        change.rateHz = Self.rateHz
        change.include = [.up, .raw]
        change.when = .always
        change.displayRotation = DisplayRotation.none
        change.lookaheadMilliseconds = 0
        let request: RequestID
        do throws(ClientError) {
            connection = try ClientConnection(path: path)
            request = connection.send(.subscribe(change))
        } catch { throw .client(error) }
        try wait(for: request, path: path, stop)
    }

    func drain(_ body: (PoseSample) -> Void) throws(ToolError) {
        do throws(ClientError) {
            try connection.receive { [self] event in take(event) }
        } catch { throw .client(error) }
        // Poses of two sensors make the mounting of neither.
        if let successor { throw .otherSensor(before: sensor.name, now: successor) }
        let samples = waiting
        waiting = []
        hasReadings = hasReadings || !samples.isEmpty
        for sample in samples { body(sample) }
    }

    /// Waits until raw readings were granted.
    private func wait(for request: RequestID, path: String, _ stop: CInt) throws(ToolError) {
        let end = MonotonicClock.now() + Self.timeout
        var (isGranted, refusal) = (false, Refusal?.none)
        while !isGranted {
            let left = end - MonotonicClock.now()
            guard left > 0 else { throw .unanswered(by: connection, after: Self.timeout) }
            if DescriptorWait.readable([stop, connection.descriptor], nanoseconds: left)[0] {
                throw .interrupted
            }
            do throws(ClientError) {
                try connection.receive { [self] event in
                    if case .accepted(let id, _, let answer) = event, id == request {
                        isGranted = true
                        back = Self.panelRotation(in: answer).inverse
                    }
                    if case .refused(let answer) = event, answer.id == request { refusal = answer }
                    take(event)
                }
            } catch { throw .client(error) }
            guard let refusal else { continue }
            throw refusal.code == "not-permitted"
                ? .rawNotPermitted(refusal.message) : .client(.refused(refusal))
        }
    }

    /// How the panel is mounted, by an `ok`, which names it where it is turned.
    static func panelRotation(in answer: String) -> DisplayRotation {
        let options = Array(answer.utf8).withUnsafeBufferPointer { try? JSONParser.parse($0) }
        let degrees = options?["panel_rotation"]?.number
        return DisplayRotation.allCases.first { Double($0.rawValue) == degrees } ?? .none
    }

    private func take(_ event: ClientEvent) {
        switch event {
        case .hello(let hello): use(hello.sensor)
        case .sensor(let notice): use(notice.event == "found" ? notice.sensor : nil)
        case .frame(let frame, _):
            fault =
                switch frame.state {
                case .tracking: nil
                case .stale: "the daemon's sensor fell silent"
                case .none: "the daemon has no sensor: see `tiltshadow status`"
                }
            let up = frame.up.map {
                let up = back(Up(x: $0.x, y: $0.y, z: $0.z))
                return MatrixRow(x: up.x, y: up.y, z: up.z)
            }
            if let raw = frame.raw {
                waiting.append(.reading(raw, up: up))
            } else if frame.state == .tracking {
                waiting.append(.silence(until: frame.time))
            }
        case .accepted, .refused, .goodbye, .status, .other: break
        }
    }

    private func use(_ summary: SensorSummary?) {
        lacksSensor = summary == nil
        guard let summary, successor == nil else { return }
        guard !hasReadings || summary.id == sensorID else { return successor = summary.name }
        sensorID = summary.id
        sensor = SensorKnowledge(id: summary.id, name: summary.name, survey: survey)
        sensor.isPlayed = summary.kind == "log"
    }
}
