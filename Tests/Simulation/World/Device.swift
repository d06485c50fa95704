import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// A motion sensor of the world: what is plugged in, how it opens and what it sends.
///
/// An IIO device is a candidate twice, buffered and polled; both read the same chip.
struct Device {
    /// What an opening comes to.
    enum Opening: Equatable {
        case well
        /// It fails at once.
        case fails(Failure)
        /// It takes so long, and then goes well or not.
        case takes(Int64, well: Bool)
        /// It never ends.
        case hangs
    }

    /// The ways in which an opening fails.
    enum Failure: Equatable {
        case accessDenied, gone, busy, noScale, outOfDescriptors, inputOutput, interrupted, noDevice, noMemory
        /// A call fails, by this error of the kernel.
        case call(CInt)

        static let all: [Failure] = [
            .accessDenied, .gone, .busy, .noScale, .outOfDescriptors, .inputOutput, .interrupted, .noDevice,
            .noMemory,
        ]
    }

    /// What opening and reading a node of IIO or evdev may fail by: EPERM, ENOENT, EINTR, EIO, ENXIO, EAGAIN, ENOMEM, EACCES,
    /// EFAULT, EBUSY, ENODEV, EINVAL, ENFILE, EMFILE, ENOSPC, EROFS, EPROTO, EOVERFLOW, ENOBUFS, ETIMEDOUT, EREMOTEIO.
    static let errnos: [CInt] = [
        1, 2, 4, 5, 6, 11, 12, 13, 14, 16, 19, 22, 23, 24, 28, 30, 71, 75, 105, 110, 121,
    ]

    let number: Int
    let isIIO: Bool
    let hasGyroscope: Bool
    let onlyChanges: Bool
    let location: SensorCandidate.Location
    private(set) var mounting: Mounting
    /// m/s² a count.
    let scale: Double

    /// True for another machine's, of which poses come.
    var isRemote = false
    var isPlugged = true
    var opening = Opening.well
    /// True where another program holds it.
    var isHeld = false
    /// True where it opens and sends nothing.
    var isSilent = false
    /// True where it reads 0 on all axes, as one whose chip sleeps.
    var readsZeros = false
    /// True where it fails when it is asked whether it is there.
    var isSick = false
    var rateHz: Double
    /// What its stamps are off, in nanoseconds: a driver's clock may be any.
    var stampOffset: Int64 = 0
    /// Counts every plugging: another device by the same name.
    var plugging = 1
    /// Until when it is being closed.
    var closedAt: Int64 = 0
    /// Since when it could be opened and would send; `.max` while it could not.
    var goodSince: Int64 = 0

    /// rad/s a count.
    private static let gyroscopeScale = 0.001
    private static let gravity = 9.80665

    init(_ number: Int, _ random: inout SplitMix64) {
        self.number = number
        isIIO = random.oneIn(2)
        hasGyroscope = random.oneIn(2)
        onlyChanges = random.oneIn(4)
        location = random.one(of: [.display, .unknown, .base, .camera, .pad])
        scale = random.one(of: [0.0012, 0.0048, 0.0096])
        rateHz = random.one(of: [200, 100, 50, 25, 200])
        mounting = Device.mountings[random.below(Device.mountings.count)]
    }

    /// Rotations by quarters, so that their transpose is their inverse; kernel signs and those of a sensor hub.
    private static let mountings: [Mounting] = [
        .identity,
        Mounting(matrix: matrix("0,1,0; -1,0,0; 0,0,1"), source: .sysfs, convention: .kernel),
        Mounting(matrix: matrix("-1,0,0; 0,-1,0; 0,0,1"), source: .config, convention: .kernel, rawSign: -1),
        Mounting(matrix: matrix("1,0,0; 0,0,1; 0,-1,0"), source: .sysfs, convention: .kernel),
    ]

    private static func matrix(_ text: String) -> MountMatrix {
        (try? MountMatrix(parsing: text)) ?? .identity
    }

    /// udev tells another mount matrix of it.
    mutating func mountAnew() {
        let place = Device.mountings.firstIndex(of: mounting) ?? 0
        mounting = Device.mountings[(place + 1) % Device.mountings.count]
    }

    /// How it is mounted by these settings, for looks as for openings.
    private func mounting(by settings: Settings) -> Mounting {
        settings.sensor.mountMatrix == nil ? mounting : .identity
    }

    // MARK: what the core is told of it

    /// The candidates that a look finds it to be by these settings, best first.
    func candidates(by settings: Settings) -> [SensorCandidate] {
        candidates(preferring: settings.sensor.device).map { candidate in
            var candidate = candidate
            if !isRemote { candidate.mounting = mounting(by: settings).mark }
            return candidate
        }
    }

    /// The candidates that it is, best first.
    func candidates(preferring named: String) -> [SensorCandidate] {
        guard isPlugged else { return [] }
        let kinds: [SensorDescription.Kind] =
            isRemote ? [.remote] : isIIO ? [.iioBuffer, .iioPoll] : [.evdev]
        return kinds.map { kind in
            let isNamed = !named.isEmpty && named == id
            return SensorCandidate(
                id: id, name: "chip \(number)", kind: kind, device: node,
                sysPath: "/sys/devices/chip\(number)",
                location: location, hasGyroscope: hasGyroscope,
                rank: CandidateRanking.rank(
                    location: location, hasGyroscope: hasGyroscope, kind: kind, isNamed: isNamed) - number,
                reason: "it is there")
        }
    }

    var id: String { "chip\(number)" }
    private var node: String { isIIO ? "/dev/iio:device\(number)" : "/dev/input/event\(number)" }

    func description(of kind: SensorDescription.Kind, _ settings: Settings) -> SensorDescription {
        if isRemote {
            let axes = Calibration.Axes(scale: 1)
            return SensorDescription(
                id: id, name: "chip \(number)", kind: kind, device: node,
                calibration: Calibration(accelerometer: axes, gyroscope: axes))
        }
        return SensorDescription(
            id: id, name: "chip \(number)", kind: kind, device: node, rateHz: rateHz,
            calibration: Calibration(
                accelerometer: Calibration.Axes(scale: settings.sensor.accelScale ?? scale),
                gyroscope: hasGyroscope ? Calibration.Axes(scale: Self.gyroscopeScale) : nil),
            mounting: mounting(by: settings),
            reportsOnlyChanges: onlyChanges)
    }

    func error(_ failure: Failure) -> SensorError {
        switch failure {
        case .accessDenied: .accessDenied(path: node)
        case .gone: .gone(path: node)
        case .busy: .busy(path: node, holder: "monitor-sensor (pid 4)")
        case .noScale: .unknownScale(path: node, name: "chip \(number)")
        case .outOfDescriptors: .system(SystemError("open", node, errno: 24))
        case .inputOutput: .system(SystemError("read", node, errno: 5))
        case .interrupted: .system(SystemError("open", node, errno: 4))
        case .noDevice: .system(SystemError("open", node, errno: 19))
        case .noMemory: .system(SystemError("open", node, errno: 12))
        // Who holds it stands in /proc, which is not of this world.
        case .call(16): .busy(path: node, holder: nil)
        case .call(let errno): SensorError(SystemError("read", node, errno: errno), path: node)
        }
    }

    /// What is wrong with it when it is asked, where it is sick.
    func probeError(_ random: inout SplitMix64) -> SensorError {
        switch random.below(4) {
        case 0: error(.noDevice)
        case 1: .stolen(path: node, text: "another program switched its buffer off")
        case 2: .silent(path: node, reason: "it moves, but its events go to another program")
        default: error(.gone)
        }
    }

    // MARK: what it sends

    /// The reading of an instant, for a sensor opened as `description` says; `asleep` is how long the machine has slept.
    func reading(at time: Int64, asleep: Int64, as description: SensorDescription) -> Reading {
        let (up, velocity) = HandMotion.up(at: time + asleep)
        if isRemote { return pose(up, velocity, at: time) }
        let accelerometer = counts(
            of: MatrixRow(x: up.x, y: up.y, z: up.z),
            Self.gravity / description.calibration.accelerometer.scale.x,
            description.mounting, sign: description.mounting.rawSign)
        var reading = Reading(
            time: Timestamp(nanoseconds: time &+ stampOffset),
            accelerometer: readsZeros ? .zero : accelerometer)
        guard hasGyroscope else { return reading }
        // The least turn that moves up so: velocity × up.
        let turn = MatrixRow(x: velocity.x, y: velocity.y, z: velocity.z).cross(
            MatrixRow(x: up.x, y: up.y, z: up.z))
        reading.gyroscope = counts(of: turn, 1 / Self.gyroscopeScale, description.mounting, sign: 1)
        return reading
    }

    /// What another machine has made of its sensor: how up lies, and how that turns, in rad/s.
    private func pose(_ up: Up<DeviceAxes>, _ velocity: Up<DeviceAxes>, at time: Int64) -> Reading {
        let turn = MatrixRow(x: velocity.x, y: velocity.y, z: velocity.z).cross(
            MatrixRow(x: up.x, y: up.y, z: up.z))
        return Reading(
            time: Timestamp(nanoseconds: time &+ stampOffset),
            accelerometer: Reading.Counts(x: up.x, y: up.y, z: up.z),
            gyroscope: Reading.Counts(x: turn.x, y: turn.y, z: turn.z))
    }

    private func counts(
        of vector: MatrixRow, _ perUnit: Double, _ mounting: Mounting, sign: Double
    ) -> Reading.Counts {
        let raw = mounting.matrix.matrix.transposed(vector)
        let factor = sign * perUnit
        return Reading.Counts(
            x: (raw.x * factor).rounded(), y: (raw.y * factor).rounded(), z: (raw.z * factor).rounded())
    }
}

/// One opening of a device, as the shell keeps it.
struct OpenSensor {
    enum State: Equatable {
        /// Ends at an instant; well or not.
        case opening(until: Int64, well: Bool)
        case open
        /// It failed, which the core knows; to be closed.
        case failed
    }

    let id: SensorID
    let device: Int
    /// Which plugging of the device it was opened of.
    let plugging: Int
    let kind: SensorDescription.Kind
    var description: SensorDescription
    var state: State
    /// When it was opened, and the stamp of the last reading handed over, on the world's clock.
    var openedAt: Int64
    var drainedTo: Int64
    var last: Reading.Counts?
    /// Readings of the accelerometer that the core was given.
    var readings = 0
    /// When the last of them was given; the opening before the first.
    var heardAt: Int64
    /// The newest stamp since it is in use, and when its first reading came: there is nothing to show before.
    var newestInUse: Int64 = .never
    var shownFrom: Int64 = .never
    /// What the newest stamp is off, in nanoseconds.
    var stampOffset: Int64 = 0
    var probedAt: Int64
    var pausedUntil: Int64 = 0
    var isOpening: Bool { if case .opening = state { true } else { false } }
    /// True where its device is still being closed, and it is opened behind that.
    var isHeldUp = false
    /// True once `found` was said of it.
    var isInUse = false
    var usedFrom: Int64 = 0
}
