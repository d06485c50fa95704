import Testing

extension Executable {
    @Suite struct `Bad requests` {
        /// A line and the code of its refusal.
        struct Case: CustomTestStringConvertible {
            let line: String
            let code: String
            var testDescription: String { String(line.prefix(50)) }
        }

        @Test(arguments: [
            Case(line: "hello?", code: "not-json"),
            Case(line: #"{"type":"subscribe""#, code: "not-json"),
            Case(line: "\u{0}\u{1}\u{7f}", code: "not-json"),
            Case(line: "[1,2]", code: "not-json"),
            Case(line: #"{"rate_hz":5}"#, code: "missing-type"),
            Case(line: #"{"type":"dance"}"#, code: "unknown-word"),
            Case(line: #"{"type":"subscribe","rate_hz":900}"#, code: "out-of-range"),
            Case(line: #"{"type":"subscribe","rate_hz":1e300}"#, code: "out-of-range"),
            Case(line: #"{"type":"subscribe","rate_hz":1e999}"#, code: "not-json"),
            Case(line: #"{"type":"subscribe","gain":NaN}"#, code: "not-json"),
            Case(line: #"{"type":"subscribe","gain":"10"}"#, code: "wrong-kind"),
            Case(line: #"{"type":"subscribe","mapping":"magic"}"#, code: "unknown-word"),
            Case(line: #"{"type":"subscribe","display_rotation":45}"#, code: "unknown-word"),
            Case(line: #"{"type":"subscribe","include":["everything"]}"#, code: "unknown-word"),
            Case(line: #"{"type":"subscribe","id":[],"gain":3}"#, code: "wrong-kind"),
            Case(line: String(repeating: "[", count: 4000), code: "not-json"),
        ])
        func `are refused, and the connection lives on unchanged`(_ bad: Case) throws {
            let directory = try ScratchDirectory()
            let subscriber = try DaemonProcess.replaying(in: directory).subscribe()
            try subscriber.request(bad.line)
            let error = try subscriber.next("error")
            #expect(error.text("code") == bad.code)
            #expect(error.text("message")?.isEmpty == false)
            #expect(error.text("hint")?.isEmpty == false)
            let options = try subscriber.ask(#"{"type":"subscribe"}"#)
            #expect(options.number("rate_hz") == 50)
            #expect(options.number("gain") == 10)
            #expect(try subscriber.frames(2).count == 2)
        }

        @Test func `keep the id of the request`() throws {
            let directory = try ScratchDirectory()
            let subscriber = try DaemonProcess.replaying(in: directory).subscribe()
            try subscriber.request(#"{"type":"subscribe","id":9,"rate_hz":900}"#)
            let error = try subscriber.next("error")
            #expect(error.number("id") == 9)
            #expect(error.text("message") == "rate_hz 900: expected 1 to 200")
        }

        @Test func `that come in pieces are put together`() throws {
            let directory = try ScratchDirectory()
            let subscriber = try DaemonProcess.replaying(in: directory).subscribe()
            for piece in [#"{"type":"#, #""subscri"#, #"be","gain""#, ":3}"] {
                try subscriber.send(piece)
                _ = try subscriber.next("frame")
            }
            try subscriber.send("\n")
            #expect(try subscriber.next("ok").number("gain") == 3)
        }

        @Test func `end the connection where a line is too long, even before its end`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory)
            let other = try daemon.subscribe()
            for text in [String(repeating: "x", count: 5000), String(repeating: "x", count: 5000) + "\n"] {
                let subscriber = try daemon.subscribe()
                try subscriber.send(text)
                let last = try #require(try subscriber.rest().last)
                #expect(last.text("code") == "line-too-long")
            }
            #expect(try other.frames(2).count == 2)
        }

        @Test func `of 4096 bytes are still read`() throws {
            let directory = try ScratchDirectory()
            let subscriber = try DaemonProcess.replaying(in: directory).subscribe()
            let request = #"{"type":"subscribe","gain":4,"padding":""#
            let padding = String(repeating: "p", count: 4096 - request.utf8.count - 3)
            #expect(try subscriber.ask(request + padding + "\"}").number("gain") == 4)
        }

        @Test func `end the connection at the fifty-first within a second`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory)
            let other = try daemon.subscribe()
            let subscriber = try daemon.subscribe()
            try subscriber.send(String(repeating: "{\"type\":\"recentre\"}\n", count: 60))
            let messages = try subscriber.rest().filter { $0.type != "frame" && $0.type != "sensor" }
            #expect(messages.count { $0.type == "ok" } == 50)
            #expect(messages.last?.text("code") == "too-many-requests")
            #expect(try other.frames(2).count == 2)
        }

        @Test func `may be left out, or begun and never ended`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory)
            let silent = try daemon.subscribe()
            do {
                let half = try daemon.subscribe()
                try half.send(#"{"type":"subs"#)
                _ = try half.next("frame")
            }
            #expect(try silent.frames(5).count == 5)
            try Patience.wait(for: "the other to be forgotten") {
                try silent.ask(#"{"type":"status"}"#, answer: "status").number("subscribers") == 1
            }
        }

        @Test func `are answered after three hundred others have come and gone`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory)
            let subscriber = try daemon.subscribe()
            for index in 0..<300 {
                let guest = try daemon.connect()
                if index % 3 == 0 { _ = try guest.message() }
                if index % 3 == 1 { try guest.send("{") }
            }
            try Patience.wait(for: "all others to be forgotten") {
                try subscriber.ask(#"{"type":"status"}"#, answer: "status").number("subscribers") == 1
            }
            #expect(try subscriber.frames(3).count == 3)
        }
    }
}
