import TiltCore

/// Which columns of a table without names are what, by what is in them.
struct NamelessColumns {
    /// Names for the columns, as a header of neutral CSV has them; `-` where nothing is known.
    let names: [String]

    /// How far the length of what turns may be from 1.
    private static let unitSpread = 5e-4
    /// How many times a triple's length must be steadier than another's.
    private static let clear = 2.0

    /// Finds a time that rises and three neighbours as long as gravity; `nil` where there are none.
    ///
    /// - Throws: ``ImportError`` where there is more than one such three, or what is there is a trajectory.
    init?(_ sample: TableSample) throws(ImportError) {
        let columns = sample.names.indices
        let isNumber = columns.map { column in
            sample.numbers(column).count { $0 != nil } >= max(5, sample.rowCount * 19 / 20)
        }
        let rising = columns.filter { sample.rises($0, sample.timeUnit($0)) }
        // A number of the row may stand before the time.
        let time = rising.first { !sample.countsRows($0) } ?? rising.first
        let first = time.map { $0 + 1 } ?? 0
        if time != nil, Self.hasQuaternion(sample, from: first, isNumber) { throw Self.trajectory(sample) }
        let heavy = columns.dropLast(2).filter { start in
            (start..<start + 3).allSatisfy { isNumber[$0] && $0 != time }
                && sample.length([start, start + 1, start + 2]).map {
                    8.5...11.5 ~= $0 || 0.85...1.15 ~= $0
                } ?? false
        }
        guard !heavy.isEmpty else { return nil }
        let force = try Self.force(heavy, in: sample, from: first)
        names = columns.map { column in
            column == time ? "t" : force..<force + 3 ~= column ? ["ax", "ay", "az"][column - force] : "-"
        }
    }

    /// The three that is the acceleration: sensors stand in threes behind the time, and the length of gravity is steady.
    private static func force(_ heavy: [Int], in sample: TableSample, from first: Int) throws(ImportError)
        -> Int
    {
        let aligned = heavy.filter { $0 >= first && ($0 - first) % 3 == 0 }
        if let only = heavy.first, heavy.count == 1 { return only }
        // Nothing but threes, or one that begins right behind the time.
        if let only = aligned.first, aligned.count == 1,
            (sample.names.count - first) % 3 == 0 || only == first
        {
            return only
        }
        let spreads = heavy.map { ($0, sample.spread(of: [$0, $0 + 1, $0 + 2])) }.sorted { $0.1 < $1.1 }
        if aligned.count < 2, spreads[0].1 * clear < spreads[1].1 { return spreads[0].0 }
        let lists = (aligned.count > 1 ? aligned : heavy).prefix(4).map { start in
            "--columns "
                + sample.names.indices.prefix(start + 3).map { column in
                    column == first - 1 ? "t" : column < start ? "-" : ["ax", "ay", "az"][column - start]
                }.joined(separator: ",")
        }
        throw .unusableColumns(
            line: sample.line, got: sample.text,
            reason: "more than one three that is as long as gravity, and no names",
            cure: "tell which is the acceleration: " + lists.joined(separator: ", or "))
    }

    /// True where the last or the first four columns behind a time, or those behind a position, have length 1.
    private static func hasQuaternion(_ sample: TableSample, from first: Int, _ isNumber: [Bool]) -> Bool {
        let count = sample.names.count - first
        // Three or six are an accelerometer's and a gyroscope's.
        guard count == 4 || count > 6 else { return false }
        return Set([first, first + 3, first + count - 4]).contains { start in
            let four = Array(start..<start + 4)
            guard four.allSatisfy({ $0 < isNumber.count && isNumber[$0] }) else { return false }
            // A column that is never anything is none of four that turn.
            guard four.allSatisfy({ sample.numbers($0).contains { $0 != 0 } }) else { return false }
            let lengths = sample.lengths(four)
            return lengths.count >= 5
                && lengths.count { abs($0 - 1) < unitSpread } >= lengths.count * 19 / 20
        }
    }

    /// The error of a file of positions and orientations.
    private static func trajectory(_ sample: TableSample) -> ImportError {
        .unusableColumns(
            line: sample.line, got: sample.text, reason: "a quaternion: this looks like a trajectory",
            cure: "give the accelerometer's recording (a trajectory is perhaps for `score --truth`), "
                + "or tell the columns: --columns t,ax,ay,az")
    }
}

extension TableSample {
    /// How far the length of gravity that a phone computed may be from 1 g, and the turn that shows it to be no constant.
    private static let (computedSpread, leastTurn) = (2e-4, 0.05)

    /// True where three columns always have the length 1 while they turn, as no accelerometer's have.
    ///
    /// They are the gravity that iOS computes, in g; Android's is in m/s².
    func isComputedGravity(_ columns: [Int]) -> Bool {
        let lengths = lengths(columns)
        guard lengths.count >= 20, lengths.allSatisfy({ abs($0 - 1) < Self.computedSpread }) else {
            return false
        }
        return columns.contains { column in
            let values = numbers(column).compactMap { $0 }
            return (values.max() ?? 0) - (values.min() ?? 0) > Self.leastTurn
        }
    }

    /// The mean of accelerations without gravity, as a share of 1 g and of their middle length, and how uneven they are.
    private static let (largestMean, leastMean, linearSpread) = (0.5, 0.25, 0.25)
    /// Lengths that gravity makes seldom, as a share of 1 g, and the share of rows that have them without it.
    private static let (short, shortShare) = (0.4, 0.25)
    /// Rows that are needed to tell.
    private static let leastRows = 50

    /// True where accelerations of uneven length point everywhere: what is left when gravity has been taken out.
    ///
    /// `gravity` is its length in their unit. A runner, too, is weightless for a third of the time, but on average not.
    func hasNoGravity(_ columns: [Int], _ gravity: Double) -> Bool {
        let lengths = lengths(columns).sorted()
        guard lengths.count >= Self.leastRows else { return false }
        let means = columns.map { column in
            let values = numbers(column).compactMap { $0 }
            return values.reduce(0, +) / Double(max(1, values.count))
        }
        let mean = means.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard mean < Self.largestMean * gravity else { return false }
        let isShort =
            Double(lengths.count { $0 < Self.short * gravity }) > Self.shortShare * Double(lengths.count)
        return isShort
            || mean < Self.leastMean * lengths[lengths.count / 2] && spread(of: columns) > Self.linearSpread
    }

    /// The middle distance of the length of some columns from its middle, as a share of that.
    func spread(of columns: [Int]) -> Double {
        let lengths = lengths(columns).sorted()
        guard let middle = lengths.isEmpty ? nil : lengths[lengths.count / 2], middle > 0 else { return 1 }
        return lengths.map { abs($0 / middle - 1) }.sorted()[lengths.count / 2]
    }
}
