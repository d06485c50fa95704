import TiltCore

/// Warnings about the sensor behind a log: each once, with the time in the log at which it was noticed.
struct SensorDoubts {
    /// What the log is called in messages.
    let name: String
    private var standing: [SensorComplaint] = []
    private var said: Set<String> = []
    private var start: Timestamp?

    init(name: String) { self.name = name }

    /// Warns of what is new among `complaints`.
    mutating func follow(_ complaints: [SensorComplaint], at time: Timestamp) {
        let start = self.start ?? time
        self.start = start
        guard complaints != standing else { return }
        standing = complaints
        let seconds = FrameLine.number(time.seconds(since: start), decimals: 1, signed: false)
        for complaint in complaints where said.insert("\(complaint.code)").inserted {
            Diagnostics.warn("\(name): at \(seconds) s: \(complaint.description); \(complaint.hint)")
        }
    }
}
