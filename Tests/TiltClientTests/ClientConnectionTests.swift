import Testing
import TiltCore

@testable import TiltClient

@Suite struct `Client connection` {
    let directory: ScratchDirectory
    let path: String
    let daemon: FakeDaemon
    let connection: ClientConnection

    init() throws {
        directory = try ScratchDirectory()
        path = directory.path + "/s"
        daemon = try FakeDaemon(path)
        connection = try ClientConnection(path: path)
        try daemon.accept()
    }

    func receive() throws(ClientError) -> [ClientEvent] {
        var events: [ClientEvent] = []
        try connection.receive { events.append($0) }
        return events
    }

    @Test func `reads hello, with the look of the shadow and the sensor`() throws {
        daemon.say(FakeDaemon.hello)
        let sensor = SensorSummary(id: "a", name: "b", kind: "evdev", hasGyroscope: true)
        let hello = Hello(
            protocolVersion: 1, server: "tiltshadow 0.1.0", rateHz: 50, gain: 10, blurPixels: 16,
            opacity: 0.35,
            sensor: sensor)
        #expect(try receive() == [.hello(hello)])
        #expect(connection.hello == hello)
    }

    @Test func `puts together a frame that comes byte by byte`() throws {
        daemon.say(FakeDaemon.hello)
        _ = try receive()
        var events: [ClientEvent] = []
        for byte in FakeDaemon.frame(7) {
            daemon.say(String(byte))
            events += try receive()
        }
        let frame = Frame(
            sequence: 7, time: Timestamp(nanoseconds: 81_234_567_890_123), state: .tracking,
            offset: ShadowOffset(x: 1.75, y: -0.52), tilt: Tilt(pitch: -0.0524, roll: 0.1745))
        #expect(events == [.frame(frame, dropped: 0)])
    }

    static let messages: [(String, ClientEvent)] = [
        (
            #"{"type":"sensor","event":"lost","reason":"unplugged"}"#,
            .sensor(SensorNotice(event: "lost", reason: "unplugged"))
        ),
        (
            #"{"type":"error","id":7,"code":"c","message":"m","hint":"h"}"#,
            .refused(Refusal(id: .number(7), code: "c", message: "m", hint: "h"))
        ),
        (#"{"type":"goodbye","reason":"stopping"}"#, .goodbye(reason: "stopping")),
        (
            #"{"type":"ok","ignored":["gian",7,"\u009b"]}"#,
            .accepted(
                id: nil, ignored: ["gian", "\\u{9b}"],
                text: #"{"type":"ok","ignored":["gian",7,"\u009b"]}"#)
        ),
        (
            #"{"type":"ok","id":"x"}"#,
            .accepted(id: .text("x"), ignored: [], text: #"{"type":"ok","id":"x"}"#)
        ),
        (#"{"type":"status","a":1}"#, .status(text: #"{"type":"status","a":1}"#)),
        (#"{"type":"weather","sun":true}"#, .other(type: "weather", text: #"{"type":"weather","sun":true}"#)),
        (
            #"{"type":"frame","seq":1,"t_ns":2,"state":"none","x":0,"y":4,"up":[0,0,1],"dropped":3,"new":[]}"#,
            .frame(
                Frame(
                    sequence: 1, time: Timestamp(nanoseconds: 2), state: .none,
                    offset: ShadowOffset(x: 0, y: 4),
                    up: Up(x: 0, y: 0, z: 1)), dropped: 3)
        ),
    ]

    @Test(arguments: messages)
    func `reads every kind of message`(line: String, event: ClientEvent) throws {
        daemon.say(FakeDaemon.hello + line + "\n")
        #expect(try receive().last == event)
    }

    @Test func `reads instants to the last digit, and which one a frame is for`() throws {
        let line = FakeDaemon.frame(1).replacing(
            "81234567890123", with: #"9007199254740993,"for_ns":9007199272407659"#)
        daemon.say(FakeDaemon.hello + line)
        guard case .frame(let frame, _)? = try receive().last else {
            Issue.record("no frame")
            return
        }
        #expect(frame.time.nanoseconds == 9_007_199_254_740_993)
        #expect(frame.target?.nanoseconds == 9_007_199_272_407_659)
    }

    static let refusals: [(String, ClientError)] = [
        ("SSH-2.0-OpenSSH_9.2\n", .notTiltshadow(firstLine: "SSH-2.0-OpenSSH_9.2")),
        (FakeDaemon.frame(1), .notTiltshadow(firstLine: FakeDaemon.frame(1).prefix(57) + "…")),
        (
            "{\"type\":\"hello\",\"protocol\":2,\"server\":\"tiltshadow 9\"}\n",
            .unsupportedVersion(found: 2, supported: 1, server: "tiltshadow 9")
        ),
        (
            "{\"type\":\"error\",\"code\":\"too-many\",\"message\":\"full\",\"hint\":\"wait\"}\n",
            .refused(Refusal(id: nil, code: "too-many", message: "full", hint: "wait"))
        ),
        (
            FakeDaemon.hello + String(repeating: "x", count: 5000),
            .notTiltshadow(firstLine: String(repeating: "x", count: 57) + "…")
        ),
    ]

    @Test func `leaves out a line that makes no sense`() throws {
        daemon.say(
            FakeDaemon.hello + "}{\n" + "[{\"type\":\"frame\"}]\n" + "{\"seq\":1}\n" + FakeDaemon.frame(7))
        let events = try receive()
        guard events.count == 2, case .frame(let frame, _)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(frame.sequence == 7)
    }

    @Test func `has every text of the daemon fit for a terminal`() throws {
        let raw = "\u{9b}2J\u{202e}\\n\\u001b"
        let shown = #"\u{9b}2J\u{202e}\u{a}\u{1b}"#
        daemon.say(
            FakeDaemon.hello
                .replacing("tiltshadow 0.1.0", with: raw).replacing("\"id\":\"a\"", with: "\"id\":\"\(raw)\"")
                + #"{"type":"sensor","event":"\#(raw)","reason":"\#(raw)","sensor":{"id":"\#(raw)"}}"# + "\n"
                + #"{"type":"error","code":"\#(raw)","message":"\#(raw)","hint":"\#(raw)"}"# + "\n"
                + #"{"type":"goodbye","reason":"\#(raw)"}"# + "\n" + #"{"type":"\#(raw)","a":"\#(raw)"}"#
                + "\n")
        let events = try receive()
        #expect(connection.hello?.server == shown && connection.hello?.sensor?.id == shown)
        let sensor = SensorSummary(id: shown, name: shown, kind: "", hasGyroscope: false)
        // Lines that are handed on whole say the same in JSON.
        let json = #"\u009b2J\u202e\n\u001b"#
        #expect(
            Array(events.dropFirst()) == [
                .sensor(SensorNotice(event: shown, reason: shown, sensor: sensor)),
                .refused(Refusal(id: nil, code: shown, message: shown, hint: shown)), .goodbye(reason: shown),
                .other(type: shown, text: #"{"type":"\#(json)","a":"\#(json)"}"#),
            ])
        let error = ClientError.noSocket(path: raw)
        #expect(error.description.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f })
    }

    @Test func `comes back from a daemon that floods`() throws {
        daemon.say(FakeDaemon.hello)
        _ = try receive()
        let frame = FakeDaemon.frame(1)
        let count = 2 * ClientConnection.mostBytes / frame.utf8.count
        // At once, or the kernel's own books would make it more than a socket holds.
        daemon.say(String(repeating: frame, count: count))
        // What is read in a call is more by less than one chunk.
        let first = try receive()
        #expect(first.count * frame.utf8.count < ClientConnection.mostBytes * 3 / 2)
        var rest = 0
        while DescriptorWait.readable([connection.descriptor], nanoseconds: 0)[0] {
            rest += try receive().count
        }
        #expect(!first.isEmpty && rest > 0 && first.count + rest == count)
    }

    @Test(arguments: refusals)
    func `refuses what is not the protocol, quoting it`(text: String, error: ClientError) throws {
        daemon.say(text)
        // The line that is too long has no end yet; it gets one here.
        if !text.hasSuffix("\n") { daemon.say("\n") }
        #expect(throws: error) { try receive() }
    }

    @Test(arguments: [
        #"{"type":"frame","seq":1,"t_ns":2,"state":"calibrating","x":0,"y":4}"#,
        #"{"type":"frame","seq":-1}"#, #"{"type":"sensor","event":7}"#,
        #"{"type":"error","code":["new"]}"#, #"{"type":"hello","protocol":1.5}"#,
    ])
    func `leaves out what only a newer daemon understands`(line: String) throws {
        daemon.say(FakeDaemon.hello + line + "\n" + FakeDaemon.frame(2))
        let events = try receive()
        #expect(events.count == 2)
        guard case .frame(let frame, dropped: 0)? = events.last else {
            Issue.record("no frame, but \(events)")
            return
        }
        #expect(frame.sequence == 2)
    }

    @Test(arguments: [
        ("81234567890123", "9223372036854775807"), ("81234567890123", "-9223372036854775808"),
        ("81234567890123", "4611686018427387904"), (#""seq":1,"#, #""seq":18446744073709549568,"#),
        (#""seq":1,"#, #""seq":9223372036854775807,"#), (#""seq":1,"#, #""seq":1.5,"#),
        (#""y":-0.52"#, #""y":1e308"#), (#""y":-0.52"#, #""y":-1000000001"#),
    ])
    func `leaves out a frame with a number that no daemon has`(usual: String, extreme: String) throws {
        let line = FakeDaemon.frame(1).replacing(usual, with: extreme)
        try #require(line != FakeDaemon.frame(1))
        daemon.say(FakeDaemon.hello + line + FakeDaemon.frame(2))
        let events = try receive()
        #expect(events.count == 2, "\(events)")
        guard case .frame(let frame, _)? = events.last else {
            Issue.record("no frame, but \(events)")
            return
        }
        #expect(frame.sequence == 2)
    }

    /// What is printed of it anew, as `watch --json` does, is the very line.
    @Test func `keeps all that a frame says`() throws {
        let line =
            #"{"type":"frame","seq":7,"t_ns":81234567890123,"for_ns":81234577890123,"state":"tracking","#
            + #""x":1.75,"y":-0.52,"pitch_rad":-0.0524,"roll_rad":0.1745,"up":[-0.1700,-0.0500,0.9800],"still":true,"dropped":3}"#
            + "\n"
        daemon.say(FakeDaemon.hello + line)
        guard case .frame(let frame, let dropped)? = try receive().last else {
            Issue.record("no frame")
            return
        }
        var again = ByteBuffer()
        FrameEncoder.appendJSON(frame, dropped: dropped, to: &again)
        #expect(frame.isStill && again.text == line)
    }

    @Test func `reads a frame without what is no number of its kind, and a hello with the usual ones`() throws
    {
        daemon.say(
            #"{"type":"hello","protocol":1,"server":"s","rate_hz":1e-308,"gain":1e308,"#
                + #""shadow":{"blur_px":1e308,"opacity":-1e308}}"# + "\n"
                + #"{"type":"frame","seq":1,"t_ns":2,"for_ns":9223372036854775807,"state":"tracking","x":1,"y":2,"#
                + #""pitch_rad":1e308,"roll_rad":0,"up":[1e308,0,0],"dropped":18446744073709549568,"#
                + #""raw":{"t_ns":-9223372036854775808}}"# + "\n")
        let events = try receive()
        let frame = Frame(
            sequence: 1, time: Timestamp(nanoseconds: 2), state: .tracking, offset: ShadowOffset(x: 1, y: 2))
        #expect(events.last == .frame(frame, dropped: 0))
        guard case .hello(let hello)? = events.first else {
            Issue.record("no hello, but \(events)")
            return
        }
        #expect(hello.rateHz == 50 && hello.gain == 10 && hello.blurPixels == nil && hello.opacity == nil)
    }

    @Test func `hears who hung up before it could ask`() throws {
        daemon.say(FakeDaemon.hello + #"{"type":"goodbye","reason":"too many"}"# + "\n")
        daemon.hangUp()
        connection.send(.recentre)
        var events: [ClientEvent] = []
        try connection.receive { events.append($0) }
        #expect(events.count == 2)
        #expect(throws: ClientError.closed(reason: "too many")) {
            try connection.receive { events.append($0) }
        }
    }

    /// A caller that is thrown at has no time to look at what it was handed: an answer that it was waiting for.
    @Test func `hands out the last words, and reports the end when it is asked again`() throws {
        daemon.say(FakeDaemon.hello + FakeDaemon.frame(1) + #"{"type":"goodbye","reason":"stopping"}"# + "\n")
        daemon.hangUp()
        var events: [ClientEvent] = []
        try connection.receive { events.append($0) }
        #expect(events.count == 3)
        for _ in 0..<2 {
            #expect(DescriptorWait.readable([connection.descriptor], nanoseconds: 0)[0])
            #expect(throws: ClientError.closed(reason: "stopping")) {
                try connection.receive { events.append($0) }
            }
        }
        #expect(events.count == 3)
    }

    @Test func `sends every option of a subscription, and nothing that was not set`() throws {
        var all = SubscriptionChange()
        all.rateHz = 25
        all.phase = 9_007_199_254_740_993
        all.gain = 20
        all.limit = 24
        all.lookaheadMilliseconds = 16
        all.mapping = .projection
        all.reference = .relative
        all.displayRotation = .quarter
        all.rotation = .follow
        all.moves = false
        all.include = [.up, .raw]
        all.when = .changed
        all.assistsYaw = true
        all.isStrict = true
        var line = try sent(.subscribe(all))
        guard case .success(let message) = line.withUTF8({ ControlMessage.parse($0) }) else {
            Issue.record("cannot be parsed: \(line)")
            return
        }
        #expect(message.request == .subscribe(all))
        #expect(message.id == .number(1))
        #expect(try sent(.subscribe(SubscriptionChange())) == #"{"type":"subscribe","id":2}"#)
        #expect(try sent(.recentre) == #"{"type":"recentre","id":3}"#)
        #expect(try sent(.recentreAll) == #"{"type":"recentre","id":4,"scope":"all"}"#)
        #expect(try sent(.rotate(.quarter, all: false)) == #"{"type":"rotate","id":5,"degrees":90}"#)
        #expect(
            try sent(.rotate(.none, all: true)) == #"{"type":"rotate","id":6,"degrees":0,"scope":"all"}"#)
    }

    private func sent(_ request: ClientRequest) throws -> String {
        connection.send(request)
        return String(try daemon.heard().dropLast())
    }

    @Test func `says what is missing where there is no daemon`() throws {
        let nowhere = directory.path + "/nobody"
        #expect(throws: ClientError.noSocket(path: nowhere)) { try ClientConnection(path: nowhere) }
        let long = "/" + String(repeating: "x", count: 200)
        #expect(throws: ClientError.self) { try ClientConnection(path: long) }
    }
}
