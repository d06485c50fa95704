import LinuxSystem
import TiltClient
import TiltCore

/// A connection on which a daemon is asked for its status, once or again and again.
final class StatusQuery {
    /// How long an answer may take, in nanoseconds: a daemon that a socket unit starts needs a moment.
    private static let timeout: Int64 = 5_000_000_000
    /// How long a sensor that this connection has woken up may take to be shown as tracking, in nanoseconds.
    private static let wakingUp: Int64 = 2_000_000_000
    /// Between two looks at a sensor that is waking up, in nanoseconds.
    private static let lookInterval: Int64 = 100_000_000

    /// The longest answer, in bytes: tens of thousands of subscribers.
    private static let longestAnswer = 16 << 20

    /// What came of one request.
    private enum Outcome {
        case answered(StatusAnswer)
        case refused(Refusal)
    }

    private let connection: ClientConnection

    /// Connects; with a `rateHz`, asks for so few frames, so that a long look does not drive the daemon.
    init(path: String, rateHz: Double? = nil) throws(ToolError) {
        do throws(ClientError) {
            connection = try ClientConnection(path: path)
            guard let rateHz else { return }
            var change = SubscriptionChange()
            change.rateHz = rateHz
            connection.send(.subscribe(change))
        } catch {
            throw .client(error)
        }
    }

    /// The daemon's status as soon as a sensor tracks, or after two seconds: before somebody connects it may be off.
    ///
    /// A readable `stop` has it taken as it is.
    func settledAnswer(until stop: CInt = -1) throws(ToolError) -> StatusAnswer {
        let end = MonotonicClock.now() + Self.wakingUp
        while true {
            // Asked once more after that time, however long this program had to wait for a processor meanwhile.
            let isLast = MonotonicClock.now() >= end
            let answer = try answer()
            if answer.state == .tracking || answer.state == nil || isLast { return answer }
            if try rest(nanoseconds: Self.lookInterval, until: stop) { return answer }
        }
    }

    /// The daemon's status now, with all details that it knows.
    func answer() throws(ToolError) -> StatusAnswer {
        // A daemon that does not know one of the details, or knows it by its former name, is asked for fewer.
        var fewer = [StatusDetail.former, []]
        var details = StatusDetail.allCases
        while true {
            switch try ask(include: details) {
            case .answered(let answer): return answer
            case .refused(let refusal):
                // Whom it tells nothing it tells no less.
                guard refusal.code != "not-permitted", !fewer.isEmpty else {
                    throw .client(.refused(refusal))
                }
                details = fewer.removeFirst()
            }
        }
    }

    /// Reads what comes and throws it away, for so long or until `stop`, which it tells, or `hurry` is readable.
    func rest(nanoseconds: Int64, until stop: CInt, or hurry: CInt = -1) throws(ToolError) -> Bool {
        let end = MonotonicClock.now() + nanoseconds
        while true {
            let left = end - MonotonicClock.now()
            guard left > 0 else { return false }
            let ready = DescriptorWait.readable([stop, hurry, connection.descriptor], nanoseconds: left)
            if ready[0] || ready[1] { return ready[0] }
            do throws(ClientError) { try connection.receive { _ in } } catch { throw .client(error) }
        }
    }

    private func ask(include details: [StatusDetail]) throws(ToolError) -> Outcome {
        let id = connection.send(.status(include: details))
        let end = MonotonicClock.now() + Self.timeout
        var answer = StatusAnswer()
        var size = 0
        var isWhole = false
        var refusal: Refusal?
        while true {
            let left = end - MonotonicClock.now()
            guard left > 0 else { throw .unanswered(by: connection, after: Self.timeout) }
            guard size <= Self.longestAnswer else { throw .endlessAnswer(path: connection.path) }
            _ = DescriptorWait.readable([connection.descriptor], nanoseconds: left)
            do throws(ClientError) {
                try connection.receive { event in
                    switch event {
                    case .status(let text), .other(_, let text):
                        guard let value = Self.value(text), RequestID(value["id"]) == id else { return }
                        size += text.utf8.count
                        answer.add(text, value)
                        if case .status = event { isWhole = true }
                    case .refused(let other): if other.id == id { refusal = other }
                    case .hello, .frame, .sensor, .accepted, .goodbye: break
                    }
                }
            } catch { throw .client(error) }
            if isWhole { return .answered(answer) }
            if let refusal { return .refused(refusal) }
        }
    }

    private static func value(_ text: String) -> JSONValue? {
        var text = text
        return text.withUTF8 { try? JSONParser.parse($0) }
    }
}
