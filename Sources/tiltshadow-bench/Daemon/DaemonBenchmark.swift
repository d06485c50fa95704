import CLinux
import LinuxSystem

/// The daemon as a process of its own, playing a 200 Hz log to subscribers on a real socket.
enum DaemonBenchmark {
    /// Measures each executable named (by default the `tiltshadowd` beside this program) for `--seconds` (by default 60)
    /// with one subscriber, then shorter with 100, with 256 and with none.
    ///
    /// False where a daemon could not be measured.
    static func run(_ arguments: [String]) -> Bool {
        guard let (seconds, paths) = parse(arguments) else { return false }
        do {
            for path in paths { try measure(path, seconds: seconds) }
            return true
        } catch {
            print("  cannot measure: \(error)")
            return false
        }
    }

    /// `--seconds`, by default 60, and the executables, by default the `tiltshadowd` beside this program.
    static func parse(_ arguments: [String]) -> (seconds: Int, paths: [String])? {
        var seconds = 60
        var paths: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--seconds" {
                guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else { return nil }
                seconds = number
            } else {
                paths.append(word)
            }
        }
        return (seconds, paths.isEmpty ? [MeasuredDaemon.besideThisProgram] : paths)
    }

    private static func measure(_ path: String, seconds: Int) throws {
        print("\(path)")
        try measureOne(path, seconds: seconds)
        try measureHundred(path, seconds: min(seconds, 60))
        try measureMany(path)
        try measureNone(path)
        print("")
    }

    /// One subscriber, and a bare timer loop at the same time, so that a busy machine shows in both.
    private static func measureOne(_ path: String, seconds: Int) throws {
        let daemon = try MeasuredDaemon(path)
        let audience = try Audience(of: daemon, count: 1)
        audience.read(seconds: 1)
        let baseline = BareTimer()
        baseline.start(seconds: seconds)
        let (before, start) = (try daemon.usage(), MonotonicClock.now())
        audience.read(seconds: seconds)
        let (after, end) = (try daemon.usage(), MonotonicClock.now())
        let bare = baseline.finish()
        let span = Double(end - start) * 1e-9
        let status = try audience.status()
        let late = ["late_p50_us", "late_p99_us", "late_max_us"].map { String(Int(status[$0] ?? .nan)) }
        print("  1 subscriber, \(seconds) s")
        row("ticks late, us: p50, p99, max", late.joined(separator: ", "))
        row("a bare timerfd loop meanwhile", bare.late.text)
        row("ticks, missed", "\(Int(status["ticks"] ?? 0)), \(Int(status["missed_ticks"] ?? 0))")
        row("wake-ups a second", Contest.fixed(Double(after.wakeUps - before.wakeUps) / span, 2))
        row("share of a core, %", Contest.fixed(after.share(since: before, over: end - start), 3))
        row("resident, kB (of its own)", "\(after.residentKilobytes) (\(after.anonymousKilobytes))")
    }

    private static func measureHundred(_ path: String, seconds: Int) throws {
        let daemon = try MeasuredDaemon(path)
        let audience = try Audience(of: daemon, count: 100)
        audience.read(seconds: 1)
        audience.forget()
        audience.read(seconds: seconds)
        print("  100 subscribers, \(seconds) s, read by one thread")
        row("deadline to the first, us: p50, p99, max", Distribution(audience.firstDelays).text)
        row("deadline to the last, us", Distribution(audience.lastDelays).text)
        row("first to last, us", Distribution(audience.spreads).text)
    }

    private static func measureMany(_ path: String) throws {
        let daemon = try MeasuredDaemon(path)
        let audience = try Audience(of: daemon, count: 256)
        audience.read(seconds: 5)
        let usage = try daemon.usage()
        print("  256 subscribers, 5 s")
        row("resident, kB (of its own)", "\(usage.residentKilobytes) (\(usage.anonymousKilobytes))")
    }

    private static func measureNone(_ path: String) throws {
        let daemon = try MeasuredDaemon(path, ["--set", "sensor.hold_s=0"])
        do { try Audience(of: daemon, count: 1).read(seconds: 1) }
        _ = poll(nil, 0, 1000)
        let before = try daemon.usage()
        _ = poll(nil, 0, 10_000)
        let after = try daemon.usage()
        print("  no subscriber, 10 s")
        row("wake-ups", "\(after.wakeUps - before.wakeUps)")
        row("CPU, us", "\((after.cpuNanoseconds - before.cpuNanoseconds) / 1000)")
    }

    private static func row(_ name: String, _ value: String) {
        print("    " + name + String(repeating: " ", count: max(1, 44 - name.count)) + value)
    }
}
