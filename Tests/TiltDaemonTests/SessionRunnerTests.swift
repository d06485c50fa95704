import Sessions
import Testing

/// Sessions that must fail, and what is said then.
@Suite struct `A session` {
    private static let beginning = """
        # A test.
        sensor pad: roll 0.5
        0.0  anna connects

        """

    /// Lines under the first time, and parts of the report; none where all is well.
    struct Case: CustomTestStringConvertible {
        let lines: [String]
        let says: [String]
        var testDescription: String { lines.joined(separator: " / ") }
    }

    @Test(arguments: [
        Case(lines: [" anna  …", "1.0  end"], says: []),
        Case(
            lines: [" anna  nothing", "0.1  end"], says: [#"expected nothing more, and came {"type":"hello""#]
        ),
        Case(
            lines: [" anna  ?", "0.1  end"],
            says: [#"     anna  5 × {"type":"frame","state":"tracking","x":5"#]),
        Case(
            lines: [#" anna  {"type":"hello" …}"#, #" anna  4 × {"type":"frame" …}"#, "0.1  end"],
            says: ["expected nothing more, and came {\"type\":\"frame\",\"seq\":5", "# anna  4 ×"]),
        Case(
            lines: [#" anna  {"type":"hello" …}"#, #" anna  6 × {"type":"frame" …}"#, "0.1  end"],
            says: ["expected `6 ×", "came nothing more"]),
        Case(
            lines: [" anna  …", #" anna  5 × {"type":"frame","x":4.9±0.05 …}"#, "0.1  end"],
            says: ["expected `5 ×"]),
        Case(
            lines: [" anna  …", #" anna  5 × {"type":"frame","x":5 }"#, "0.1  end"], says: ["expected `5 ×"]),
        Case(lines: [" pad  is closed", "0.1  end"], says: ["expected `is closed`", "came is opened"]),
        Case(lines: [" timer  ticks at 60 Hz", "0.1  end"], says: ["came ticks at 50 Hz"]),
        Case(lines: [" ben  closed", "0.1  end"], says: ["ben: expected `closed`"]),
    ])
    func `fails where something else came, and shows what`(_ given: Case) throws {
        let session = try Session.parse(Self.beginning + given.lines.joined(separator: "\n"))
        let failure = try SessionRun.failure(of: session)
        #expect((failure == nil) == given.says.isEmpty)
        for part in given.says { #expect(failure?.contains(part) == true, "\(failure ?? "")") }
    }

    @Test(arguments: [
        ("0.1  anna dances", "a subscriber does not do `dances`"),
        ("0.1  ben leaves", "ben has not connected"),
        ("0.1  pad flies", "a sensor does not do `flies`"), ("soon  anna leaves", "expected a time"),
        (" anna  {\"type\":}", "expected a value"), ("0.1  pad fails: EWHAT", "no errno"),
        ("0.1  settings reloaded shadow.gian=3", "gain"), ("-1  end", "expected a time"),
        ("0.2  end\n0.1  end", "before the line above"),
    ])
    func `that cannot be read is refused with its line`(_ line: String, _ says: String) {
        #expect {
            let session = try Session.parse(Self.beginning + line)
            _ = try SessionRun.failure(of: session)
        } throws: { error in
            "\(error)".hasPrefix("line ") && "\(error)".contains(says)
        }
    }
}
