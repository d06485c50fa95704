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
            inclination. Only gravity is judged: turning about the vertical is not.

            EXAMPLES:
              tiltshadow score walk.csv --truth walk.gt.csv
              tiltshadow score walk.tiltlog --truth walk.gt.csv --estimator low-pass --json
              tiltshadow score <(zcat a.imu.csv.gz) --truth <(zcat a.gt.csv.gz) --at est --warmup 5
            """)

    @Argument(
        help: ArgumentHelp("The log, of any format that `tiltshadow convert` reads.", valueName: "file"),
        completion: .file())
    var log: String

    @Option(help: ArgumentHelp("The true orientation.", valueName: "file"), completion: .file())
    var truth: String

    @OptionGroup(title: "Options for recordings of others")
    var options: ImportOptionGroup

    @Option(help: "The filter that tells gravity from the motion of a hand.")
    var estimator = GravityEstimator.Parameters().kind

    @Option(help: "The function from tilt to offset.")
    var mapping = ShadowMapping.tilt

    @Option(help: ArgumentHelp("Frames a second, 1 to 200.", valueName: "hz"))
    var rate = Subscription().rateHz

    @Option(
        help: """
            The instants that count for inclination: every row of the truth with the newest frame, so that latency \
            is an error (gt), or those of the frames (est).
            """)
    var at = Score.Instants.truth

    @Option(help: ArgumentHelp("Rest in the first seconds is not scored.", valueName: "seconds"))
    var warmup = 0.0

    @Flag(help: "Print one line of JSON.")
    var json = false

    func validate() throws {
        try EngineOptions.check("--rate", rate, Subscription.rates)
        try EngineOptions.check("--warmup", warmup, 0...1e6)
    }

    mutating func run() throws {
        let truth = try TruthFile.read(self.truth)
        let estimates = try estimates()
        if let first = estimates.times.first, let last = estimates.times.last,
            last < truth.start || first > truth.end
        {
            throw ToolError.truth(
                path: self.truth, .noOverlap(truth: truth.start...truth.end, log: first...last))
        }
        var options = Score.Options()
        options.instants = at
        options.mapping = mapping
        options.gain = ShadowMapper.Options().gain
        options.warmup = warmup
        let report = ScoreReport(
            score: Score(estimates, against: truth, options), options: options, estimator: estimator,
            rateHz: rate)
        let output = OutputFile.standardOutput()
        output.buffer.append(text: json ? report.json : report.text)
        try output.flush()
    }

    /// The log's frames, as a subscriber would get them.
    private func estimates() throws(ToolError) -> Estimates {
        var parameters = TiltEngine.Parameters()
        parameters.estimator.kind = estimator
        var subscription = Subscription()
        subscription.rateHz = rate
        subscription.includesUp = true
        subscription.shadow.mapping = mapping
        // The seed had no limit.
        if mapping == .seed { subscription.shadow.limit = Subscription.limits.upperBound }
        let input = try LogInput(log, options.options)
        var playback = LogPlayback(name: input.name, parameters: parameters, subscription: subscription)
        var estimates = Estimates()
        func take(_ frame: Frame) -> Bool {
            if let up = frame.up {
                estimates.append(
                    Up(x: up.x, y: up.y, z: up.z), offset: frame.offset,
                    at: Double(frame.time.nanoseconds) * 1e-9)
            }
            return true
        }
        try playback.play(input, take)
        return estimates
    }
}
