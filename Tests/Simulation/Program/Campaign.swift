import Glibc
import TiltSimulation

/// Runs seeds one after the other until one breaks an invariant, and tells what was done.
struct Campaign {
    let options: Options

    init(_ options: Options) { self.options = options }

    /// The program's exit status.
    func run() -> Int32 {
        if case .replay(let path) = options.task { return replay(path) }
        if case .kept(let path) = options.task { return kept(path) }
        var tally = Tally()
        var seed: UInt64
        let last: UInt64
        var limit = Double.infinity
        switch options.task {
        case .seconds(let seconds, let from): (seed, last, limit) = (from, .max, seconds)
        case .seeds(let range): (seed, last) = (range.lowerBound, range.upperBound)
        case .replay, .kept: return 2
        }
        let start = Self.cpuSeconds
        var found: [Invariant: [(UInt64, Violation)]] = [:]
        while seed <= last, Self.cpuSeconds - start < limit {
            let outcome = Run.seed(
                seed, steps: options.isSteady ? .max : options.steps, people: options.people,
                isSteady: options.isSteady, until: options.isSteady ? 600_000_000_000 : .max)
            tally += outcome.tally
            if let violation = outcome.violation, options.goesOn {
                found[violation.invariant, default: []].append((seed, violation))
            } else if let violation = outcome.violation {
                report(seed, violation, outcome.happenings, after: Self.cpuSeconds - start)
                tell(tally, in: Self.cpuSeconds - start)
                return 1
            }
            seed += 1
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

    private func tell(_ tally: Tally, in seconds: Double) {
        let hours = Double(tally.time) / 3.6e12
        print(
            """
            \(tally.events) events and \(tally.effects) effects checked in \(tally.steps) steps of \(tally.lives) lives, \
            \(tally.frames) frames, \(tally.readings) readings, \((hours * 100).rounded() / 100) virtual hours, \
            \((seconds * 10).rounded() / 10) s of CPU
            """)
    }

    // MARK: failures

    private func report(
        _ seed: UInt64, _ violation: Violation, _ happenings: [Happening], after seconds: Double
    ) {
        print(
            "seed \(seed), step \(violation.step), \(violation.invariant.rawValue): \(violation.detail) "
                + "(found after \((seconds * 10).rounded() / 10) s)")
        var kept = happenings
        if options.shrinks {
            kept = Run.shrunk(seed, isSteady: options.isSteady, happenings, violation.invariant)
            let again = Run.replay(seed, isSteady: options.isSteady, kept)
            print("shrunk from \(happenings.count) to \(kept.count): \(again?.detail ?? "it holds now")")
        }
        let text = session(seed, violation, kept)
        if let path = options.sessionPath {
            write(text, to: path)
        } else if kept.count <= 60 {
            print(text)
        }
    }

    /// The session as a text: the seed, what breaks, and a line for each happening.
    private func session(_ seed: UInt64, _ violation: Violation, _ happenings: [Happening]) -> String {
        var text =
            "# \(violation.invariant.rawValue): \(violation.detail)\n\(options.isSteady ? "steady" : "world") \(seed)\n"
        for happening in happenings { text += "\(happening)\n" }
        return text
    }

    private func write(_ text: String, to path: String) {
        guard let file = fopen(path, "w") else { return print("cannot write \(path)") }
        fputs(text, file)
        fclose(file)
        print("the session is in \(path)")
    }

    /// Runs the seeds of a file: those that once found a fault.
    private func kept(_ path: String) -> Int32 {
        guard let file = fopen(path, "r") else {
            print("cannot read \(path)")
            return 2
        }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, CInt(line.count), file) != nil {
            let text = String(
                decoding: line.prefix { $0 > 32 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard let seed = UInt64(text) else { continue }
            var one = options
            one.task = .seeds(seed...seed)
            guard Campaign(one).run() == 0 else { return 1 }
        }
        return 0
    }

    private func replay(_ path: String) -> Int32 {
        guard let (seed, isSteady, happenings) = Self.read(path) else {
            print("\(path) is no session: expected `world SEED`, then lines of time, who, what and #seed")
            return 2
        }
        let tells: ((String) -> Void)? = options.isTraced ? { print($0) } : nil
        guard let violation = Run.replay(seed, isSteady: isSteady, happenings, trace: tells) else {
            print("\(path): every invariant holds")
            return 0
        }
        print("\(path): step \(violation.step), \(violation.invariant.rawValue): \(violation.detail)")
        return 1
    }

    private static func read(_ path: String) -> (UInt64, Bool, [Happening])? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var seed: UInt64?
        var isSteady = false
        var happenings: [Happening] = []
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, CInt(line.count), file) != nil {
            let text =
                String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
                    separator: "\n"
                ).first.map { String($0) } ?? ""
            if text.isEmpty || text.hasPrefix("#") { continue }
            if text.hasPrefix("world ") || text.hasPrefix("steady ") {
                isSteady = text.hasPrefix("steady")
                seed = text.split(separator: " ").last.flatMap { UInt64($0) }
            } else if let happening = Happening(parsing: text) {
                happenings.append(happening)
            } else {
                return nil
            }
        }
        return seed.map { ($0, isSteady, happenings) }
    }
}
