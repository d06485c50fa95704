import TiltCore

/// Several ways to do the same work, timed in turn within one run, so that a busy machine slows all of them alike.
struct Contest {
    /// One way: its name, and the work, which returns something that depends on all of it.
    struct Entry {
        var name: String
        var work: () -> Double
    }

    /// What is done, for the heading.
    var title: String
    /// Samples that one piece of work handles.
    var samples: Int
    /// The ways; the first is the baseline of the ratios.
    var entries: [Entry]
    /// How often each is timed; the median counts.
    var repeats = 9

    /// Runs all and prints a table: million samples a second (median, slowest, fastest) and the time against the
    /// baseline's.
    func run() {
        var seconds = entries.map { _ in [Double]() }
        var checksum = 0.0
        for _ in 0..<repeats {
            for (index, entry) in entries.enumerated() {
                let clock = ContinuousClock()
                let time = clock.measure { checksum += entry.work() }
                let (whole, attoseconds) = time.components
                seconds[index].append(Double(whole) + Double(attoseconds) * 1e-18)
            }
        }
        print("\(title): \(samples) samples, \(repeats) repeats (checksum \(checksum))")
        print(Self.row("", ["median", "slowest", "fastest"], "time ratio"))
        let baseline = Self.median(seconds[0])
        for (entry, times) in zip(entries, seconds) {
            let rates = [Self.median(times), times.max() ?? 0, times.min() ?? 0].map {
                Self.fixed(Double(samples) / $0 / 1e6, 3)
            }
            print(Self.row(entry.name, rates, Self.fixed(Self.median(times) / baseline, 2)))
        }
        print("  in million samples a second\n")
    }

    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func row(_ name: String, _ numbers: [String], _ ratio: String) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let label = name + String(repeating: " ", count: max(0, 34 - name.count))
        return "  " + label + numbers.map { padded($0, 10) }.joined() + padded(ratio, 12)
    }

    /// A number with so many decimals.
    static func fixed(_ value: Double, _ decimals: Int) -> String {
        var buffer = ByteBuffer(capacity: 16)
        buffer.append(value, decimals: decimals)
        return buffer.text
    }
}
