import TiltCore

/// How many samples a second really come, by the kernel's own stamps.
struct SampleRate {
    /// The least time one measurement takes, and how long it counts as the present, in nanoseconds.
    private static let window: Int64 = 1_000_000_000
    private static let memory: Int64 = 3_000_000_000

    private var start: Int64?
    private var newest: Int64 = 0
    private var count = 0
    private var measured: Double?

    /// Counts a sample.
    mutating func add(_ time: Timestamp) {
        newest = time.nanoseconds
        guard let start, newest >= start else {
            start = newest
            count = 0
            return
        }
        count += 1
        guard newest &- start >= Self.window else { return }
        measured = Double(count) * 1e9 / Double(newest &- start)
        self.start = newest
        count = 0
    }

    /// The newest measurement, in Hz; `nil` before the first, and where nothing has come for a while.
    func hertz(at now: Int64) -> Double? { now &- newest < Self.memory ? measured : nil }
}
