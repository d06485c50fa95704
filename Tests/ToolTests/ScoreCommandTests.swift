import Foundation
import Testing

@Suite struct `Score command` {
    /// A slow exact rocking about x after four seconds of rest, 100 Hz: the log, and its truth.
    ///
    /// What counts as motion begins a second later: until then the pose that was held catches up.
    private static func trial() -> (log: String, truth: String) {
        var (log, truth) = ("t,ax,ay,az\n", "t,qw,qx,qy,qz,moving\n")
        for row in 0..<1200 {
            let time = Double(row) / 100
            let angle = time < 4 ? 0 : 0.3 * sin(2 * Double.pi * 0.5 * (time - 4))
            // No real axis is the same for ever; this one is all but.
            log += "\(time),\(row % 2 == 0 ? 0 : 1e-9),\(9.80665 * sin(angle)),\(9.80665 * cos(angle))\n"
            let quaternion = row == 700 ? "nan,nan,nan,nan" : "\(cos(angle / 2)),\(sin(angle / 2)),0,0"
            truth += "\(time),\(quaternion),\(time < 5 ? 0 : 1)\n"
        }
        return (log, truth)
    }

    private func run(log: String, truth: String, _ options: [String] = []) async throws -> ToolRun {
        let directory = try ScratchDirectory()
        let (log, truth) = (try directory.file("log.csv", log), try directory.file("gt.csv", truth))
        return try await ToolRun.tool(["score", log, "--truth", truth] + options)
    }

    @Test func `says of a truth of one row that it is too few, and calls a pipe what it is`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("log.csv", Self.trial().log)
        let run = try await ToolRun.tool(
            ["score", log, "--truth", "-"], input: Data("t,qw,qx,qy,qz\n0,1,0,0,0\n".utf8))
        #expect(run.status == 1)
        #expect(
            run.errors.hasPrefix(
                "tiltshadow: standard input: the truth holds one row, and two are the fewest"),
            "\(run.errors)")
    }

    @Test func `finds no error where nothing is filtered and every row is a frame`() async throws {
        let trial = Self.trial()
        let run = try await run(
            log: trial.log, truth: trial.truth, ["--estimator", "raw", "--rate", "100", "--json"])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let score = try #require(object as? [String: Any])
        #expect(score["n"] as? Int == 699)
        #expect(score["coverage"] as? Double == 1)
        #expect(try #require(score["incl_max_deg"] as? Double) < 1e-4)
        // The pose that was held lets go of the first turn a little late.
        #expect(try #require(score["lag_ms"] as? Double).magnitude < 0.1)
        #expect(try #require(score["rest_step_pt"] as? Double) == 0)
    }

    @Test(
        arguments: [
            ([0xff, 0xfe] + "t,qw,qx,qy,qz\n".utf8.flatMap { [$0, 0] }, "UTF-16"),
            ([0x50, 0x4b, 3, 4] + Array(repeating: 0, count: 60), "zip"),
        ] as [([UInt8], String)])
    func `names what a truth is written or packed in`(bytes: [UInt8], name: String) async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("log.csv", Self.trial().log)
        let run = try await ToolRun.tool(["score", log, "--truth", "-"], input: Data(bytes))
        #expect(
            run.status == 1 && run.errors.contains("it is in \(name), which is not read here"),
            "\(run.errors)")
    }

    /// The truth turns as the sensor does: turned, oblique, upside down.
    ///
    /// Where a matrix mirrors, the driver tells gravity with the signs of its pull, or one axis with the wrong sign.
    @Test(
        arguments: [
            ("0,1,0;-1,0,0;0,0,1", [1, 1, 1], nil),
            ("0.8,0.6,0;-0.48,0.64,0.6;0.36,-0.48,0.8", [1, 1, 1], nil),
            ("0,-1,0;-1,0,0;0,0,-1", [1, 1, 1], nil), ("0,1,0;1,0,0;0,0,1", [-1, -1, -1], "all three axes"),
            ("-1,0,0;0,1,0;0,0,1", [-1, 1, 1], "x"), ("1,0,0;0,-1,0;0,0,1", [1, -1, 1], "y"),
            ("0,1,0;1,0,0;0,0,1", [1, 1, -1], "z"), ("-1,0,0;0,-1,0;0,0,-1", [-1, -1, -1], "all three axes"),
        ] as [(String, [Double], String?)])
    func `takes the truth in the sensor's axes, wherever that is mounted`(
        matrix: String, signs: [Double], wrong: String?
    ) async throws {
        let trial = Self.trial()
        var log = "#tiltlog=1\n#accel_scale=1\n#mount_matrix=\(matrix)\nt_ns,ax,ay,az\n"
        let rows = trial.log.split(separator: "\n").dropFirst()
        for row in rows {
            let values = row.split(separator: ",").compactMap { Double($0) }
            let counts = zip(signs, values.dropFirst()).map { "\($0 * $1)" }.joined(separator: ",")
            log += "\(Int64((values[0] * 1e9).rounded())),\(counts)\n"
        }
        let directory = try ScratchDirectory()
        let files = (
            try directory.file("a.tiltlog", log + "#end samples=\(rows.count) dropped=0\n"),
            try directory.file("gt.csv", trial.truth)
        )
        let run = try await ToolRun.tool([
            "score", files.0, "--truth", files.1, "--estimator", "raw", "--rate", "100", "--json",
        ])
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let score = try #require(object as? [String: Any], "\(run.errors)")
        #expect(try #require(score["incl_max_deg"] as? Double) < 1e-4)
        #expect(try (#require(score["judder"] as? Double) - 1).magnitude < 0.01)
        let note = wrong.map { "what it mends is the driver's wrong sign of \($0)\n" }
        #expect(note.map { run.errors.hasSuffix($0) } ?? run.errors.isEmpty, "\(run.errors)")
    }

    @Test func `explains each number on a line of its own`() async throws {
        let trial = Self.trial()
        let run = try await run(log: trial.log, truth: trial.truth)
        #expect(run.status == 0)
        #expect(run.lines.count == 18)
        #expect(run.lines[1].hasPrefix("inclination error, RMS"))
        #expect(run.lines[1].hasSuffix("°   angle between estimated and true up in motion"))
    }

    @Test func `judges frames whatever they were asked to be: turned, extrapolated, cut`() async throws {
        let trial = Self.trial()
        let usual = ["--estimator", "raw", "--rate", "100", "--json", "--at", "est"]
        for options in [[], ["--display-rotation", "90"], ["--limit", "2"], ["--set", "shadow.gain=-5"]] {
            let run = try await run(log: trial.log, truth: trial.truth, usual + options)
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            let score = try #require(object as? [String: Any], "\(run.errors)")
            #expect(try #require(score["incl_max_deg"] as? Double) < 1e-4, "\(options)")
            #expect(try (#require(score["judder"] as? Double) - 1).magnitude < 0.01, "\(options)")
        }
    }

    @Test(arguments: [
        // Every tenth row of the truth, 0.1 s apart; and every second, 20 ms.
        (
            10, [String](),
            "judder and steps beyond the truth's are not scored: the truth has a row every 100 ms, and to"
        ),
        (10, ["--at", "est"], "inclination is not scored: the truth has a row every 100 ms"),
        (2, ["--yaw-assist"], "judder and steps beyond the truth's are not scored: with yaw assist"),
        (2, ["--at", "est", "--rate", "8"], "inclination is not scored: with --at est frames have no hole"),
        (2, ["--at", "est"], nil), (2, ["--reference", "startup"], nil),
    ])
    func `says why something is not scored`(every: Int, options: [String], said: String?) async throws {
        let trial = Self.trial()
        let rows = trial.truth.split(separator: "\n").enumerated()
        let truth = rows.filter { $0.offset == 0 || $0.offset % every == 0 }.map { $0.element }.joined(
            separator: "\n")
        let run = try await run(log: trial.log, truth: truth + "\n", options)
        #expect(run.status == 0, "\(run.errors)")
        let reasons = run.lines.filter { $0.contains("not scored") }
        #expect(reasons.count == (said == nil ? 0 : every == 10 ? options.isEmpty ? 1 : 2 : 1), "\(reasons)")
        #expect(said.map { words in reasons.contains { $0.hasPrefix(words) } } ?? true, "\(reasons)")
    }

    @Test func `reads a truth that is packed as it reads one that is not`() async throws {
        let trial = Self.trial()
        let directory = try ScratchDirectory()
        let log = try directory.file("log.csv", trial.log)
        let truth = try directory.file("gt.csv", trial.truth)
        let plain = try await ToolRun.tool(["score", log, "--truth", truth, "--json"])
        let gzip = Process()
        gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-9", truth]
        try gzip.run()
        gzip.waitUntilExit()
        let packed = try await ToolRun.tool(["score", log, "--truth", truth + ".gz", "--json"])
        #expect(packed.status == 0 && packed.output == plain.output && !plain.output.isEmpty)
    }

    @Test(arguments: [
        ("nonsense\n", "no column t, qw, qx, qy, qz"), ("", "holds no rows with a quaternion"),
        ("t,qw,qx,qy,qz,moving\n5000,1,0,0,0,1\n5001,1,0,0,0,1\n", "they have no instant in common"),
    ])
    func `refuses a truth that cannot be used`(truth: String, expected: String) async throws {
        let run = try await run(log: Self.trial().log, truth: truth)
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(expected), "\(run.errors)")
        #expect(run.errors.contains("\n  try: "))
    }

    @Test func `counts no rows as estimated where the log is over, or its sensor silent`() async throws {
        let trial = Self.trial()
        let rows = trial.log.split(separator: "\n", omittingEmptySubsequences: false)
        let short = rows.prefix(801).joined(separator: "\n") + "\n"
        let silent = rows.enumerated().filter { !(801...1001).contains($0.offset) }.map { $0.element }
        for log in [short, silent.joined(separator: "\n")] {
            let run = try await run(log: log, truth: trial.truth, ["--json"])
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            let score = try #require(object as? [String: Any], "\(run.errors)")
            #expect(try #require(score["coverage"] as? Double) < 0.9, "\(run.output)")
            #expect(score["incl_rmse_deg"] == nil)
        }
    }

    @Test func `reads log and truth not both from standard input`() async throws {
        let run = try await ToolRun.tool(["score", "-", "--truth", "-"], input: Data(Self.trial().log.utf8))
        #expect(run.status == 2 && run.errors.contains("only one of the two"), "\(run.errors)")
    }

    @Test func `leaves out a row of the truth that makes no sense, with a warning`() async throws {
        let trial = Self.trial()
        let run = try await run(log: trial.log, truth: trial.truth + "12,1,0,x,0,1\n")
        #expect(run.status == 0)
        #expect(run.errors.contains(#"gt.csv: line 1202: qy is "x", expected a decimal number or nan"#))
    }

    @Test func `warns of a truth in milliseconds`() async throws {
        let trial = Self.trial()
        let rows = trial.truth.split(separator: "\n").map { row in
            let fields = row.split(separator: ",").map { String($0) }
            guard let time = Double(fields[0]) else { return String(row) }
            return ([String(1000 * time)] + fields.dropFirst()).joined(separator: ",")
        }
        let run = try await run(log: trial.log, truth: rows.joined(separator: "\n"))
        #expect(run.status == 0 && run.errors.contains("milliseconds; divide them by 1000"), "\(run.errors)")
        let right = try await self.run(log: trial.log, truth: trial.truth)
        #expect(right.errors.isEmpty, "\(right.errors)")
    }

    @Test func `warns of quaternions the other way round`() async throws {
        let trial = Self.trial()
        let rows = trial.truth.split(separator: "\n").map { row in
            let fields = row.split(separator: ",")
            guard fields.count == 6, let x = Double(fields[2]) else { return String(row) }
            return "\(fields[0]),\(fields[1]),\(-x),0,0,\(fields[5])"
        }
        let run = try await run(log: trial.log, truth: rows.joined(separator: "\n"))
        #expect(run.status == 0 && run.errors.contains("negate qx, qy and qz"), "\(run.errors)")
    }
}
