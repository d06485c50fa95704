import TiltCore

/// Warnings about the sensor behind a log: each once, with the time in the log at which it was noticed.
struct SensorDoubts {
    /// What the log is called in messages.
    let name: String
    private var standing: [SensorFault] = []
    private var said: Set<String> = []
    private var start: Timestamp?
    private var last: Timestamp?

    init(name: String) { self.name = name }

    /// Warns of what is new among `faults`.
    mutating func follow(_ faults: [SensorFault], at time: Timestamp) {
        let start = self.start ?? time
        self.start = start
        last = time
        guard faults != standing else { return }
        standing = faults
        let seconds = FrameLine.number(time.seconds(since: start), decimals: 1, signed: false)
        for fault in faults where said.insert("\(fault.code)").inserted {
            Diagnostics.warn("\(name): at \(seconds) s: \(fault.description); \(fault.hint)")
        }
    }

    /// Warns of what is new among the `faults` that the end of the log has brought out.
    mutating func finish(_ faults: [SensorFault]) {
        if let last { follow(faults, at: last) }
    }
}
