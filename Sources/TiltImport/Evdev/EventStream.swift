import CLibevdev
import TiltCore
import TiltSensors

/// Turns recorded events into readings, as the daemon does with live ones: one for each `SYN_REPORT`.
///
/// The kernel does not send an axis that has not changed, so the last count of each is kept. What an axis was before
/// the recording is seldom told; a sensor's readings begin once all its axes have been seen, or after a second: an axis
/// that was silent for so long stands at the 0 it has in a new device. The accelerometer does not wait for the gyroscope.
struct EventStream {
    /// How long an axis is waited for, in nanoseconds.
    private static let timeout: Int64 = 1_000_000_000

    /// Times the kernel's queue overflowed while it was recorded.
    private(set) var dropped = 0
    /// Events that say when the device measured, on its own clock.
    private var timestamps = 0
    /// Events of keys, switches and axes that are none of the motion sensor's.
    private var others = 0

    private let layout: EvdevLayout
    private var accelerometer = Reading.Counts.zero
    private var gyroscope = Reading.Counts.zero
    private var learned = LearnedScale()
    /// One bit for each axis that was seen.
    private var seen: UInt32
    private var start: Int64?
    private var lastTime = Int64.min
    private var isIncomplete = false
    /// True where events wait for their `SYN_REPORT`.
    private(set) var hasPending = false

    init(_ layout: EvdevLayout, initialCounts: [Int32: Int32]) {
        self.layout = layout
        seen = 0
        for (axis, count) in initialCounts { store(Double(count), of: axis) }
    }

    /// Takes one event; times are in microseconds, on whatever clock.
    mutating func take(microseconds: Int64, type: Int64, code: Int64, value: Int64) -> Reading? {
        switch (Int32(truncatingIfNeeded: type), Int32(truncatingIfNeeded: code)) {
        case (EV_ABS, let axis):
            if !(0..<6 ~= axis) { others += 1 }
            store(Double(value), of: axis)
            hasPending = true
        case (EV_SYN, SYN_DROPPED):
            // Values up to the next SYN_REPORT are true, and they are not all: `event-codes.rst`.
            dropped += 1
            isIncomplete = true
        case (EV_SYN, SYN_REPORT):
            hasPending = false
            guard !isIncomplete else {
                isIncomplete = false
                return nil
            }
            return reading(at: microseconds &* 1000)
        case (EV_MSC, MSC_TIMESTAMP): timestamps += 1
        case (EV_SYN, _): break
        default: others += 1
        }
        return nil
    }

    /// What becomes no reading, and a log has no place for.
    var losses: [String] {
        var losses: [String] = []
        if timestamps > 0 {
            losses.append("\(timestamps) times of the device's own clock, MSC_TIMESTAMP")
        }
        if others > 0 { losses.append("\(others) events of keys and the like") }
        return losses
    }

    private mutating func store(_ value: Double, of axis: Int32) {
        layout.accelerometerAxes.store(value, of: axis, in: &accelerometer)
        layout.gyroscopeAxes?.store(value, of: axis, in: &gyroscope)
        if 0..<6 ~= axis { seen |= 1 << UInt32(axis) }
    }

    private mutating func reading(at nanoseconds: Int64) -> Reading? {
        let start = self.start ?? nanoseconds
        self.start = start
        let isOver = nanoseconds &- start >= Self.timeout
        func isKnown(_ bits: UInt32) -> Bool { isOver || seen & bits == bits }
        let hasForce = isKnown(layout.accelerometerAxes.bits)
        let hasRate = layout.gyroscopeAxes.map { isKnown($0.bits) } ?? false
        guard hasForce || hasRate else { return nil }
        var time = nanoseconds
        // Three samples of one report of a Nintendo pad have one time; a microsecond has room for them.
        if time <= lastTime, lastTime &- time < 1000 { time = lastTime + 1 }
        if time > lastTime { lastTime = time }
        return Reading(
            time: Timestamp(nanoseconds: time),
            accelerometer: hasForce ? (layout.learnsScale ? learned(accelerometer) : accelerometer) : nil,
            gyroscope: hasRate ? gyroscope : nil)
    }
}
