import TiltCore

/// What is wrong in a truth file, with the line it stands in.
package enum TruthError: Error, Equatable {
    /// No rows, or none with a quaternion.
    case empty
    /// One row, which is no motion and no rest.
    case oneRow
    /// The first line does not name the columns needed.
    case missingColumns([String], got: String)
    /// A row has not as many fields as there are columns.
    case fieldCount(line: Int, got: Int, expected: Int)
    /// A field is not a number.
    case notANumber(line: Int, column: String, got: String)
    /// A row is not later than the one before.
    case timeWentBack(line: Int, got: String)
    /// A line has more bytes than any row has.
    case lineTooLong(line: Int, limit: Int)
    /// The rows cover more time than a score is made of, or hardly any; seconds.
    case implausibleTimes(span: Double, interval: Double)
    /// Truth and log have no second in common; spans in seconds.
    case noOverlap(truth: ClosedRange<Double>, log: ClosedRange<Double>)

    /// True where the rest of the file can still be read.
    package var isSkippable: Bool {
        switch self {
        case .fieldCount, .notANumber, .timeWentBack, .lineTooLong: true
        case .empty, .oneRow, .missingColumns, .implausibleTimes, .noOverlap: false
        }
    }
}

extension TruthError: CustomStringConvertible {
    /// What happened, quoting what was given.
    package var description: String {
        switch self {
        case .empty: "the truth holds no rows with a quaternion"
        case .oneRow: "the truth holds one row, and two are the fewest that tell what lies between"
        case .missingColumns(let names, let got):
            "no column \(names.joined(separator: ", ")); the first line is \"\(got.prefix(60))\""
        case .fieldCount(let line, let got, let expected): "line \(line): \(got) fields, expected \(expected)"
        case .notANumber(let line, let column, let got):
            "line \(line): \(column) is \"\(got.prefix(60))\", expected a decimal number or nan"
        case .timeWentBack(let line, let got):
            "line \(line): time \(got.prefix(60)) is not later than the row before"
        case .lineTooLong(let line, let limit): "line \(line): longer than \(limit) bytes"
        case .implausibleTimes(let span, let interval):
            "its rows cover \(span.shortText) s, one every \(interval.shortText) s: a day at most is scored, and 100 kHz"
        case .noOverlap(let truth, let log):
            "it covers \(Self.text(truth)), the log \(Self.text(log)): they have no instant in common"
        }
    }

    /// What to try.
    package var hint: String {
        switch self {
        case .empty, .missingColumns:
            "give CSV with the header t,qw,qx,qy,qz,moving: seconds on the log's clock, sensor → earth, z up; or the "
                + "data.csv of EuRoC's state_groundtruth_estimate0 or TUM-VI's mocap0"
        case .oneRow: "give as many rows as the log's time has, 20 a second or more"
        case .fieldCount, .notANumber, .timeWentBack, .lineTooLong: "the row was left out"
        case .implausibleTimes:
            "give its times in seconds, or name the column of nanoseconds #timestamp [ns]; cut a longer one in two"
        case .noOverlap: "write both on the same clock; a .tiltlog counts nanoseconds, the truth seconds"
        }
    }

    private static func text(_ span: ClosedRange<Double>) -> String {
        "\(tenths(span.lowerBound)) to \(tenths(span.upperBound)) s"
    }

    private static func tenths(_ seconds: Double) -> String {
        ((10 * seconds).rounded() / 10).description
    }
}
