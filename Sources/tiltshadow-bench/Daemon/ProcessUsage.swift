import Foundation

/// What a process has used so far, from `/proc`.
struct ProcessUsage {
    /// Times it waited and was woken up (`voluntary_ctxt_switches`), all threads together.
    var wakeUps = 0
    /// Time on a CPU, in nanoseconds, from `schedstat`.
    var cpuNanoseconds: Int64 = 0
    /// The same in its own code and in the kernel's, in clock ticks of mostly 10 ms (`utime`, `stime`).
    var ownTicks = 0
    var kernelTicks = 0
    /// `VmRSS`.
    var residentKilobytes = 0
    /// `RssAnon`: what other processes do not share.
    var anonymousKilobytes = 0

    init(of process: Int32) throws {
        for task in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
            let directory = "/proc/\(process)/task/\(task)"
            let status = try Self.status(directory + "/status")
            wakeUps += status["voluntary_ctxt_switches"] ?? 0
            residentKilobytes = status["VmRSS"] ?? 0
            anonymousKilobytes = status["RssAnon"] ?? 0
            let times = try String(contentsOfFile: directory + "/schedstat", encoding: .utf8)
            cpuNanoseconds += times.split(separator: " ").first.flatMap { Int64($0) } ?? 0
        }
        // Behind the name, which may have spaces and stands in parentheses.
        let stat = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = stat.split(separator: ")").last?.split(separator: " ").map { Int($0) ?? 0 } ?? []
        if fields.count > 12 { (ownTicks, kernelTicks) = (fields[11], fields[12]) }
    }

    /// The share of one core used since `earlier`, in percent.
    func share(since earlier: ProcessUsage, over nanoseconds: Int64) -> Double {
        100 * Double(cpuNanoseconds - earlier.cpuNanoseconds) / Double(nanoseconds)
    }

    private static func status(_ path: String) throws -> [String: Int] {
        var values: [String: Int] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let words = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
            if words.count >= 2, let number = Int(words[1]) { values[String(words[0])] = number }
        }
        return values
    }
}
