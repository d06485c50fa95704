import Testing

@testable import tiltshadow

@Suite struct `Doctor text` {
    private static let checks = [
        Check(.subscriber, "frames", .problem, "none came", advice: "restart it"),
        Check(.kernel, "Linux", .ok, "6.1"),
        Check(.device, "udevd", .problem, "does not run", advice: "start it"),
        Check(.settings, "file", .warning, "odd"), Check(.service, "systemd", .skipped, "not here"),
    ]

    @Test func `groups by area in order, and ends with the first broken link`() {
        let expected = """
            kernel
              ok    Linux           6.1
            device
              FAIL  udevd           does not run
                    type: start it
            settings
              warn  file            odd
            service
              skip  systemd         not here
            subscriber
              FAIL  frames          none came
                    type: restart it

            2 problems, the first: device: does not run; type: start it

            """
        let sorted = Check.Area.allCases.flatMap { area in Self.checks.filter { $0.area == area } }
        #expect(DoctorText().text(sorted) == expected)
    }

    @Test(arguments: [
        ([], "all is well"), ([Check(.kernel, "a", .warning, "b")], "all is well, with 1 warning"),
        ([Check(.kernel, "a", .problem, "b")], "1 problem: kernel: b"),
        ([Check(.daemon, "a", .problem, "b", advice: "c")], "1 problem: daemon: b; type: c"),
    ])
    func `has a headline`(checks: [Check], expected: String) {
        #expect(DoctorText.headline(checks) == expected)
    }

    @Test func `breaks details at the width, never commands`() {
        let words = Array(repeating: "word", count: 40).joined(separator: " ")
        let text = DoctorText(width: 80).text([
            Check(.kernel, "a title that is too long", .ok, words, advice: words)
        ])
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.count > 80 } == ["        type: \(words)"])
        #expect(lines.filter { $0.hasPrefix("                        word") }.count >= 3)
    }

    @Test func `gives the headline's command a line of its own on a terminal`() {
        let words = Array(repeating: "word", count: 20).joined(separator: " ")
        let text = DoctorText(width: 60).text([Check(.kernel, "a", .problem, words, advice: "type this")])
        #expect(text.hasSuffix(" word\ntype: type this\n"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 })
    }

    @Test func `has room for details on a narrow terminal`() {
        let words = Array(repeating: "word", count: 20).joined(separator: " ")
        let lines = DoctorText(width: 40).text([Check(.kernel, "a title", .ok, words)]).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines)")
        #expect(lines[2] == "        word word word word word word")
    }

    @Test func `colours nothing unless told to, and shows control characters of strangers`() {
        #expect(!DoctorText().text(Self.checks).contains("\u{1b}"))
        #expect(DoctorText(isColoured: true).text(Self.checks).contains("\u{1b}[31mFAIL\u{1b}[0m"))
        #expect(Check(.kernel, "a", .ok, "\u{1b}[2J", advice: "\u{7}").printable.detail == "\\u{1b}[2J")
    }
}
