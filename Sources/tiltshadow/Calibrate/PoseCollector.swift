import TiltCore

/// Turns a stream of raw samples into poses: waits for each rest, and asks the gyroscope whether it agrees meanwhile.
struct PoseCollector {
    /// The rest that Enter is content with, in seconds.
    private static let leastRest = 0.5
    /// A sensor that reports only changes is taken to stand still after this silence, in seconds.
    private static let holdAfter = 0.04
    /// Whatever has not come of a silence after so many seconds comes of none; a clock that is set may leave out years.
    private static let longestHold = 60.0

    private(set) var sequence: PoseSequence
    private(set) var window: RestWindow
    /// What the last rest was.
    private(set) var judgement: PoseSequence.Judgement?
    /// The newest specific force in sensor axes, in m/s².
    private(set) var force: MatrixRow?
    /// What speaks against the gyroscope; its axes are compared with the accelerometer's own.
    private(set) var gyroscopeFault: SensorFault?

    private let rest: Double
    private var axesCheck = AxesCheck()
    private var newest: RawSample?
    private var up: MatrixRow?

    /// Waits for `poses`, `rest` seconds of rest for each but the first: that one is often there before anybody has
    /// read what to do, so it takes `firstRest`.
    init(_ poses: [Pose], rest: Double, firstRest: Double) {
        sequence = PoseSequence(poses)
        self.rest = rest
        window = RestWindow(needed: firstRest)
    }

    /// True once every pose was taken.
    var isDone: Bool { sequence.next == nil }

    /// Takes a sample in sensor axes, with up in device axes where a daemon said so.
    mutating func take(_ sample: RawSample, up: MatrixRow? = nil) {
        self.up = up ?? self.up
        newest = newest.map { $0.merging(sample) } ?? sample
        // Gravity turns as u̇ = u × ω in whichever axes both are measured, and whatever its sign.
        axesCheck.take(
            Sample(
                time: sample.time,
                acceleration: sample.acceleration.map { Acceleration(x: $0.x, y: $0.y, z: $0.z) },
                angularRate: sample.angularRate.map { AngularRate(x: $0.x, y: $0.y, z: $0.z) }))
        gyroscopeFault = axesCheck.fault
        guard let acceleration = sample.acceleration else { return }
        let force = MatrixRow(x: acceleration.x, y: acceleration.y, z: acceleration.z)
        self.force = force
        rest(at: force, sample.time)
    }

    /// Repeats the last force until `time`: silence of a sensor that reports only changes is rest.
    mutating func hold(until time: Timestamp) {
        guard let force, let start = newest?.time else { return }
        var at = start
        while !isDone, time.seconds(since: at) > Self.holdAfter, at.seconds(since: start) < Self.longestHold {
            at = at.advanced(by: Int64(Self.holdAfter * 0.5e9))
            newest?.time = at
            rest(at: force, at)
        }
    }

    /// Takes the pose as it is, where there has been half a second of rest.
    mutating func acceptNow() {
        guard window.seconds >= Self.leastRest, !isDone else { return }
        offer()
    }

    private mutating func rest(at force: MatrixRow, _ time: Timestamp) {
        guard !isDone else { return }
        window.take(force, at: time)
        guard window.isFull else { return judgement = window.share < 0.5 ? nil : judgement }
        offer()
    }

    private mutating func offer() {
        judgement = sequence.offer(window, up: up)
        if judgement == .fits { window = RestWindow(needed: rest) }
    }
}
