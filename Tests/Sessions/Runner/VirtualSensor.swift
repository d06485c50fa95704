import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// A device that does what the session says: what the daemon would find, open and read.
struct VirtualSensor {
    /// One opening of the device.
    struct Opening {
        let id: SensorID
        /// When it is open, in nanoseconds; `nil` where that never comes.
        var completesAt: Int64?
        var isOpen = false
        /// Up to when its readings were taken.
        var drainedTo: Int64 = 0
        /// Left alone until then.
        var pausedUntil: Int64 = 0
        /// What it sent last, for a device that reports only changes.
        var last: Reading.Counts?
    }

    let name: String
    /// What looks call it; `nil` for its name.
    var id: String?
    var called: String
    var kind = SensorDescription.Kind.iioBuffer
    var sysPath: String
    var rateHz = 100.0
    var motion = VirtualMotion()
    var hasGyroscope = false
    /// True where a look finds its gyroscope, and another program has that.
    var isGyroscopeHeld = false
    /// Why what is open says that it is to be opened again.
    var reopening: SensorError.Reopening?
    /// What a look says of how it is mounted, and by which it is opened; `nil` for nothing.
    var mounting: Mounting?
    var reportsOnlyChanges = false
    var isRefused = false
    var isPlugged = true
    var isSilent = false
    var isHeld = false
    /// True where its axes move and it does not say so.
    var movesUnheard = false
    /// True where the gyroscope goes on alone.
    var isAccelerometerSilent = false
    /// True where one reading in ten is none.
    var hasSpikes = false
    /// True where another program has switched it off; opening it again helps.
    var isStolen = false
    /// In nanoseconds; `nil` for never.
    var opensAfter: Int64? = 0
    var openingError: SensorError?
    var readingError: SensorError?
    var bias = AngularRate<DeviceAxes>.zero
    /// More than one where a device is opened again before the first opening ended.
    var openings: [Opening] = []

    /// The most readings that the kernel keeps.
    private static let ring = 64

    init(name: String) {
        self.name = name
        called = name
        sysPath = "/sys/" + name
    }

    var device: String { "/dev/" + name }

    func candidate(rank: Int) -> SensorCandidate {
        var candidate = SensorCandidate(
            id: id ?? name, name: called, kind: kind, device: device, sysPath: sysPath,
            hasGyroscope: hasGyroscope,
            rank: isRefused ? nil : rank, reason: isRefused ? "refused by the session" : "number \(-rank)")
        candidate.mounting = mounting?.mark
        return candidate
    }

    var description: SensorDescription {
        let axes = Calibration.Axes(scale: VirtualMotion.scale)
        var description = SensorDescription(
            id: id ?? name, name: called, kind: kind, device: device, rateHz: rateHz,
            calibration: Calibration(
                accelerometer: axes, gyroscope: hasGyroscope && !isGyroscopeHeld ? axes : nil),
            mounting: mounting ?? .identity, reportsOnlyChanges: reportsOnlyChanges)
        if isGyroscopeHeld { description.gyroscopeFault = "another program has it" }
        return description
    }

    /// What reading it as it is open comes to.
    var failure: SensorError? {
        guard isPlugged else { return .gone(path: device) }
        return reopening.map { .released(path: device, because: $0) } ?? readingError
    }

    /// What one opening gives at `now`, in nanoseconds: the readings that the kernel keeps since the last time.
    mutating func drain(_ index: Int, at now: Int64) -> [Reading] {
        var opening = openings[index]
        defer { openings[index] = opening }
        guard opening.isOpen, now >= opening.pausedUntil, readingError == nil else { return [] }
        let period = Int64((1e9 / rateHz).rounded())
        let from = opening.drainedTo
        opening.drainedTo = now
        guard !isSilent, !isStolen else { return [] }
        var readings: [Reading] = []
        // The state at opening comes at once from an event node.
        var time = reportsOnlyChanges && opening.last == nil ? from : (from / period + 1) * period
        while time <= now {
            var counts = motion.acceleration(at: time)
            if hasSpikes, time / period % 10 == 5 { counts.z = -124 }
            if !reportsOnlyChanges || counts != opening.last {
                readings.append(
                    Reading(
                        time: Timestamp(nanoseconds: time),
                        accelerometer: isAccelerometerSilent ? nil : counts,
                        gyroscope: hasGyroscope ? motion.rate(at: time) : nil))
            }
            opening.last = counts
            time = (time / period + 1) * period
        }
        return Array(readings.suffix(Self.ring))
    }

    /// What a question to the silent device brings.
    var probeError: SensorError? {
        guard isPlugged else { return .gone(path: device) }
        if isStolen { return .stolen(path: device, text: "its buffer was switched off") }
        return movesUnheard ? .silent(path: device, reason: "its axes moved") : nil
    }
}
