import TiltCore
import TiltScore

/// A score as a table for people, or as one line of JSON.
struct ScoreReport {
    /// One number: its key in JSON, its name, unit and meaning in the table.
    private struct Line {
        let key: String
        let name: String
        let unit: String
        let value: Double?
        let meaning: String

        init(_ key: String, _ name: String, _ unit: String, _ value: Double?, _ meaning: String) {
            self.key = key
            self.name = name
            self.unit = unit
            self.value = value
            self.meaning = meaning
        }
    }

    let score: Score
    let options: Score.Options
    let estimator: EstimatorKind
    let rateHz: Double

    private var lines: [Line] {
        [
            Line(
                "incl_rmse_deg", "inclination error, RMS", "°", score.inclinationRMSE,
                "angle between estimated and true up in motion"),
            Line("incl_p95_deg", "  95 % below", "°", score.inclination95, "all but the worst twentieth"),
            Line("incl_max_deg", "  largest", "°", score.inclinationMax, "the worst instant"),
            Line("rest_rmse_deg", "  outside motion, RMS", "°", score.restRMSE, "the same angle at rest"),
            Line("lag_ms", "lag", "ms", score.lag, "delay at which estimate and truth correlate best"),
            Line(
                "lag_rmse_ms", "lag of least error", "ms", score.lagOfLeastError,
                "delay at which the RMS error is least"),
            Line(
                "delagged_rmse_deg", "error without lag, RMS", "°", score.delaggedRMSE,
                "what is left at that delay"),
            Line("still_s", "still", "s", score.stillSeconds, "time the truth moved less than 0.15°"),
            Line(
                "rest_jitter_deg", "rest jitter, RMS", "°", score.restJitter,
                "wander above 0.5 Hz while still"),
            Line(
                "rest_step_pt", "rest step, RMS", "pt", score.restStep,
                "shadow's step from one 20 ms frame to the next while still"),
            Line("rest_step_max_pt", "  largest", "pt", score.restStepMax, "the worst frame while still"),
            Line("step_max_pt", "largest step", "pt", score.stepMax, "the worst frame of all"),
            Line(
                "step_excess_pt", "  beyond the truth's", "pt", score.stepExcess,
                "more than the true motion moved in any frame within 0.3 s: a jump"),
            Line(
                "truth_step_max_pt", "  the truth's", "pt", score.truthStepMax,
                "the true motion's largest step"),
            Line(
                "judder", "judder", "", score.judder,
                "second differences from frame to frame over the truth's: 1 is as smooth"),
            Line(
                "second_step_pt", "  second difference, RMS", "pt", score.secondStep,
                "how much one step differs from the last, in motion"),
            Line(
                "truth_second_step_pt", "  the truth's", "pt", score.truthSecondStep,
                "the true motion's at the same instants"),
        ]
    }

    /// The table, LF included.
    var text: String {
        var text =
            "\(score.rows) rows in motion, \(Self.number(100 * score.coverage)) % with an estimate; "
            + "\(estimator.rawValue), \(options.shadow.mapping.rawValue), \(rateHz.shortText) Hz\n"
        for line in lines {
            let value = line.value.map { Self.number($0) } ?? "-"
            text += Self.padded(line.name, 24) + FrameLine.pad(value, 8) + " " + Self.padded(line.unit, 4)
            text += line.meaning + "\n"
        }
        if score.inclinationRMSE == nil { text += "inclination is not scored: \(whyNoInclination)\n" }
        if !options.mapsTruth {
            text += "judder and steps beyond the truth's are not scored: with yaw assist a turn about the "
            text += "vertical moves the shadow, and gravity does not tell it\n"
        } else if isTruthRare {
            text += "judder and steps beyond the truth's are not scored: \(Self.rare(score.truthInterval))\n"
        }
        return text
    }

    /// True where nothing is known between two rows of the truth.
    private var isTruthRare: Bool { Truth.isRare(score.truthInterval) }

    private static func rare(_ interval: Double) -> String {
        "the truth has a row every \((1000 * interval).rounded().shortText) ms, and to tell it between them it "
            + "needs one every \((1000 * Truth.largestInterval).shortText) ms"
    }

    private var whyNoInclination: String {
        guard score.rows > 0 else { return "no row of the truth is in motion and has a quaternion" }
        guard score.coverage < options.leastCoverage else {
            return isTruthRare
                ? Self.rare(score.truthInterval)
                : "no frame in motion stands between two rows of the truth without a hole"
        }
        if options.instants == .estimate, score.coverage == 0 {
            return "with --at est frames have no hole over 0.1 s"
        }
        return "\(Self.number(100 * options.leastCoverage)) % of the rows in motion need an estimate"
    }

    /// One object, LF included; what is unknown is absent.
    var json: String {
        var buffer = ByteBuffer()
        buffer.append(
            text:
                "{\"estimator\":\"\(estimator.rawValue)\",\"mapping\":\"\(options.shadow.mapping.rawValue)\"")
        buffer.append(text: ",\"rate_hz\":\(rateHz.shortText),\"at\":\"\(options.instants.rawValue)\"")
        buffer.append(text: ",\"n\":\(score.rows),\"coverage\":")
        buffer.append(significant: score.coverage)
        for line in lines {
            guard let value = line.value else { continue }
            buffer.append(text: ",\"\(line.key)\":")
            buffer.append(significant: value)
        }
        buffer.append("}\n")
        return buffer.text
    }

    /// Three significant digits where it is small, no more than five decimals.
    private static func number(_ value: Double) -> String {
        let decimals =
            switch value.magnitude {
            case 100...: 0
            case 10..<100: 1
            case 0.1..<10: 3
            default: 5
            }
        return FrameLine.number(value, decimals: value == 0 ? 0 : decimals, signed: false)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
