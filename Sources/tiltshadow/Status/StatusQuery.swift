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
    func settledAnswer() throws(ToolError) -> StatusAnswer {
        let end = MonotonicClock.now() + Self.wakingUp
        while true {
            // Asked once more after that time, however long this program had to wait for a processor meanwhile.
            let isLast = MonotonicClock.now() >= end
            let answer = try answer()
            if answer.state == .tracking || answer.state == nil || isLast { return answer }
            _ = try rest(nanoseconds: Self.lookInterval, until: -1)
        }
    }

    /// The daemon's status now, with all details that it knows.
    func answer() throws(ToolError) -> StatusAnswer {
        do throws(ClientError) {
            if let answer = try ask(include: StatusDetail.allCases) { return answer }
            // A daemon that does not know one of the details, or knows it by its former name.
            if let answer = try ask(include: StatusDetail.former) { return answer }
            if let answer = try ask(include: []) { return answer }
            throw .malformed(line: "status was refused")
        } catch {
            throw .client(error)
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

    /// `nil` where the request was refused.
    private func ask(include details: [StatusDetail]) throws(ClientError) -> StatusAnswer? {
        let id = connection.send(.status(include: details))
        let end = MonotonicClock.now() + Self.timeout
        var answer = StatusAnswer()
        var size = 0
        var isWhole = false
        var isRefused = false
        while !isWhole, !isRefused {
            let left = end - MonotonicClock.now()
            guard left > 0, size <= Self.longestAnswer else { throw .silent(path: connection.path) }
            _ = DescriptorWait.readable([connection.descriptor], nanoseconds: left)
            try connection.receive { event in
                switch event {
                case .status(let text), .other(_, let text):
                    guard let value = Self.value(text), RequestID(value["id"]) == id else { return }
                    size += text.utf8.count
                    answer.add(text, value)
                    if case .status = event { isWhole = true }
                case .refused(let refusal): if refusal.id == id { isRefused = true }
                case .hello, .frame, .sensor, .accepted, .goodbye: break
                }
            }
        }
        return isWhole ? answer : nil
    }

    private static func value(_ text: String) -> JSONValue? {
        var text = text
        return text.withUTF8 { try? JSONParser.parse($0) }
    }
}
