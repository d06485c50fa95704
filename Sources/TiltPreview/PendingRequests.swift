import NIOCore
import NIOHTTP1
import TiltCore

/// Requests of a page that the daemon has yet to answer.
final class PendingRequests {
    private struct Entry {
        let timer: Scheduled<Void>
        let answer: (Answer) -> Void
    }

    /// The most at a time.
    private static let limit = 16
    /// How long the daemon may take.
    private static let timeout = TimeAmount.seconds(5)

    private let loop: any EventLoop
    private var allowance = RequestAllowance()
    private var lastID: Int64 = 0
    private var entries: [Int64: Entry] = [:]

    init(loop: any EventLoop) { self.loop = loop }

    /// The line to send for a request; `nil` where `answer` has told already why it is not sent.
    func add(_ request: PageRequest, _ answer: @escaping (Answer) -> Void) -> [UInt8]? {
        guard entries.count < Self.limit, allowance.spend(at: .now()) else {
            answer(Self.tooMany)
            return nil
        }
        let id = lastID + 1
        let line = request.line(id: id)
        guard line.count <= ProtocolVersion.longestLine else {
            answer(Self.tooLong)
            return nil
        }
        lastID = id
        let timer = loop.assumeIsolated().scheduleTask(in: Self.timeout) { [weak self] in
            guard let entry = self?.entries.removeValue(forKey: id) else { return }
            entry.answer(Self.late)
        }
        entries[id] = Entry(timer: timer, answer: answer)
        return line
    }

    /// Takes an answer of the daemon where it is one to these requests.
    func answer(with line: UnsafeBufferPointer<UInt8>) {
        guard !entries.isEmpty, let message = try? JSONParser.parse(line),
            case .number(let id)? = RequestID(message["id"]),
            let entry = entries.removeValue(forKey: id)
        else { return }
        entry.timer.cancel()
        let isRefusal = message["type"]?.string == "error"
        entry.answer(.line(isRefusal ? .unprocessableEntity : .ok, Array(line)))
    }

    /// Tells all that there is no daemon.
    func failAll(with state: DaemonState?) {
        let waiting = entries.values
        entries = [:]
        for entry in waiting {
            entry.timer.cancel()
            entry.answer(Self.unavailable(state))
        }
    }

    /// The answer while there is no daemon.
    static func unavailable(_ state: DaemonState?) -> Answer {
        .error(
            .serviceUnavailable, code: "no-daemon", state?.message ?? "the daemon has not answered yet",
            hint: state?.hint ?? "ask again in a moment")
    }

    private static let tooMany = Answer.error(
        .tooManyRequests, code: "too-many-requests",
        "more than \(Int(RequestAllowance.perSecond)) requests a second",
        hint: "ask once; options stay in force")
    private static let tooLong = Answer.error(
        .payloadTooLarge, code: "too-long",
        "the request makes a line of more than \(ProtocolVersion.longestLine) bytes",
        hint: "name only the options that change")
    private static let late = Answer.error(
        .serviceUnavailable, code: "no-answer", "the daemon did not answer within 5 s",
        hint: "see what the daemon is doing: `tiltshadow doctor`")
}
