import RecordedDevices
import Testing
import TiltCore

@Suite struct `Expectations of a header` {
    /// Flat for a second at 100 Hz, in physical units, with a gap of 50 ms at its end.
    private static let run: CorpusRun = {
        var decoded = Decoded()
        decoded.sensor = LogHeader.neutralCSV.sensor
        decoded.notes = ["mount matrix 1,0,0;0,1,0;0,0,1 from nowhere: identity, determinant 1"]
        decoded.readings = ((0...100).map { $0 * 10 } + [1050]).map { ms in
            Reading(
                time: Timestamp(nanoseconds: Int64(ms) * 1_000_000),
                accelerometer: .init(
                    x: 0, y: ms >= 500 ? standardGravity : 0, z: ms >= 500 ? 0 : standardGravity),
                gyroscope: .init(x: 0, y: 0, z: .pi / 2))
        }
        decoded.skipped = ["line 3"]
        decoded.lost = 2
        return CorpusRun(decoded)
    }()

    @Test(arguments: [
        ("pitch 0 ± 0.1 deg at 0.4 s", true), ("pitch 1 ± 0.1 deg at 0.4 s", false),
        ("az 9.80665 ± 1e-9 m/s² at 0.4 s", true), ("ay 0 ± 1 m/s² at 0.6 s", false),
        ("gravity 9.81 ± 0.01 m/s² at 0.4 s", true), ("gz 90 ± 0.01 deg/s at 0.4 s", true),
        ("gy 90 ± 0.01 deg/s at 0.4 s", false), ("x 0 ± 0.01 pt at 0.4 s", true),
        ("y 5 ± 0.01 pt at 0.4 s", false), ("state tracking at 0.4 s", true), ("state stale at 0.4 s", false),
        ("spacing 10 ± 0.01 ms", true), ("spacing 20 ± 1 ms", false), ("longest-gap 50 ± 0.01 ms", true),
        ("longest-gap 10 ± 1 ms", false), ("readings 102", true), ("readings 101", false),
        ("frames 53", true),
        ("frames 54", false), ("lost 2", true), ("skipped 1", true), ("skipped 0", false),
        ("rejected 0", true),
        ("clipped 1", false), ("no step over 20 pt", true), ("no step over 0.1 pt", false),
        ("steady within 0.1 deg after 0.9 s", false), ("steady within 100 deg after 0 s", true),
        ("fault gyroscope-stuck", false), ("note determinant 1", true), ("note determinant -1", false),
        ("refused two axes", false),
    ])
    func `are true or false of a run`(text: String, isTrue: Bool) throws {
        let expectation = try #require(Expectation(text))
        #expect((expectation.contradiction(in: Self.run) == nil) == isTrue)
    }

    @Test func `hold faults and refusals against what was said`() throws {
        var decoded = Decoded()
        decoded.refusal = "has only two axes"
        let refused = CorpusRun(decoded)
        #expect(Expectation("refused two axes")?.contradiction(in: refused) == nil)
        #expect(Expectation("refused without gravity")?.contradiction(in: refused) == "has only two axes")
        #expect(Expectation("no fault")?.contradiction(in: refused) == nil)
        #expect(Expectation("spacing 10 ± 1 ms")?.contradiction(in: refused) != nil)
        #expect(Expectation("no step over 1 pt")?.contradiction(in: refused) != nil)
        #expect(Expectation("pitch 0 ± 90 deg at 0 s")?.contradiction(in: refused) == "there is none")
    }

    @Test(arguments: [
        "", "pitch", "pitch 30 deg", "pitch 30 ± 1 m/s² at 1 s", "pitch thirty ± 1 deg at 1 s",
        "readings many",
        "readings 1.5", "state asleep at 1 s", "no step", "no fault at all", "note",
        "yaw 3 ± 1 deg at 1 s",
    ])
    func `are refused where they say nothing that can be checked`(text: String) {
        #expect(Expectation(text) == nil)
    }

    @Test func `are found in a header, over several lines, and in no other comment`() {
        let text = """
            # EVEMU 1.3
            # device: a pad
            # odd: it does this
            #   and: that
            # remark: of no interest
            #   nor this
            # expect: readings 3
            #
            #   Event type 3 (EV_ABS)
            t,ax,ay,az
            # expect: frames 1
            """
        #expect(
            CorpusLog.header(in: text) == [
                .init(key: "device", value: "a pad"), .init(key: "odd", value: "it does this and: that"),
                .init(key: "expect", value: "readings 3"), .init(key: "expect", value: "frames 1"),
            ])
    }
}

@Suite struct `Golden frames` {
    @Test func `say where they first differ`() {
        let frames = GoldenFrames(CorpusRun(.init()))
        #expect(frames.difference(from: frames.text) == nil)
        let difference = frames.difference(from: "# readings=1\n" + frames.text)
        #expect(
            difference?.hasPrefix("line 1, and 3 more\n  expected  # readings=1\n  got       # readings=0")
                == true)
        #expect(frames.difference(from: frames.text + "20,none\n")?.contains("expected  20,none") == true)
    }
}
