import Testing

@testable import TiltCore

@Suite struct `Control message` {
    private static func parse(_ line: String) -> Result<ControlMessage, ControlFailure> {
        withBytes(line) { ControlMessage.parse($0) }
    }

    @Test(
        arguments: [
            (#"{"type":"recentre"}"#, ControlMessage(request: .recentre(.own))),
            (#"{"type":"recentre","scope":"own"}"#, ControlMessage(request: .recentre(.own))),
            (
                #"{"type":"recentre","scope":"all","x":1}"#,
                ControlMessage(request: .recentre(.all), ignored: ["x"])
            ),
            (#"{"type":"rotate","degrees":90}"#, ControlMessage(request: .rotate(Rotate(.quarter, .own)))),
            (
                #"{"type":"rotate","degrees":1.8e2,"scope":"all","id":7}"#,
                ControlMessage(request: .rotate(Rotate(.half, .all)), id: .number(7))
            ),
            (#"{"type":"map"}"#, ControlMessage(request: .map(PageDemand()))),
            (
                #"{"type":"map","rate_hz":144,"gain":2,"id":7}"#,
                ControlMessage(request: .map(PageDemand(rateHz: 144)), id: .number(7), ignored: ["gain"])
            ),
            (
                #"{"type":"map","when":"changed"}"#,
                ControlMessage(request: .map(PageDemand(when: .changed)))
            ),
            (#"{"type":"pause","id":7}"#, ControlMessage(request: .pause, id: .number(7))),
            (#"{"id":"a","type":"resume"}"#, ControlMessage(request: .resume, id: .text("a"))),
            (
                #" {"type":"status","unknown":[{"deep":null}]} "#,
                ControlMessage(request: .status(include: []), ignored: ["unknown"])
            ),
            (#"{"type":"status","include":[]}"#, ControlMessage(request: .status(include: []))),
            (
                #"{"type":"status","id":7,"include":["recovery","candidates","recovery"]}"#,
                ControlMessage(request: .status(include: [.candidates, .recovery]), id: .number(7))
            ),
            (
                #"{"type":"status","include":["healing","candidates"]}"#,
                ControlMessage(request: .status(include: [.candidates, .healing]))
            ),
            (#"{"type":"subscribe"}"#, ControlMessage(request: .subscribe(SubscriptionChange()))),
            (#"{"type":"pause","type":"resume"}"#, ControlMessage(request: .resume)),
            (
                #"{"type":"pause","id":-9007199254740992}"#,
                ControlMessage(request: .pause, id: .number(-1 << 53))
            ),
        ] as [(String, ControlMessage)])
    func `reads every request`(line: String, message: ControlMessage) {
        #expect(Self.parse(line) == .success(message))
    }

    private static let options: [(String, @Sendable (inout SubscriptionChange) -> Void)] = [
        (#"{"phase_ns":9007199254740993}"#, { $0.phase = 9_007_199_254_740_993 }),
        (#"{"phase_ns":900719925474099300000000000000000000e-20}"#, { $0.phase = 9_007_199_254_740_993 }),
        (#"{"rate_hz":25}"#, { $0.rateHz = 25 }), (#"{"rate_hz":1}"#, { $0.rateHz = 1 }),
        (#"{"rate_hz":200}"#, { $0.rateHz = 200 }), (#"{"gain":-20.5}"#, { $0.gain = -20.5 }),
        (#"{"limit":0}"#, { $0.limit = 0 }), (#"{"lookahead_ms":16}"#, { $0.lookaheadMilliseconds = 16 }),
        (#"{"mapping":"projection"}"#, { $0.mapping = .projection }),
        (#"{"mapping":"euler"}"#, { $0.mapping = .euler }),
        // As 0.1.0 called it.
        (#"{"mapping":"seed"}"#, { $0.mapping = .euler }),
        (#"{"reference":"relative"}"#, { $0.reference = .relative }),
        (#"{"reference":"startup"}"#, { $0.reference = .startup }),
        (#"{"display_rotation":90}"#, { $0.displayRotation = .quarter }),
        (#"{"moves":false}"#, { $0.moves = false }),
        (#"{"display_rotation":2.7e2}"#, { $0.displayRotation = .threeQuarters }),
        (#"{"include":["up"]}"#, { $0.include = .up }),
        (#"{"include":["raw"]}"#, { $0.include = .raw }),
        (#"{"include":["raw","up"]}"#, { $0.include = [.up, .raw] }),
        (#"{"include":[]}"#, { $0.include = [] }),
        (#"{"when":"changed"}"#, { $0.when = .changed }), (#"{"when":"always"}"#, { $0.when = .always }),
        (#"{"strict":true}"#, { $0.isStrict = true }),
        (
            #"{"rate_hz":25,"gain":20,"limit":24,"when":"changed"}"#,
            {
                $0.rateHz = 25
                $0.gain = 20
                $0.limit = 24
                $0.when = .changed
            }
        ),
    ]

    @Test(arguments: options)
    func `reads every option`(options: String, expect: @Sendable (inout SubscriptionChange) -> Void) {
        var change = SubscriptionChange()
        expect(&change)
        let line = #"{"type":"subscribe","# + options.dropFirst()
        #expect(Self.parse(line) == .success(ControlMessage(request: .subscribe(change))))
    }

    /// A request's keys besides its type, and those of them that mean nothing.
    @Test(
        arguments: [
            (#""type":"subscribe","gian":20,"gain":20"#, ["gian"]),
            (#""type":"subscribe","scope":"all","x":1,"x":2,"base":[1,2]"#, ["scope", "x", "base"]),
            (#""type":"recentre","scope":"all","gain":3"#, ["gain"]),
            (#""type":"rotate","degrees":0,"display_rotation":90"#, ["display_rotation"]),
            (#""type":"pause","include":[]"#, ["include"]),
            (#""type":"status","include":[],"id":7"#, []),
            (#""type":"subscribe","Type":1,"":2,"\u001b":3"#, ["Type", "", "\\u{1b}"]),
        ])
    func `names the keys it ignores`(keys: String, ignored: [String]) throws {
        #expect(try Self.parse("{\(keys)}").get().ignored == ignored)
    }

    @Test func `names eight ignored keys at most, each cut`() throws {
        let keys = (1...20).map { "\"\($0)\(String(repeating: "k", count: 100))\":0" }
        let ignored = try Self.parse(#"{"type":"subscribe","# + keys.joined(separator: ",") + "}").get()
            .ignored
        #expect(ignored.count == 8 && ignored.allSatisfy { $0.utf8.count <= 60 })
    }

    /// One bad request, the code it gets and the start of the message.
    @Test(
        arguments: [
            ("garbage", "not-json", "not JSON at byte 1"),
            ("", "not-json", "not JSON at byte 1"),
            ("{\"type\":\"pau", "not-json", "not JSON at byte 13"),
            ("[1,2]", "not-json", "the line is an array, expected an object"),
            ("7", "not-json", "the line is the number 7, expected"),
            ("{}", "missing-type", "the request has no \"type\""),
            (#"{"type":1}"#, "wrong-kind", "type is the number 1, expected a string"),
            (#"{"type":"recentre","scope":1}"#, "wrong-kind", "scope is the number 1, expected a string"),
            (
                #"{"type":"recentre","scope":"everybody"}"#, "unknown-word",
                #"scope "everybody": expected own, all"#
            ),
            (#"{"type":"rotate"}"#, "wrong-kind", "degrees is missing, expected one of 0, 90, 180, 270"),
            (#"{"type":"rotate","degrees":45}"#, "unknown-word", #"degrees "45": expected 0, 90, 180, 270"#),
            (
                #"{"type":"rotate","degrees":-90}"#, "unknown-word",
                #"degrees "-90": expected 0, 90, 180, 270"#
            ),
            (
                #"{"type":"rotate","degrees":"90"}"#, "wrong-kind",
                #"degrees is the string "90", expected a number"#
            ),
            (
                #"{"type":"rotate","degrees":90,"degrees":180}"#, "wrong-kind",
                "degrees is there more than once, expected one of 0, 90, 180, 270"
            ),
            (
                #"{"type":"rotate","degrees":90,"scope":"me"}"#, "unknown-word",
                #"scope "me": expected own, all"#
            ),
            (#"{"type":"map","rate_hz":201}"#, "out-of-range", "rate_hz 201: expected 1 to 200"),
            (#"{"type":"map","when":"still"}"#, "unknown-word", #"when "still": expected always, changed"#),
            (#"{"type":"map","when":1}"#, "wrong-kind", "when is the number 1, expected a string"),
            (#"{"type":"map","rate_hz":null}"#, "wrong-kind", "rate_hz is null, expected a number"),
            (
                #"{"type":"subscribe","rotation":90}"#, "wrong-kind",
                "rotation is the number 90, expected a string"
            ),
            (#"{"type":"stop"}"#, "unknown-word", #"type "stop": expected subscribe, recentre, rotate"#),
            (#"{"type":"pause","id":1.5}"#, "wrong-kind", "id is 1.5, expected a whole number from -2^53"),
            (#"{"type":"pause","id":1e300}"#, "wrong-kind", "id is 1e+300, expected"),
            (#"{"type":"pause","id":9007199254740993}"#, "wrong-kind", "id is 9007199254740993, expected"),
            (
                #"{"type":"pause","id":"\#(String(repeating: "x", count: 65))"}"#, "wrong-kind",
                "id is a string of 65 bytes, expected a whole number from -2^53 to 2^53 or a string of at most 64 bytes"
            ),
            (#"{"type":"pause","id":null}"#, "wrong-kind", "id is null"),
            (#"{"type":"pause","id":{}}"#, "wrong-kind", "id is an object"),
            (#"{"type":"subscribe","rate_hz":900}"#, "out-of-range", "rate_hz 900: expected 1 to 200"),
            (
                #"{"type":"subscribe","phase_ns":1000.5}"#, "out-of-range",
                "phase_ns 1000.5: expected a whole number from -9223372036854775808 to 9223372036854775807"
            ),
            (
                #"{"type":"subscribe","phase_ns":1000.00000000000000000001}"#, "out-of-range",
                "phase_ns 1000 and a fraction: expected a whole number"
            ),
            (
                #"{"type":"subscribe","phase_ns":5e-400}"#, "out-of-range",
                "phase_ns 0 and a fraction: expected a whole number"
            ),
            (
                #"{"type":"subscribe","phase_ns":-9223372036854775809}"#, "out-of-range",
                "phase_ns -9.223372036854776e+18: expected a whole number from -9223372036854775808"
            ),
            (
                #"{"type":"subscribe","phase_ns":1e-20}"#, "out-of-range",
                "phase_ns 1e-20: expected a whole number"
            ),
            (
                #"{"type":"subscribe","phase_ns":true}"#, "wrong-kind",
                "phase_ns is true, expected a whole number"
            ),
            (#"{"type":"subscribe","rate_hz":0}"#, "out-of-range", "rate_hz 0: expected 1 to 200"),
            (
                #"{"type":"subscribe","rate_hz":"50"}"#, "wrong-kind",
                #"rate_hz is the string "50", expected a number"#
            ),
            (#"{"type":"subscribe","gain":1001}"#, "out-of-range", "gain 1001: expected -1000 to 1000"),
            (#"{"type":"subscribe","limit":-0.5}"#, "out-of-range", "limit -0.5: expected 0 to 1000"),
            (
                #"{"type":"subscribe","lookahead_ms":101}"#, "out-of-range",
                "lookahead_ms 101: expected 0 to 100"
            ),
            (
                #"{"type":"subscribe","mapping":"sphere"}"#, "unknown-word",
                #"mapping "sphere": expected tilt, "#
            ),
            (
                #"{"type":"subscribe","mapping":true}"#, "wrong-kind",
                "mapping is true, expected a string"
            ),
            (#"{"type":"subscribe","reference":""}"#, "unknown-word", #"reference "": expected absolute, "#),
            (
                #"{"type":"subscribe","when":"never"}"#, "unknown-word",
                #"when "never": expected always, changed"#
            ),
            (
                #"{"type":"subscribe","display_rotation":45}"#, "unknown-word",
                #"display_rotation "45": expected 0, 90"#
            ),
            (
                #"{"type":"subscribe","display_rotation":360}"#, "unknown-word",
                #"display_rotation "360": expected 0, 90"#
            ),
            (
                #"{"type":"subscribe","include":"up"}"#, "wrong-kind",
                #"include is the string "up", expected an array"#
            ),
            (
                #"{"type":"subscribe","include":[1]}"#, "wrong-kind",
                "include is an array with the number 1, expected an array"
            ),
            (
                #"{"type":"subscribe","include":["down"]}"#, "unknown-word",
                #"include "down": expected up, raw"#
            ),
            (
                #"{"type":"subscribe","strict":1}"#, "wrong-kind",
                "strict is the number 1, expected true or false"
            ),
            (
                #"{"type":"subscribe","gain":1e999}"#, "not-json",
                "not JSON at byte 33: expected a finite number"
            ),
        ] as [(String, String, String)])
    func `refuses what it cannot mean, with a code and a message`(line: String, code: String, message: String)
    {
        guard case .failure(let failure) = Self.parse(line) else {
            Issue.record("accepted")
            return
        }
        #expect(failure.error.code == code)
        #expect(failure.error.description.hasPrefix(message))
        #expect(!failure.error.hint.isEmpty && !failure.error.isFatal)
    }

    @Test(
        arguments: [
            (#"{"type":"stop","id":7}"#, RequestID.number(7)), (#"{"id":"x","rate_hz":1}"#, .text("x")),
            (#"{"type":"subscribe","gain":null,"id":0}"#, .number(0)), (#"{"type":"stop","id":1.5}"#, nil),
            ("[", nil),
        ] as [(String, RequestID?)])
    func `carries the id of a refused request where that could be read`(line: String, id: RequestID?) {
        guard case .failure(let failure) = Self.parse(line) else {
            Issue.record("accepted")
            return
        }
        #expect(failure.id == id)
    }

    @Test func `takes ids of 64 bytes and no more`() {
        let id = String(repeating: "é", count: 32)
        #expect(RequestID(.string(id)) == .text(id))
        #expect(RequestID(.string(id + "x")) == nil)
    }

    @Test func `quotes at most 60 bytes of what a stranger sent`() {
        let word = String(repeating: "x", count: 3000)
        guard case .failure(let failure) = Self.parse(#"{"type":"\#(word)"}"#) else { return }
        #expect(failure.error.description.utf8.count < 140)
    }
}
