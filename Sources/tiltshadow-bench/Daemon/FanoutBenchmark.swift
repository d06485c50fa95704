/// The daemon beside a plain C loop that does the least: CPU for equal frames, in pairs of runs one after the other.
///
/// The loop reads its feed, an event device's, at the tick, takes a low-pass of it and two angles, puts a line together by
/// `snprintf` and sends everybody the same bytes; it knows no options, no numbers of one's own, no dead band, no slow reader,
/// no tap to hold back and no sensor that is wrong. The daemon plays a log, of which it reads four lines of text a tick: one
/// call of the kernel less, and more work than to read events. Both are on the first processor, and their
/// readers on the second, so what a run takes is comparable with the other of its pair alone, and ratios are what counts.
enum FanoutBenchmark {
    /// Measures `EXECUTABLE` (by default the `tiltshadowd` beside this program) in so many `--pairs` (by default 5) of
    /// `--seconds` (by default 10) each; false where something could not be measured.
    static func run(_ arguments: [String]) -> Bool {
        var (seconds, pairs, path) = (10, 5, MeasuredDaemon.besideThisProgram)
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--seconds", "--pairs":
                guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else { return false }
                if word == "--seconds" { seconds = number } else { pairs = number }
            default: path = word
            }
        }
        print("\(path) beside a loop in C, medians of \(pairs) pairs of \(seconds) s")
        print(
            row([
                "readers", "CPU of each, ms/s", "ratio (least, most)", "own", "kernel",
                "last reader, ms: p50, p99", "kB",
            ]))
        do {
            let rows: [(Int, Double)] = [(1, 50), (100, 50), (256, 50), (1000, 50), (10_000, 10)]
            for (readers, rateHz) in rows {
                try measure(path, readers, rateHz, seconds: seconds, pairs: pairs)
            }
            try measurePage(path, readers: 10_000, rateHz: 144, seconds: seconds, pairs: pairs)
            try findMost(path, seconds: seconds)
            return true
        } catch {
            print("  cannot measure: \(error)")
            return false
        }
    }

    private static func measure(
        _ path: String, _ readers: Int, _ rateHz: Double, seconds: Int, pairs: Int
    ) throws {
        var (loops, daemons): ([FanoutRun], [FanoutRun]) = ([], [])
        for pair in 0..<pairs {
            // Each goes first in turn: what warms up, or gets in the way, does so for both.
            for part in 0..<2 {
                let isLoop = (pair + part) % 2 == 0
                let run = try FanoutRun(
                    isLoop ? .loop : .daemon(path), readers: readers, rateHz: rateHz, seconds: seconds)
                if isLoop { loops.append(run) } else { daemons.append(run) }
            }
        }
        func ratios(_ part: (FanoutRun) -> Double) -> [Double] {
            zip(daemons, loops).map { part($0) / max(part($1), 1e-9) }.sorted()
        }
        func median(_ runs: [FanoutRun], _ part: (FanoutRun) -> Double) -> Double {
            Contest.median(runs.map(part))
        }
        let cpu = ratios { $0.cpu }
        let each = [loops, daemons].map { runs in median(runs) { $0.cpu / Double(seconds) * 1000 } }
        let range = [cpu[0], cpu[cpu.count - 1]].map { Contest.fixed($0, 2) }.joined(separator: ", ")
        print(
            row([
                "\(readers) at \(Int(rateHz)) Hz", each.map { Contest.fixed($0, 2) }.joined(separator: ", "),
                "\(Contest.fixed(Contest.median(cpu), 2)) (\(range))",
                // Of a share that the clock ticks hardly see, no ratio is true.
                loops.allSatisfy { $0.ownTicks >= 20 }
                    ? Contest.fixed(Contest.median(ratios { $0.cpu * (1 - $0.kernelShare) }), 2) : "-",
                loops.allSatisfy { $0.kernelTicks >= 20 }
                    ? Contest.fixed(Contest.median(ratios { $0.cpu * $0.kernelShare }), 2) : "-",
                last(loops) + " | " + last(daemons),
                "\(Int(median(daemons) { Double($0.residentKilobytes) }))",
            ]))
        let frames = [loops, daemons].map { runs in Int(median(runs) { Double($0.frames) }) }
        if Double(frames[1]) < 0.99 * Double(frames[0]) || Double(frames[0]) < 0.99 * Double(frames[1]) {
            print("    not the same work: \(frames[0]) and \(frames[1]) frames came")
        }
    }

    /// Many who read a page beside one who has frames: to the daemon they are one.
    private static func measurePage(
        _ path: String, readers: Int, rateHz: Double, seconds: Int, pairs: Int
    ) throws {
        var (ones, manies): ([FanoutRun], [FanoutRun]) = ([], [])
        for pair in 0..<pairs {
            for part in 0..<2 {
                let isOne = (pair + part) % 2 == 0
                let run = try FanoutRun(
                    .daemon(path), readers: isOne ? 1 : readers, rateHz: rateHz, seconds: seconds,
                    areMapped: !isOne)
                if isOne { ones.append(run) } else { manies.append(run) }
            }
        }
        let ratios = zip(manies, ones).map { $0.cpu / max($1.cpu, 1e-9) }.sorted()
        let each = [ones, manies].map { runs in
            Contest.fixed(Contest.median(runs.map { $0.cpu / Double(seconds) * 1000 }), 2)
        }
        print(
            "  \(readers) of a page at \(Int(rateHz)) Hz    \(each.joined(separator: ", "))   "
                + "\(Contest.fixed(Contest.median(ratios), 2)) (\(Contest.fixed(ratios[0], 2)), "
                + "\(Contest.fixed(ratios[ratios.count - 1], 2))) to one reader of frames; "
                + "\(Int(Contest.median(manies.map { Double($0.residentKilobytes) }))) kB")
    }

    /// How many readers have a frame before the next tick at 50 Hz, to a sixteenth: the last one in half of all ticks.
    private static func findMost(_ path: String, seconds: Int) throws {
        func isWithinTick(_ readers: Int) throws -> Bool {
            try FanoutRun(.daemon(path), readers: readers, rateHz: 50, seconds: min(seconds, 3)).median <= 20
        }
        var (most, tooMany) = (500, 1000)
        while tooMany < 16_384, try isWithinTick(tooMany) { (most, tooMany) = (tooMany, 2 * tooMany) }
        while tooMany - most > max(1, most / 16) {
            let middle = (most + tooMany) / 2
            if try isWithinTick(middle) { most = middle } else { tooMany = middle }
        }
        print("  served within a tick at 50 Hz: \(most) readers")
    }

    /// From a deadline to the last reader: the median and the 99th percentile.
    private static func last(_ runs: [FanoutRun]) -> String {
        let times = [Contest.median(runs.map { $0.median }), Contest.median(runs.map { $0.late })]
        return times.map { Contest.fixed($0, 2) }.joined(separator: ", ")
    }

    private static func row(_ cells: [String]) -> String {
        zip(cells, [15, 17, 20, 5, 6, 29, 6]).reduce(" ") { line, cell in
            line + " " + cell.0 + String(repeating: " ", count: max(0, cell.1 - cell.0.count))
        }
    }
}
