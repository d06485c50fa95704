import TiltCore

/// What a few seconds of a sensor's readings say about it.
struct SensorMeasurement: Equatable {
    var sensor: SensorDescription
    /// How long was read, in seconds.
    var seconds = 0.0
    /// When each reading of the accelerometer was taken, by the kernel.
    var times: [Timestamp] = []
    /// Length of the specific force of each, in g; of those at the end of the sensor's range none is known.
    var lengths: [Double] = []
    /// Readings of the accelerometer that stood at the end of its range.
    var clipped = 0
    /// Between a reading's time and the moment it was read, in ms; negative where it lies in the future.
    var ages: [Double] = []
    var faults: [SensorFault] = []

    init(_ sensor: SensorDescription) { self.sensor = sensor }

    /// Takes one decoded reading.
    mutating func take(_ sample: Sample, now: Timestamp) {
        guard let force = sample.acceleration else { return }
        times.append(sample.time)
        if sample.accelerationIsClipped {
            clipped += 1
        } else {
            lengths.append(force.length / standardGravity)
        }
        ages.append(now.seconds(since: sample.time) * 1000)
    }

    /// Between readings, in ms.
    var intervals: [Double] { zip(times, times.dropFirst()).map { $1.seconds(since: $0) * 1000 } }

    /// Readings a second, by their own times; `nil` where there are fewer than three.
    var rateHz: Double? {
        guard times.count > 2, let first = times.first, let last = times.last, last > first else {
            return nil
        }
        return Double(times.count - 1) / last.seconds(since: first)
    }

    /// The middle length of gravity, in g; `nil` without readings or where it was not still.
    var gravity: Double? {
        guard let spread = Spread(lengths), let low = lengths.min() else { return nil }
        return spread.largest - low < 0.1 * spread.median ? spread.median : nil
    }
}

extension SensorMeasurement {
    /// The links that the readings tell of.
    func checks(editing: String) -> [Check] {
        [gravityCheck(editing), rateCheck, jitterCheck, timeCheck]
            + faults.filter { !$0.isOfLength }.map {
                Check(
                    .sensor, "readings", .warning, "\($0.description); \($0.hint)",
                    advice: "tiltshadow sensors --check 20")
            }
    }

    /// Readings of a device that is moved of which the middle one tells a wrong unit.
    private static let leastMoved = 50

    private func gravityCheck(_ editing: String) -> Check {
        let title = "gravity"
        guard !lengths.isEmpty else {
            return Check(
                .sensor, title, .skipped,
                clipped > 0
                    ? "clipped: each of its \(clipped) readings stands at the end of its range, so gravity's length is "
                        + "not known" : "no reading came")
        }
        let scale = sensor.calibration.accelerometer.scale
        guard Spread(lengths)?.median != 0 else {
            return Check(
                .sensor, title, .problem,
                "it reads 0 on all axes: its chip sleeps or its bus fails, which no scale mends",
                advice: "sudo dmesg | tail -n 20")
        }
        guard lengths.allSatisfy({ $0.isFinite }) else {
            return Check(
                .sensor, title, .problem,
                "its scale, \(scale.x.shortText) m/s² a count, is nonsense; set accel_scale under [sensor]",
                advice: editing)
        }
        guard let gravity else {
            if let middle = Spread(lengths)?.median, lengths.count >= Self.leastMoved, !(0.4...2.5 ~= middle)
            {
                return Check(
                    .sensor, title, .problem,
                    "the middle acceleration is \(DoctorText.number(middle, 3)) g though the device was moved; "
                        + "set accel_scale under [sensor]", advice: editing)
            }
            return Check(.sensor, title, .skipped, "the device was moved; leave it alone and run this again")
        }
        return Self.gravityCheck(atRest: gravity, advice: editing)
    }

    /// The link of gravity's length at rest, in g.
    static func gravityCheck(atRest gravity: Double, advice: String) -> Check {
        let text = "\(DoctorText.number(gravity, 3)) g at rest"
        guard 0.8...1.2 ~= gravity else {
            return Check(
                .sensor, "gravity", .problem, text + ", expected 0.8 to 1.2; set accel_scale under [sensor]",
                advice: advice)
        }
        return Check(.sensor, "gravity", .ok, text)
    }

    private var rateCheck: Check {
        let title = "rate"
        guard let rate = rateHz else {
            if sensor.reportsOnlyChanges {
                return Check(
                    .sensor, title, .skipped,
                    "\(times.count) readings: it reports only changes; move the device meanwhile")
            }
            return Check(
                .sensor, title, .problem,
                "\(times.count) readings in \(DoctorText.number(seconds, 1)) s: it sends nothing",
                advice: "dmesg | tail -n 20")
        }
        let nominal = sensor.rateHz.map { ", \(DoctorText.number($0, 1)) Hz asked for" } ?? ""
        let text = "\(DoctorText.number(rate, 1)) Hz\(nominal)"
        let isSlow = rate < 20 && !sensor.reportsOnlyChanges
        return Check(
            .sensor, title, isSlow ? .warning : .ok, isSlow ? text + ": the shadow will look late" : text)
    }

    private var jitterCheck: Check {
        guard let spread = Spread(intervals) else {
            return Check(.sensor, "jitter", .skipped, "too few readings")
        }
        let ms = { DoctorText.number($0, 2) }
        return Check(
            .sensor, "jitter", .ok,
            "\(ms(spread.median)) ms between readings, p99 \(ms(spread.p99)) ms, longest \(ms(spread.largest)) ms"
        )
    }

    private var timeCheck: Check {
        let title = "timestamps"
        guard let age = Spread(ages) else { return Check(.sensor, title, .skipped, "no reading came") }
        let back = intervals.count { $0 < 0 }
        let same = intervals.count { $0 == 0 }
        if back > 0 || same * 10 > max(1, intervals.count) {
            return Check(
                .sensor, title, .warning, "\(back) go back and \(same) stand still, of \(times.count)",
                advice: "tiltshadow record --seconds 10 bug.tiltlog")
        }
        // The daemon draws a sample as new as its stamp says: a stamp of another clock would never match.
        guard ages.min() ?? 0 > -100, age.median < 1000 else {
            return Check(
                .sensor, title, .warning,
                "\(DoctorText.number(age.median, 0)) ms behind the clock, expected 0 to 1000",
                advice: "tiltshadow record --seconds 10 bug.tiltlog")
        }
        return Check(
            .sensor, title, .ok, "in order, read \(DoctorText.number(age.median, 1)) ms after they were taken"
        )
    }
}

extension SensorFault {
    /// True where it is the length of gravity, which doctor measures itself.
    fileprivate var isOfLength: Bool {
        switch self {
        case .gravityLength, .forceLength: true
        default: false
        }
    }
}
