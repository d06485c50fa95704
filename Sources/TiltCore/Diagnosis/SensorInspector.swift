/// Stands between a sensor and the estimator: decodes its readings, keeps garbage out, and says what is wrong with it.
///
/// Angular rates that are known to be wrong are withheld: the estimator then does what it does without a gyroscope.
public struct SensorInspector: Equatable, Sendable {
    /// What is wrong now.
    public private(set) var faults: [SensorFault] = []
    /// Readings of one sensor that were left out because they are none.
    public private(set) var rejected = 0
    /// Readings of one sensor that stood at the end of its range.
    public private(set) var clipped = 0

    /// Gravity's length in the newest second of rest, in g; `nil` while the device has not been seen at rest.
    public var gravity: Double? { rest.ratio }

    /// How long a fault about clipping or spikes stands after the last one, in seconds.
    private static let memory = 10.0

    /// Clipping and spikes of one sensor.
    private struct Intake: Equatable, Sendable {
        let part: SensorPart
        var filter: CountsFilter
        var rangeEnd: RangeEndCheck
        var lastClipped: Timestamp?
        var lastSpike: Timestamp?
        /// True where that was not the first: one may be a knock.
        var spikesRecur = false

        init(_ part: SensorPart, _ filter: CountsFilter, _ axes: Calibration.Axes, leastRange: Double) {
            self.part = part
            self.filter = filter
            rangeEnd = RangeEndCheck(axes, least: leastRange)
        }

        /// Takes counts that are none away; true where they are clipped.
        mutating func inspect(_ counts: inout Reading.Counts?, at time: Timestamp) -> Bool {
            guard let given = counts else { return false }
            switch filter.judge(given, at: time) {
            case .good:
                // A guess, by which nothing is left out of a pose.
                if rangeEnd.take(given) { lastClipped = time }
                return false
            case .clipped:
                lastClipped = time
                return true
            case .spike:
                spikesRecur = isRecent(lastSpike, at: time)
                lastSpike = time
                counts = nil
                return false
            }
        }

        /// Says what was wrong lately.
        ///
        /// Mutating, so that it is asked where it stands: there is half a kilobyte of it.
        mutating func append(at time: Timestamp, to found: inout [SensorFault]) {
            guard lastSpike != nil || lastClipped != nil || filter.isStuck else { return }
            if spikesRecur, isRecent(lastSpike, at: time) { found.add(.spikes(part)) }
            if isRecent(lastClipped, at: time) { found.add(.clipping(part)) }
            if filter.isStuck { found.add(.stuck(part)) }
        }

        private func isRecent(_ last: Timestamp?, at time: Timestamp) -> Bool {
            last.map { time.seconds(since: $0) < memory } ?? false
        }
    }

    /// A range that no accelerometer's is below, in m/s²: 1.5 g.
    private static let leastForceRange = 1.5 * standardGravity
    /// A range that no gyroscope's is below, in rad/s: 125 °/s.
    private static let leastRateRange = 2.1

    private let sensor: SensorDescription
    private var accelerometer: Intake
    /// That of the gyroscope where there is one, and of nothing otherwise: beside a flag, and not optional, since each look
    /// into an optional copies all that is in it.
    private var gyroscope: Intake
    private let hasGyroscope: Bool
    private var rest: RestCheck
    private var force = ForceCheck()
    private var axes: AxisCheck
    private var clock: ClockCheck
    /// What was said about the length of the force, by whichever check found it first: one fault is said once.
    private var lengthFault: SensorFault?
    private var axesCheck = AxesCheck()
    private var frozen = FrozenCheck()
    /// What is wrong now, before it is compared with what was.
    private var found: [SensorFault] = []

    /// Creates an inspector of a sensor that has just been opened.
    public init(_ sensor: SensorDescription) {
        self.sensor = sensor
        let onlyChanges = sensor.reportsOnlyChanges
        accelerometer = Intake(
            .accelerometer, .accelerometer(sensor.calibration, reportsOnlyChanges: onlyChanges),
            sensor.calibration.accelerometer, leastRange: Self.leastForceRange)
        if let axes = sensor.calibration.gyroscope,
            let filter = CountsFilter.gyroscope(sensor.calibration, reportsOnlyChanges: onlyChanges)
        {
            gyroscope = Intake(.gyroscope, filter, axes, leastRange: Self.leastRateRange)
            hasGyroscope = true
        } else {
            gyroscope = accelerometer
            hasGyroscope = false
        }
        rest = RestCheck(reportsOnlyChanges: onlyChanges)
        axes = AxisCheck(sensor.calibration.accelerometer, reportsOnlyChanges: onlyChanges)
        clock = ClockCheck(reportsOnlyChanges: onlyChanges)
        faults.reserveCapacity(8)
        found.reserveCapacity(8)
    }

    /// The reading in physical units and device axes, without what is no measurement.
    public mutating func sample(from reading: Reading) -> Sample {
        var reading = reading
        let forceIsClipped = accelerometer.inspect(&reading.accelerometer, at: reading.time)
        let rateIsClipped = hasGyroscope && gyroscope.inspect(&reading.gyroscope, at: reading.time)
        count(reading.time, forceIsClipped: forceIsClipped, rateIsClipped: rateIsClipped)
        var sample = sensor.sample(from: reading)
        sample.accelerationIsClipped = forceIsClipped
        sample.rateIsClipped = rateIsClipped
        if let counts = reading.accelerometer {
            axes.take(counts)
            clock.take(reading.time)
        }
        if let force = sample.acceleration, !forceIsClipped {
            rest.take(force, at: sample.time)
            self.force.take(force, at: sample.time)
        }
        if hasGyroscope {
            axesCheck.take(sample)
            if !frozen.isOver { lookForFrozen(reading) }
        }
        collect(at: sample.time)
        if axesCheck.fault != nil || frozen.isOfGyroscope || hasGyroscope && gyroscope.filter.isStuck {
            sample.angularRate = nil
            sample.rateIsClipped = false
        }
        return sample
    }

    /// Compares what has never changed with how gravity turns; rates that are wrong in another way are no evidence.
    @inline(never)
    private mutating func lookForFrozen(_ reading: Reading) {
        frozen.take(reading)
        guard let turn = axesCheck.takeTurn(), axesCheck.fault == nil, !gyroscope.filter.isStuck else {
            return
        }
        frozen.judge(turn, mounting: sensor.mounting)
    }

    /// Ends what was wrong for its time, where no reading has come since: the next may be a tap's.
    public mutating func review(at time: Timestamp) { collect(at: time) }

    /// Judges at the end of a log, the time of whose last reading is given, what was too short for a usual judgement.
    public mutating func finish(at time: Timestamp) {
        force.finish()
        collect(at: time)
    }

    private mutating func count(_ time: Timestamp, forceIsClipped: Bool, rateIsClipped: Bool) {
        if forceIsClipped { clipped += 1 }
        if rateIsClipped { clipped += 1 }
        if accelerometer.lastSpike == time { rejected += 1 }
        if hasGyroscope, gyroscope.lastSpike == time { rejected += 1 }
    }

    /// Brings ``faults`` up to date; allocates nothing while nothing changes.
    private mutating func collect(at time: Timestamp) {
        if !found.isEmpty { found.removeAll(keepingCapacity: true) }
        accelerometer.append(at: time, to: &found)
        if hasGyroscope { gyroscope.append(at: time, to: &found) }
        let length = rest.lengthFault ?? force.fault
        lengthFault = length == nil ? nil : lengthFault ?? length
        if let lengthFault { found.add(lengthFault) }
        if let axis = axes.dead { found.add(.deadAxis(axis)) }
        if let fault = clock.fault { found.add(fault) }
        if let fault = rest.directionFault { found.add(fault) }
        if let fault = axesCheck.fault { found.add(fault) }
        if let fault = frozen.fault { found.add(fault) }
        // Most readings find nothing and did so before, which takes no comparison to tell.
        if !found.isEmpty || !faults.isEmpty, found != faults { swap(&found, &faults) }
    }
}

extension [SensorFault] {
    /// Appends a fault: out of the way of ticks, most of which find none.
    @inline(never)
    fileprivate mutating func add(_ fault: SensorFault) { append(fault) }
}
