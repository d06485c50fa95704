/// Tells a turn of the device from taps beside it, by the way a direction leaves the place where it was.
///
/// To an accelerometer a tap of 0.5 m/s² is a turn by as much as 3°, so its size alone tells nothing. But a tap swings:
/// at 4 Hz, where a device gives way most, it is at its farthest after 40 ms and half way back after 80. A turn goes on,
/// or stays. So what counts is a *run*: for how long the direction has been away, on one side and without falling back,
/// and for how long it has gone farther. See `RestHold.md`.
struct TurnDetector: Equatable, Sendable {
    /// Where the direction rests, as a unit vector; `nil` before the first sample.
    private(set) var place: MatrixRow?
    /// How far away the smoothed direction is, in radians.
    private(set) var distance = 0.0

    /// The force, low-passed once and twice.
    private var once = MatrixRow(x: 0, y: 0, z: 0)
    private var twice = MatrixRow(x: 0, y: 0, z: 0)
    private var lastTime: Timestamp?
    /// Where the force points that is low-passed twice, as a unit vector; `nil` where that has no direction.
    private var smoothed: MatrixRow?
    /// In seconds.
    private var lastInterval = 0.0
    private var near = Run(floor: 0.25 * degree, keptShare: 0.93)
    private var far = Run(floor: 0.4 * degree, keptShare: 0.97)

    private static let degree = Double.pi / 180
    /// τ of each of the two low-passes, in seconds: half of a burst of 25 Hz is left, and a turn is 10 ms late.
    private static let smoothingTime = 0.005
    /// Farther away moves ``place`` no faster, in radians: a tap has weight for how long it takes, not for its size.
    private static let farthestPull = 0.2 * degree
    /// After a longer interval what came before says nothing, in seconds: a sensor of 2 Hz has told of no tap twice.
    private static let longestInterval = 0.5

    /// Takes the next specific force; true where the device is turning.
    ///
    /// `settling` is the time constant with which ``place`` follows, in seconds.
    mutating func take(force: MatrixRow, at time: Timestamp, settling: Double) -> Bool {
        guard let distance = follow(force, at: time, settling) else { return false }
        // Between samples that are far apart it may have turned back, and little of their noise is averaged out.
        let unseen = max(0, 0.5 * (lastInterval - 0.005))
        return distance >= 0.5 * Self.degree && near.lasted >= 0.130
            || distance >= 0.9 * Self.degree && (far.lasted >= 0.058 + unseen || far.rose >= 0.044 + unseen)
            // Beyond any tap of 0.5 m/s².
            || distance >= 2.5 * Self.degree && far.lasted >= 0.010
    }

    /// Takes the next direction of both sensors fused, which taps hardly move; true where the device is turning.
    mutating func take(fused direction: MatrixRow, at time: Timestamp, settling: Double) -> Bool {
        follow(direction, at: time, settling).map { $0 >= 0.3 * Self.degree } ?? false
    }

    /// Takes a direction, by default the present one, for the place from which the next run starts.
    mutating func settle(at direction: MatrixRow? = nil) {
        place = direction ?? smoothed ?? place
        near.end()
        far.end()
    }

    /// What comes from now on is of another length, and rests in the same place.
    mutating func changeSource() {
        settle(at: place)
        lastTime = nil
    }

    /// The distance of the smoothed direction from ``place``, in radians; `nil` where there is nothing new.
    private mutating func follow(_ force: MatrixRow, at time: Timestamp, _ settling: Double) -> Double? {
        guard let lastTime, let place else {
            (once, twice, smoothed) = (force, force, force.unit)
            self.place = self.place ?? smoothed
            self.lastTime = time
            return nil
        }
        let interval = time.seconds(since: lastTime)
        guard interval > 0 else { return nil }
        self.lastTime = time
        lastInterval = interval
        let isGap = interval > Self.longestInterval
        let share = isGap ? 1 : interval / (interval + Self.smoothingTime)
        once = once + share * (force - once)
        twice = twice + share * (once - twice)
        smoothed = twice.unit
        guard let direction = smoothed else { return nil }
        let away = direction - place
        distance = away.length
        let pull = distance > Self.farthestPull ? Self.farthestPull / distance : 1
        self.place = (place + (interval / (interval + settling)) * pull * away).unit ?? place
        near.extend(to: away, distance, interval)
        far.extend(to: away, distance, interval)
        if isGap { near.outlast() }
        return distance
    }

    /// How long the direction has been away from its place, on one side and without falling back.
    private struct Run: Equatable, Sendable {
        /// Nearer is not away, in radians.
        let floor: Double
        /// A run that has fallen below this share of its farthest, less ``noise``, is over.
        let keptShare: Double
        /// For how long the direction has been away, in seconds.
        private(set) var lasted = 0.0
        /// For how long of that it has gone farther, in seconds.
        private(set) var rose = 0.0
        private var way = MatrixRow(x: 0, y: 0, z: 0)
        private var peak = 0.0
        private var step = 0.0

        /// A noise of 0.01 m/s² has this left behind the low-passes, at twice its standard deviation, in radians.
        private static let noise = 0.043 * degree
        /// No noise goes this much farther, in radians.
        private static let rise = 0.15 * degree

        init(floor: Double, keptShare: Double) {
            self.floor = floor
            self.keptShare = keptShare
        }

        mutating func end() {
            (lasted, rose, peak, step) = (0, 0, 0, 0)
            way = .zero
        }

        /// Counts as if it had lasted for long.
        mutating func outlast() { lasted = .infinity }

        mutating func extend(to away: MatrixRow, _ distance: Double, _ interval: Double) {
            guard distance >= floor else { return end() }
            var alongWay = way.unit.map { away.dot($0) }
            if let along = alongWay, along < keptShare * peak - Self.noise {
                end()
                alongWay = nil
            }
            // The first sample away begins a run.
            if peak > 0 { lasted += interval }
            let along = alongWay ?? distance
            way = way + interval * away
            peak = max(peak, along)
            guard along >= step + Self.rise else { return }
            step = along
            rose = lasted
        }
    }
}

extension MatrixRow {
    /// The same direction with length 1; `nil` where there is none.
    var unit: MatrixRow? {
        let length = length
        return length.isFinite && length > 0x1p-500 ? self / length : nil
    }
}
