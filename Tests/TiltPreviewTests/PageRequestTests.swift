import NIOCore
import Testing
import TiltCore

@testable import TiltPreview

@Suite struct `Page request` {
    private func parse(_ body: String) throws(PageRequest.Failure) -> PageRequest {
        try Array(body.utf8).withUnsafeBufferPointer { (bytes) throws(PageRequest.Failure) in
            try PageRequest.parse(bytes)
        }
    }

    struct Good: Sendable {
        var request: String
        var line: String
    }

    static let good = [
        Good(request: #"{"type":"recentre"}"#, line: #"{"id":7,"type":"recentre"}"#),
        Good(
            request: #"{"type":"subscribe","gain":20,"limit":-1.5e-3,"include":["up"],"strict":true}"#,
            line: #"{"id":7,"type":"subscribe","gain":20.0,"limit":-0.0015,"include":["up"],"strict":true}"#),
        // The id is ours, so that pages cannot take each other's answers.
        Good(request: #"{"id":1,"type":"status","id":"x"}"#, line: #"{"id":7,"type":"status"}"#),
        Good(
            request: #"{"a\"\n":{"b":[null,false,"\u00e9\u0001"]}}"#,
            line: #"{"id":7,"a\"\u000a":{"b":[null,false,"é\u0001"]}}"#),
        Good(request: "{}", line: #"{"id":7}"#),
    ]

    @Test(arguments: good)
    func `becomes one line of the protocol with an id of ours`(_ given: Good) throws {
        let request = try parse(#"{"page":"p1","request":\#(given.request)}"#)
        #expect(request.page == "p1")
        let line = String(decoding: request.line(id: 7), as: UTF8.self)
        #expect(line == given.line + "\n")
        #expect(line.filter { $0 == "\n" }.count == 1)
    }

    struct Bad: Sendable {
        var body: String
        var code: String
    }

    static let bad = [
        Bad(body: "", code: "not-json"),
        Bad(body: "{", code: "not-json"),
        Bad(body: #"{"page":"p","request":{"type":"status"}} x"#, code: "not-json"),
        Bad(body: String(repeating: "[", count: 4000), code: "not-json"),
        Bad(body: "[]", code: "missing-page"),
        Bad(body: #"{"page":5,"request":{}}"#, code: "missing-page"),
        Bad(body: #"{"page":"p"}"#, code: "missing-request"),
        Bad(body: #"{"page":"p","request":"status"}"#, code: "missing-request"),
        Bad(body: #"{"page":"p","request":{"include":["up","raw"]}}"#, code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"include":["raw"],"include":["up"]}}"#, code: "not-permitted"),
    ]

    @Test(arguments: bad)
    func `is refused with a code where it is none`(_ given: Bad) {
        do throws(PageRequest.Failure) {
            let request = try parse(given.body)
            Issue.record("taken: \(request)")
        } catch {
            let answer = String(buffer: error.answer.body)
            #expect(answer.contains(#""code":"\#(given.code)""#))
        }
    }
}
