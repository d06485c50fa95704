import CLinux
import LinuxSystem

/// What subscribers can do to each other: ten who read, beside a storm of connections, and 256 who ask without end.
enum StormBenchmark {
    /// Measures each executable named (by default the `tiltshadowd` beside this program) for `--seconds` (by default 60).
    ///
    /// False where a daemon could not be measured.
    static func run(_ arguments: [String]) -> Bool {
        guard let (seconds, paths) = DaemonBenchmark.parse(arguments) else { return false }
        do {
            for path in paths {
                print("\(path)")
                try measureStorm(path, seconds: seconds)
                for request in [#"{"type":"recentre"}"#, #"{"type":"status"}"#] {
                    try measureRequests(path, request, seconds: min(seconds, 20))
                }
                print("")
            }
            return true
        } catch {
            print("  cannot measure: \(error)")
            return false
        }
    }

    /// 300 connections a second; a bare timer loop meanwhile, so that a busy machine shows in both.
    private static func measureStorm(_ path: String, seconds: Int) throws {
        let daemon = try MeasuredDaemon(path)
        let audience = try Audience(of: daemon, count: 10)
        audience.read(seconds: 1)
        audience.forget()
        let (before, start) = (try daemon.usage(), MonotonicClock.now())
        let baseline = BareTimer()
        baseline.start(seconds: seconds)
        let storm = Storm(on: daemon.socket)
        storm.start(rate: 300)
        audience.read(seconds: seconds)
        let visits = storm.finish()
        let (after, end) = (try daemon.usage(), MonotonicClock.now())
        let bare = baseline.finish()
        print("  300 connections a second beside 10 subscribers, \(seconds) s")
        row("connections made, failed", "\(visits.made), \(visits.failed)")
        try report(audience)
        row("a bare timerfd loop meanwhile, missed", "\(bare.late.text); \(bare.missed)")
        row("share of a core, %", Contest.fixed(after.share(since: before, over: end - start), 2))
        row("resident, kB: before, after", "\(before.residentKilobytes), \(after.residentKilobytes)")
    }

    /// 256 subscribers who each send 49 requests at once, all at the same moment, every second.
    private static func measureRequests(_ path: String, _ request: String, seconds: Int) throws {
        let daemon = try MeasuredDaemon(path)
        let audience = try Audience(of: daemon, count: 256)
        audience.read(seconds: 1)
        audience.forget()
        let before = try daemon.usage()
        let baseline = BareTimer()
        baseline.start(seconds: seconds)
        for _ in 0..<seconds {
            audience.ask(String(repeating: request + "\n", count: 49))
            audience.read(milliseconds: 1050)
        }
        let after = try daemon.usage()
        let bare = baseline.finish()
        print("  256 subscribers, 49 × \(request) from each at once, every second, \(seconds) s")
        try report(audience)
        row("a bare timerfd loop meanwhile, missed", "\(bare.late.text); \(bare.missed)")
        row("resident, kB: before, after", "\(before.residentKilobytes), \(after.residentKilobytes)")
    }

    private static func report(_ audience: Audience) throws {
        let status = try audience.status()
        let late = ["late_p50_us", "late_p99_us", "late_max_us"].map { String(Int(status[$0] ?? .nan)) }
        row("ticks, missed", "\(Int(status["ticks"] ?? 0)), \(Int(status["missed_ticks"] ?? 0))")
        row("ticks late, us: p50, p99, max", late.joined(separator: ", "))
        row("frames, dropped and marked, lost unmarked", audience.account)
    }

    private static func row(_ name: String, _ value: String) {
        print("    " + name + String(repeating: " ", count: max(1, 44 - name.count)) + value)
    }
}
