import Glibc
import TiltSimulation

/// Runs seeds one after the other until one breaks an invariant, and tells what was done.
struct Campaign {
    let options: Options

    /// The most happenings of a session that are printed, the last ones.
    private static let longestPrinted = 100

    init(_ options: Options) { self.options = options }

    /// The program's exit status.
    func run() -> Int32 {
        switch options.task {
        case .replay(let path): return replay(path)
        case .kept(let path):
            guard let starts = Self.starts(of: path) else {
                print("cannot read \(path)")
                return 2
            }
            return play(starts)
        case .seeds(let range): return play(range.lazy.map(world))
        case .seconds(let seconds, let from):
            return play((from...UInt64.max).lazy.map(world), for: seconds)
        }
    }

    /// A seed, and what its world is like.
    private typealias Start = (seed: UInt64, kind: World.Kind)

    private func world(of seed: UInt64) -> Start {
        (seed, options.isSteady ? .steady : World.Kind(ofSeed: seed))
    }

    /// Lets the worlds of seeds live, one after the other, for so many seconds of CPU.
    private func play(_ starts: some Sequence<Start>, for limit: Double = .infinity) -> Int32 {
        var tally = Tally()
        let start = Self.cpuSeconds
        var told = start
        var found: [Invariant: [(UInt64, Violation)]] = [:]
        for (seed, kind) in starts {
            guard Self.cpuSeconds - start < limit else { break }
            let outcome = Run.seed(
                seed, steps: options.isSteady ? .max : options.steps, people: options.people,
                kind: kind, until: options.isSteady ? 600_000_000_000 : .max)
            tally += outcome.tally
            if let violation = outcome.violation, options.goesOn {
                print(
                    "seed \(seed), step \(violation.step), \(violation.invariant.rawValue): \(violation.detail)"
                )
                if found.isEmpty, options.sessionPath == nil { print(wayToSession((seed, kind))) }
                fflush(nil)
                found[violation.invariant, default: []].append((seed, violation))
            } else if let violation = outcome.violation {
                report((seed, kind), violation, outcome.happenings, after: Self.cpuSeconds - start)
                tell(tally, in: Self.cpuSeconds - start)
                return 1
            }
            let stopped = found.values.reduce(0) { $0 + $1.count }
            tellProgress(tally, &told, at: seed, stopped: stopped, since: start)
        }
        for (invariant, failures) in found.sorted(by: { $0.value.count > $1.value.count }) {
            let first = failures.min { $0.1.step < $1.1.step }
            print(
                "\(failures.count) x \(invariant.rawValue): seed \(first?.0 ?? 0) step \(first?.1.step ?? 0) \(first?.1.detail ?? "")"
            )
        }
        tell(tally, in: Self.cpuSeconds - start)
        return found.isEmpty ? 0 : 1
    }

    private static var cpuSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private func tell(_ tally: Tally, in seconds: Double) { print(summary(of: tally, in: seconds)) }

    private func summary(of tally: Tally, in seconds: Double) -> String {
        let hours = Double(tally.time) / 3.6e12
        return """
            \(tally.events) events and \(tally.effects) effects checked in \(tally.steps) steps of \(tally.lives) lives, \
            \(tally.frames) frames, \(tally.readings) readings, \((hours * 100).rounded() / 100) virtual hours, \
            \((seconds * 10).rounded() / 10) s of CPU
            """
    }

    /// Writes once a minute of CPU time what was done so far.
    private func tellProgress(
        _ tally: Tally, _ told: inout Double, at seed: UInt64, stopped: Int, since start: Double
    ) {
        let now = Self.cpuSeconds
        guard let path = options.progressPath, now - told >= 60, let file = fopen(path, "a") else { return }
        told = now
        fputs("to seed \(seed), \(stopped) stopped: \(summary(of: tally, in: now - start))\n", file)
        fclose(file)
    }

    // MARK: failures

    private func report(
        _ start: Start, _ violation: Violation, _ happenings: [Happening], after seconds: Double
    ) {
        print(
            "seed \(start.seed), step \(violation.step), \(violation.invariant.rawValue): \(violation.detail) "
                + "(found after \((seconds * 10).rounded() / 10) s)")
        var kept = happenings
        if options.shrinks {
            kept = Run.shrunk(start.seed, kind: start.kind, happenings, violation.invariant)
            let again = Run.replay(start.seed, kind: start.kind, kept)
            print("shrunk from \(happenings.count) to \(kept.count): \(again?.detail ?? "it holds now")")
        }
        if let path = options.sessionPath {
            write(session(start, violation, kept), to: path)
        } else {
            print(wayToSession(start))
        }
        print(session(start, violation, Array(kept.suffix(Self.longestPrinted))))
    }

    /// How to have the session of a failure as a file, all of it.
    private func wayToSession(_ start: Start) -> String {
        var words = options.isSteady ? " --steady" : ""
        let usual = Options()
        if options.steps != usual.steps { words += " --steps \(options.steps)" }
        if options.people != (options.isSteady ? Options.steadyPeople : usual.people) {
            words += " --people \(options.people)"
        }
        let isOwn = options.isSteady || start.kind == World.Kind(ofSeed: start.seed)
        words += isOwn ? " --seed \(start.seed)" : " --seeds FILE"
        let line = isOwn ? "" : ", where FILE has the line `\(start.kind.rawValue) \(start.seed)`"
        return "as a file: tiltshadow-simulate\(words) --session failed.session\(line)"
    }

    /// The session as a text: the seed, what breaks, and a line for each happening.
    private func session(_ start: Start, _ violation: Violation, _ happenings: [Happening]) -> String {
        var text =
            "# \(violation.invariant.rawValue): \(violation.detail)\n\(start.kind.rawValue) \(start.seed)\n"
        for happening in happenings { text += "\(happening)\n" }
        return text
    }

    private func write(_ text: String, to path: String) {
        guard let file = fopen(path, "w") else { return print("cannot write \(path)") }
        fputs(text, file)
        fclose(file)
        print("the session is in \(path)")
    }

    /// The seeds of a file, one a line, or `world SEED` for one that was kept before some worlds were seated; `nil` where it
    /// cannot be read.
    private static func starts(of path: String) -> [Start]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var starts: [Start] = []
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, CInt(line.count), file) != nil {
            let text = String(
                decoding: line.prefix { $0 >= 32 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if let seed = UInt64(text) { starts.append((seed, World.Kind(ofSeed: seed))) }
            if let start = start(text) { starts.append(start) }
        }
        return starts
    }

    /// Reads `world SEED`, or another kind; `nil` where it is none.
    private static func start(_ line: String) -> Start? {
        let words = line.split(separator: " ")
        guard words.count == 2, let kind = World.Kind(rawValue: String(words[0])), let seed = UInt64(words[1])
        else { return nil }
        return (seed, kind)
    }

    private func replay(_ path: String) -> Int32 {
        guard let (start, happenings) = Self.read(path) else {
            print("\(path) is no session: expected `world SEED`, then lines of time, who, what and #seed")
            return 2
        }
        let tells: ((String) -> Void)? = options.isTraced ? { print($0) } : nil
        guard let violation = Run.replay(start.seed, kind: start.kind, happenings, trace: tells) else {
            print("\(path): every invariant holds")
            return 0
        }
        print("\(path): step \(violation.step), \(violation.invariant.rawValue): \(violation.detail)")
        return 1
    }

    private static func read(_ path: String) -> (Start, [Happening])? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var start: Start?
        var happenings: [Happening] = []
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, CInt(line.count), file) != nil {
            let text =
                String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
                    separator: "\n"
                ).first.map { String($0) } ?? ""
            if text.isEmpty || text.hasPrefix("#") { continue }
            if let begun = Self.start(text) {
                start = begun
            } else if let happening = Happening(parsing: text) {
                happenings.append(happening)
            } else {
                return nil
            }
        }
        return start.map { ($0, happenings) }
    }
}
