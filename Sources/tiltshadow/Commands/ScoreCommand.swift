import ArgumentParser
import TiltCore
import TiltScore

extension Score.Instants: ExpressibleByArgument {}

/// `tiltshadow score`: how well a log's frames follow a true orientation.
struct ScoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Judge the frames of a log against a known orientation.",
        discussion: """
            Replays the log as `tiltshadow replay` does and compares it with a truth, from an optical system or a \
            turntable: CSV with the header t,qw,qx,qy,qz,moving on the log's clock, in seconds; a quaternion from \
            sensor axes to earth axes, z up, nan where it was lost; moving is 1 in the part to be scored for \
            inclination. Only gravity is judged: turning about the vertical is not. A log's mount matrix that mirrors mends \
            signs that its driver has wrong, of one axis or of all three: which fits the truth is found, and said. The \
            data.csv of EuRoC's state_groundtruth_estimate0 and of TUM-VI's mocap0 are read, too. Both files may be packed by \
            gzip or zstd.

            Judder is the RMS of the second differences of the offset from frame to frame in motion, over that of the \
            truth's own offset at the same instants: 1 is as smooth as the motion, and who draws the newest frame at \
            another rate adds to it. For judder, and with --at est, frames that are extrapolated are compared with the \
            truth so much later, and it needs 20 rows a second at least: it is told between them where they are no more \
            than half as far apart again as usual, or 15 ms. What the truth steps, and step_excess_pt, need as many. The \
            truth's offset has the frames' mapping, gain, limit and reference, with a neutral pose of its own that begins \
            at the first frame; with --yaw-assist there is none, as gravity does not tell a turn about the vertical, and \
            judder and step_excess_pt are left out.

            EXAMPLES:
              tiltshadow score walk.csv --truth walk.gt.csv
              tiltshadow score walk.tiltlog --truth walk.gt.csv --estimator low-pass --json
              tiltshadow score a.imu.csv.gz --truth a.gt.csv.gz --at est --warmup 5
              tiltshadow score mav0/imu0/data.csv --truth mav0/state_groundtruth_estimate0/data.csv
            """)

    @Argument(
        help: ArgumentHelp("The log, of any format that `tiltshadow convert` reads.", valueName: "file"),
        completion: .file())
    var log: String

    @Option(
        help: ArgumentHelp(
            "The true orientation. Without one, `tiltshadow plot --judder` shows how smooth a log's frames are.",
            valueName: "file"),
        completion: .file())
    var truth: String

    @OptionGroup(title: "Options for recordings of others")
    var options: ImportOptionGroup

    @Option(
        help: """
            The instants that count for inclination: every row of the truth with the newest frame, so that latency \
            is an error (gt), or those of the frames (est).
            """)
    var at = Score.Instants.truth

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Rest in the first seconds is not scored: neither its error nor its jitter and steps.",
            valueName: "seconds"))
    var warmup = 0.0

    @Flag(help: "Print one line of JSON.")
    var json = false

    @OptionGroup(title: "Engine options")
    var engine: EngineOptions

    func validate() throws(ValidationError) {
        try OptionRange.check("--warmup", warmup, 0...1e6)
        if log == "-", truth == "-" {
            throw ValidationError("- --truth -: only one of the two can be standard input")
        }
    }

    mutating func run() throws(ToolError) {
        let settings = try engine.settings()
        let subscription = settings.subscription(for: .csv)
        let file = try TruthFile(self.truth)
        let input = try LogInput(log, options.options)
        let (estimates, wrong) = try estimates(input, settings, subscription, file)
        if let wrong {
            Diagnostics.note(
                "\(input.name): its mount matrix mirrors, as no sensor sits: by the truth, what it mends is the "
                    + "driver's wrong sign of \(wrong.words)")
        }
        let truth = try file.truth(input.header.sensor.mounting, mending: wrong)
        if let first = estimates.times.first, let last = estimates.times.last,
            last < truth.start || first > truth.end
        {
            throw ToolError.truth(
                path: self.truth, .noOverlap(truth: truth.start...truth.end, log: first...last))
        }
        var options = Score.Options()
        options.instants = at
        options.shadow = subscription.shadow
        options.warmup = warmup
        let score = Score(estimates, against: truth, options)
        let doubt = try doubt(score, estimates, truth, options) { () throws(ToolError) in
            try file.truth(input.header.sensor.mounting, mending: wrong, isConjugate: true)
        }
        if let doubt { Diagnostics.warn("\(file.name): \(doubt.description)") }
        let report = ScoreReport(
            score: score, options: options, estimator: settings.motion.estimator, rateHz: subscription.rateHz)
        let output = OutputFile.standardOutput()
        output.buffer.append(text: json ? report.json : report.text)
        try output.flush()
    }

    /// What speaks against the truth; `conjugate` is it with its quaternions the other way round.
    private func doubt(
        _ score: Score, _ estimates: Estimates, _ truth: Truth, _ options: Score.Options,
        conjugate: () throws(ToolError) -> Truth
    ) throws(ToolError) -> TruthDoubt? {
        let span = (estimates.times.last ?? 0) - (estimates.times.first ?? 0)
        let unit = TruthDoubt(
            truth: truth.end - truth.start, log: span, coverage: score.coverage,
            least: options.leastCoverage)
        if let unit { return unit }
        guard let error = score.inclinationRMSE, error > TruthDoubt.leastError else { return nil }
        var options = options
        options.searchesLag = false
        let other = Score(estimates, against: try conjugate(), options).inclinationRMSE
        return TruthDoubt(error: error, conjugated: other)
    }

    /// The log's frames, as a subscriber would get them, before they are rounded; and what its mount matrix mends, where
    /// that mirrors.
    private func estimates(
        _ input: LogInput, _ settings: Settings, _ subscription: Subscription, _ truth: TruthFile
    ) throws(ToolError) -> (Estimates, WrongSigns?) {
        var playback = LogPlayback(name: input.name, settings, subscription, .measured)
        var estimates = Estimates()
        var search: SignSearch?
        func see(_ reading: Reading) {
            if input.rows == 1 { search = truth.signSearch(of: input.header.sensor) }
            search?.take(reading)
        }
        let back = subscription.shadow.rotation.inverse
        func take(_ frame: Frame) -> Bool {
            if let up = frame.up.map({ back(Up(x: $0.x, y: $0.y, z: $0.z)) }) {
                estimates.append(
                    Up(x: up.x, y: up.y, z: up.z), offset: frame.offset,
                    at: Double(frame.time.nanoseconds) * 1e-9, isStale: frame.state == .stale)
            }
            return true
        }
        try playback.play(input, seeing: see, take)
        return (estimates, search?.found)
    }
}
