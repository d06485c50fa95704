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
            request:
                #"{"type":"subscribe","gain":60,"limit":1.5e-3,"include":["up"],"mapping":"a\"\n\u00e9\u0001"}"#,
            line:
                #"{"id":7,"type":"subscribe","gain":60,"limit":0.0015,"include":["up"],"mapping":"a\"\u000aé\u0001"}"#
        ),
        // The id is ours, so that pages cannot take each other's answers.
        Good(request: #"{"id":1,"type":"recentre","id":"x"}"#, line: #"{"id":7,"type":"recentre"}"#),
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
        Bad(body: #"{"page":"p","request":{"type":"recentre","scope":"all"}}"#, code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"type":"recentre","scope":"own"}}"#, code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"type":"status"}}"#, code: "not-permitted"),
        Bad(
            body: #"{"page":"p","request":{"type":"status","include":["subscribers"]}}"#,
            code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"type":"recentre","type":"status"}}"#, code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"type":"pause"}}"#, code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"type":"resume"}}"#, code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"type":"rotate","degrees":90}}"#, code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"type":"map"}}"#, code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"type":5}}"#, code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","rate_hz":201}}"#, code: "out-of-range"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","when":"always"}}"#, code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","phase_ns":1}}"#, code: "not-permitted"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","mapping":5}}"#, code: "wrong-kind"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","rate_hz":"50"}}"#, code: "wrong-kind"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","gain":null}}"#, code: "wrong-kind"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","gain":1000}}"#, code: "out-of-range"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","gain":-10}}"#, code: "out-of-range"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","gain":99,"gain":10}}"#, code: "out-of-range"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","limit":1000}}"#, code: "out-of-range"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","lookahead_ms":101}}"#, code: "out-of-range"),
        Bad(body: #"{"page":"p","request":{}}"#, code: "missing-type"),
        Bad(body: #"{"page":"p","request":{"gain":10}}"#, code: "missing-type"),
        Bad(body: #"{"page":"p","request":{"type":"subscribe","include":"raw"}}"#, code: "not-permitted"),
        Bad(
            body: #"{"page":"p","request":{"type":"subscribe","include":["up","raw"]}}"#,
            code: "not-permitted"),
        Bad(
            body: #"{"page":"p","request":{"type":"subscribe","include":["raw"],"include":["up"]}}"#,
            code: "not-permitted"),
    ]

    /// The controls of the page are in its settings.js, which no Swift can read but as text.
    @Test func `may hold what the page's own controls ask for, and no more`() throws {
        let file = try #require(PageFiles(directory: nil)["settings.js"])
        let script = String(buffer: file.content)
        let row =
            /\["(?<key>[a-z_]+)", "[A-Za-z]+", "[A-Za-z\/]+", (?<low>[0-9]+), (?<high>[0-9]+), [0-9]+, [0-9]+\]/
        let sliders = script.matches(of: row).map { "\($0.key) \($0.low) \($0.high)" }
        let rules = PageRules.numbers.filter { $0.key != "display_rotation" }
            .map { "\($0.key) \($0.range.lowerBound.shortText) \($0.range.upperBound.shortText)" }
        #expect(sliders == rules && rules.count == 4)
        let choice = /\n  \["(?<key>[a-z_]+)", "[A-Za-z ]+", \[\[/
        #expect(script.matches(of: choice).map { String($0.key) } == PageRules.words)
    }

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
