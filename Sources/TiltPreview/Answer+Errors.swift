import NIOHTTP1
import TiltCore

extension Answer {
    static let tooLarge = error(
        .payloadTooLarge, code: "too-long", "the body is longer than \(ProtocolVersion.longestLine) bytes",
        hint: "name only the options that change")
    static let headTooLarge = text(
        .requestHeaderFieldsTooLarge,
        "The head of this request is too large: its target and the names and values of its headers "
            + "may have \(HeadLimits.field) bytes each, together \(HeadLimits.all), and there may be "
            + "\(HeadLimits.fields) headers.")
    static let notHTTP = text(.badRequest, "This is no HTTP/1.1 request.")
    static let tooSlow = text(.requestTimeout, "This request did not come within 10 s.")
    static let noRoom = text(
        .serviceUnavailable,
        "This preview has no room for another connection: close a page of it and try again.")
    static let noSuchFile = text(.notFound, "There is no such file.")

    /// An answer that a browser's `EventSource` reads, for it hides the text of errors from the page; it asks again.
    static var tooManyPages: Answer {
        var events = EventQueue()
        events.add("retry: 5000\n")
        let state = DaemonState(
            word: .refused, message: "\(PageRegistry.mostPages) pages are open already", hint: "close one")
        _ = events.add(event: "daemon", data: state.data)
        return Answer(status: .ok, type: "text/event-stream", body: events.take())
    }

    static func unknownPage(_ id: String) -> Answer {
        error(
            .notFound, code: "unknown-page", "there is no page \"\(id.prefix(60))\"",
            hint: "take the page and the token of the stream's first event")
    }

    static func wrongMethod(_ route: Route) -> Answer {
        let methods = route.methods.map(\.rawValue).joined(separator: ", ")
        var answer = text(.methodNotAllowed, "This takes \(methods).")
        answer.headers.append(("Allow", methods))
        return answer
    }

    static let notJSON = error(
        .unsupportedMediaType, code: "not-json", "the body must have Content-Type: application/json",
        hint: "send it with that header")
    static let wrongToken = error(
        .forbidden, code: "wrong-token", "the header X-Tiltshadow-Token is missing or wrong",
        hint: "take the token of the stream's first event")
}
