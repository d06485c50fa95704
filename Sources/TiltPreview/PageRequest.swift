import NIOHTTP1
import TiltCore

/// What a page asks of the daemon: `{"page":"…","request":{"type":"subscribe","gain":20}}`.
struct PageRequest: Equatable {
    /// The page that asks.
    let page: String
    /// The members of the request, without an id.
    let members: [JSONValue.Member]

    /// Why a body is no request.
    enum Failure: Error, Equatable {
        case notJSON(JSONError)
        case missing(String)
        case notPermitted(String)
        case wrongValue(ControlError)
    }

    /// Reads a body.
    static func parse(_ body: UnsafeBufferPointer<UInt8>) throws(Failure) -> PageRequest {
        let value: JSONValue
        do throws(JSONError) { value = try JSONParser.parse(body) } catch { throw .notJSON(error) }
        guard let page = value["page"]?.string else { throw .missing("page") }
        guard case .object(let members)? = value["request"] else { throw .missing("request") }
        try PageRules.check(members)
        return PageRequest(page: page, members: members.filter { $0.key != "id" })
    }

    /// The request as a line for the daemon, LF included.
    func line(id: Int64) -> [UInt8] {
        var line = TiltCore.ByteBuffer()
        line.append(#"{"id":"#)
        line.append(id)
        for member in members {
            line.append(",")
            line.append(json: member.key)
            line.append(":")
            JSONText.append(member.value, to: &line)
        }
        line.append("}\n")
        return line.bytes
    }
}

extension PageRequest.Failure {
    /// The answer to such a body.
    var answer: Answer {
        switch self {
        case .notJSON(let error):
            .error(
                .badRequest, code: "not-json", error.description,
                hint: #"send {"page":"…","request":{"type":"recentre"}}"#)
        case .missing(let key):
            .error(
                .badRequest, code: "missing-\(key)",
                "the \(key == "type" ? "request" : "body") has no \"\(key)\"",
                hint: #"send {"page":"…","request":{"type":"recentre"}}"#)
        case .notPermitted(let what):
            .error(
                .unprocessableEntity, code: "not-permitted", "\(what.excerpt): pages may not ask for this",
                hint: "ask the daemon's socket, which knows who asks")
        case .wrongValue(let error):
            .error(
                .unprocessableEntity, code: error.code, error.description,
                hint: error.code == "out-of-range"
                    ? "see the range; of gain and limit the daemon's own socket takes more" : error.hint)
        }
    }
}
