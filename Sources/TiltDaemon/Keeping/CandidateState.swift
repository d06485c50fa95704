import TiltCore
import TiltSensors

/// What a candidate sensor is at.
enum CandidateState {
    /// Nothing is done with it.
    case idle
    /// It is being opened.
    case opening(Opening)
    /// It fell silent before, was opened again, and is only listened to: it is used as soon as it sends.
    case onProbation(Probation)
    /// Its readings make the shadow.
    case inUse(Use)
    /// It cannot be used; its ``SensorFailures`` say why, and when it is tried again.
    case failed

    /// An opening whose outcome is still to come.
    struct Opening {
        let sensor: SensorID
        /// When it began, in nanoseconds of CLOCK_MONOTONIC.
        let since: Int64
        /// True once ``timeout`` is over and others are tried meanwhile.
        var isLate = false

        /// After how long other sensors are tried besides the one that is being opened, in nanoseconds.
        private static let timeout: Int64 = 2_000_000_000

        /// True where it has just taken too long to be waited for.
        func isOverdue(at now: Int64) -> Bool { !isLate && now - since > Self.timeout }
    }

    /// The sensor that is read.
    struct Use {
        let sensor: SensorID
        private let described: DescribedSensor
        /// When it was opened, in nanoseconds of CLOCK_MONOTONIC.
        let since: Int64
        /// When it last said where up is.
        private(set) var lastReading: Int64
        /// Readings in a row that were 0 on all axes.
        private var zeros = 0
        /// When it is asked next whether it is there, where it is silent.
        private var nextProbe: Int64 = 0

        /// Readings of 0 on all axes that are no accident: the state of an event node at opening may be one.
        private static let mostZeros = 2
        /// Silence after which it is asked whether all is well, and the time to the next question, in nanoseconds.
        private static let probeInterval: Int64 = 500_000_000
        /// Silence of one that should be sending, after which it is opened again, in nanoseconds.
        private static let longestSilence: Int64 = 1_000_000_000
        /// How long it may be silent once the machine woke up, in nanoseconds; longer, and sleep has unsettled it.
        private static let longestAwakening: Int64 = 300_000_000
        /// One that worked for so long starts with a clean record, in nanoseconds.
        private static let provenAfter: Int64 = 10_000_000_000

        init(sensor: SensorID, description: SensorDescription, since: Int64) {
            self.sensor = sensor
            described = DescribedSensor(description)
            self.since = since
            lastReading = since
        }

        var description: SensorDescription { described.description }
        var kind: SensorDescription.Kind { described.description.kind }

        /// Takes what it sent: what is 0 on all axes does not say where up is, nor does a gyroscope that goes on alone.
        mutating func hear(_ readings: UnsafeBufferPointer<Reading>, at now: Int64) {
            // A log says what was measured, whatever that was.
            let isLog = kind == .log
            for reading in readings {
                if reading.saysWhereUpIs || isLog && reading.accelerometer != nil {
                    (lastReading, zeros) = (now, 0)
                } else if reading.accelerometerIsZero {
                    zeros += 1
                }
            }
        }

        /// True for a moment after the opening, where it has not said yet where up is.
        func isAboutToSpeak(at now: Int64) -> Bool {
            lastReading == since && now - since < TiltEngine.beginning
        }

        /// True where it sends, and nothing but zeros.
        var readsZeros: Bool { zeros > Self.mostZeros }

        /// What its silence asks for.
        enum Silence {
            case nothing, question, another
        }

        /// What its silence asks for at `now`, in nanoseconds of CLOCK_MONOTONIC; a question is noted as asked.
        mutating func silence(at now: Int64) -> Silence {
            let silence = now - lastReading
            guard silence > Self.probeInterval, kind.isDevice else { return .nothing }
            if now >= nextProbe {
                nextProbe = now + Self.probeInterval
                // Silence is judged when the answer has come, which may know more.
                return .question
            }
            let isFault = !description.reportsOnlyChanges || readsZeros
            return silence > Self.longestSilence && isFault ? .another : .nothing
        }

        /// The machine slept: one that sleep has unsettled is to be back within a second.
        ///
        /// What it was silent before says nothing: the clock goes on while the kernel freezes the daemon and puts the devices
        /// to sleep, which takes a second where there are many.
        mutating func wakeUp(at now: Int64) {
            lastReading = now - Self.longestSilence + Self.longestAwakening
            nextProbe = now
        }

        /// True where it has worked for so long that what went wrong before says nothing.
        func hasProvedItself(at now: Int64) -> Bool {
            now - since > Self.provenAfter && lastReading > since
        }
    }

    /// A device that is stuck may speak again at any time, and closed it could not be heard.
    struct Probation {
        let sensor: SensorID
        private let described: DescribedSensor
        let bias: AngularRate<DeviceAxes>
        /// Before that nothing counts, in nanoseconds of CLOCK_MONOTONIC: it may be an answer to what another reader asked.
        let countsFrom: Int64
        /// Until when nothing else may open the device, in nanoseconds of CLOCK_MONOTONIC: many drivers refuse to be polled
        /// while their buffer is on.
        let isAloneUntil: Int64
        /// When to close it and open it again, which sets the device up anew.
        let endsAt: Int64
        private var readings = 0
        /// True where it has sent zeros and nothing else.
        private(set) var readsZeros = false

        /// Readings that prove that a device sends: the first of an event node is only its state at opening.
        private static let proof = 2
        /// The longest time without setting the device up anew, in nanoseconds: 30 s.
        private static let longest: Int64 = 30_000_000_000
        /// How long it is alone with the device, in nanoseconds: 1 s.
        static let alone: Int64 = 1_000_000_000
        /// How long the sensor in use leaves the device alone for it, in nanoseconds: frames turn stale after 0.5 s.
        static let interlude: Int64 = 400_000_000
        /// How much earlier it ends: longer than the slowest tick, or the first answers to the sensor in use, which goes on
        /// then, would be taken for its own.
        private static let margin: Int64 = 60_000_000
        /// How long after the last question an answer may come, in nanoseconds.
        private static let echo: Int64 = 100_000_000

        /// Begins to listen at `now`; `pause` is how long the next try would have to wait, `nil` where the sensor in use is
        /// of the same device and waits.
        init(
            _ sensor: SensorID, _ description: SensorDescription, bias: AngularRate<DeviceAxes>,
            at now: Int64,
            pause: Int64?
        ) {
            self.sensor = sensor
            described = DescribedSensor(description)
            self.bias = bias
            countsFrom = now + Self.echo
            isAloneUntil = now + Self.alone
            endsAt =
                now + (pause.map { min(Self.longest, max(Self.alone, $0)) } ?? Self.interlude - Self.margin)
        }

        var description: SensorDescription { described.description }

        /// Takes what it sent; the newest reading where that proves that it sends.
        mutating func hear(_ new: UnsafeBufferPointer<Reading>, at now: Int64) -> Reading? {
            guard now > countsFrom else { return nil }
            var newest: Reading?
            for reading in new where reading.accelerometer != nil {
                readsZeros = readings == 0 && reading.accelerometerIsZero
                guard reading.saysWhereUpIs else { continue }
                readings += 1
                newest = reading
            }
            return readings >= Self.proof ? newest : nil
        }
    }

    /// What is known of a device, kept apart: whoever asks what a candidate is at copies that, twice a tick and more often,
    /// and of half a kilobyte of description only where it is.
    private final class DescribedSensor {
        let description: SensorDescription

        init(_ description: SensorDescription) { self.description = description }
    }

    /// The sensor that is opened, or being opened.
    var sensor: SensorID? {
        switch self {
        case .idle, .failed: nil
        case .opening(let opening): opening.sensor
        case .onProbation(let probation): probation.sensor
        case .inUse(let use): use.sensor
        }
    }

    /// The use of a candidate in use.
    var use: Use? { if case .inUse(let use) = self { use } else { nil } }

    /// The opening of a candidate that is being opened.
    var opening: Opening? { if case .opening(let opening) = self { opening } else { nil } }

    /// The probation of a candidate that is only listened to.
    var probation: Probation? { if case .onProbation(let probation) = self { probation } else { nil } }
}
