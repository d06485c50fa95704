package import TiltCore

/// An accelerometer behind an IIO buffer, with the gyroscope of the same device or of the same hub.
///
/// Two devices of one hub run in two buffers; their readings are merged in the order of time. The gyroscope is a bonus:
/// whatever happens to it, the accelerometer goes on, and is opened again where it is another with it or without.
package final class IIOBufferSensor: Sensor {
    package let description: SensorDescription

    private let accelerometer: IIOBuffer
    private var gyroscope: IIOBuffer?
    /// What became of a gyroscope that is not read.
    private var absence: Absence?
    /// When that was last looked at, in nanoseconds of the clock.
    private var absenceSeen: Int64 = 0
    private let clock: () -> Int64
    private var readings: [Reading] = []
    private var rates: [Reading] = []
    /// When the gyroscope was last heard or asked, in nanoseconds.
    private var lastRate: Int64?
    /// Where the device sends nothing at rest, and has a raw value.
    private var witness: RestWitness?
    private var looks: RestLooks?
    /// How the device lies, where its buffer has not said it.
    private var seen: Reading?

    private enum Absence {
        /// Another program has it.
        case held(IIODevice)
        /// It was unplugged, and perhaps all of its hub with it.
        case gone
    }

    /// From one look at a gyroscope that is not read to the next, in nanoseconds; by then a hub that is being unplugged has
    /// gone.
    private static let absencePause: Int64 = 500_000_000

    /// Silence of a gyroscope with a buffer of its own after which it is asked why, in nanoseconds.
    private static let longestWithoutRates: Int64 = 1_000_000_000

    /// Opens the device and starts its buffer.
    ///
    /// `gyroscope` is the device with the angular rates, which may be the same one; `samplingHz` the rate to ask for;
    /// `trustsTrigger` false where the device sent nothing with the trigger that it has; `clock` CLOCK_MONOTONIC in
    /// nanoseconds.
    ///
    /// - Throws: as ``IIOBuffer/open(_:channels:samplingHz:)``, and ``SensorError/unknownScale(path:name:)``.
    package init(
        device: IIODevice, gyroscope: IIODevice?, id: String, accelScale: Double?, mounting: Mounting,
        samplingHz: Double, trustsTrigger: Bool, clock: @escaping () -> Int64
    ) throws(SensorError) {
        guard
            let scale = accelScale.map({
                Calibration.Axes(scale: $0, range: device.range(of: .accelerometer))
            })
                ?? device.calibration(of: .accelerometer)
        else { throw .unknownScale(path: device.node, name: device.name) }
        let rateScale = gyroscope?.calibration(of: .gyroscope)
        let isOneDevice = gyroscope == device && rateScale != nil

        var fault: SensorError?
        if let gyroscope, rateScale == nil {
            fault = .unknownScale(path: gyroscope.node, name: gyroscope.name)
        }
        let buffer = try Self.open(
            device, withGyroscope: isOneDevice, samplingHz: samplingHz, trustsTrigger: trustsTrigger,
            clock: clock, &fault)
        guard buffer.layout.hasAccelerometer else {
            throw .notAnAccelerometer(path: device.node, name: device.name)
        }
        var second: IIOBuffer?
        if let gyroscope, !isOneDevice, rateScale != nil {
            do throws(SensorError) {
                second = try .open(
                    gyroscope, channels: [.gyroscope], samplingHz: samplingHz, trustsTrigger: trustsTrigger,
                    clock: clock)
            } catch {
                fault = error
                if gyroscope.isHeld { absence = .held(gyroscope) }
            }
        }
        let hasGyroscope = buffer.layout.hasGyroscope || second != nil
        var description = SensorDescription(
            id: id, name: device.name, kind: .iioBuffer, device: device.node, rateHz: buffer.rateHz,
            calibration: Calibration(accelerometer: scale, gyroscope: hasGyroscope ? rateScale : nil),
            mounting: mounting, reportsOnlyChanges: device.filtersSmallChanges)
        description.gyroscopeFault = fault?.description
        if description.reportsOnlyChanges, device.hasRawAxes(.accelerometer) {
            description.isLookedAtWhileSilent = true
            witness = RestWitness(scale, hysteresis: device.hysteresis)
        }
        self.description = description
        accelerometer = buffer
        self.gyroscope = second
        self.clock = clock
        absenceSeen = clock()
        readings.reserveCapacity(IIOBuffer.capacity)
        rates.reserveCapacity(second == nil ? 0 : IIOBuffer.capacity)
    }

    /// One buffer with both sensors, or with the accelerometer alone where the driver refuses both together: for `fault`.
    private static func open(
        _ device: IIODevice, withGyroscope: Bool, samplingHz: Double, trustsTrigger: Bool,
        clock: @escaping () -> Int64, _ fault: inout SensorError?
    ) throws(SensorError) -> IIOBuffer {
        func open(_ channels: [IIODevice.Channels]) throws(SensorError) -> IIOBuffer {
            try .open(
                device, channels: channels, samplingHz: samplingHz, trustsTrigger: trustsTrigger, clock: clock
            )
        }
        guard withGyroscope else { return try open([.accelerometer]) }
        // Two literals of different values in one function are numbered by each module that copies it in Embedded Swift, in
        // an order of its own, and the linker then takes the one for the other.
        var both: [IIODevice.Channels] = [.accelerometer]
        both.append(.gyroscope)
        do throws(SensorError) {
            return try open(both)
        } catch {
            switch error {
            case .busy, .gone: throw error
            default:
                fault = error
                return try open([.accelerometer])
            }
        }
    }

    /// None: the kernel keeps 256 scans, many ticks' worth, and `epoll` would not see an unplug anyway.
    package var urgentDescriptor: CInt? { nil }

    package func drain(_ body: (Reading) -> Void) throws(SensorError) {
        readings.removeAll(keepingCapacity: true)
        rates.removeAll(keepingCapacity: true)
        defer { mergeByTime(body) }
        if let gyroscope {
            do throws(SensorError) {
                try gyroscope.drain(into: &rates)
            } catch {
                loseGyroscope(error)
            }
        }
        do throws(SensorError) {
            try accelerometer.drain(into: &readings)
        } catch {
            seen = nil
            throw error
        }
        noteSilence()
        try checkGyroscope()
        try checkAbsence()
    }

    private func loseGyroscope(_ error: SensorError) {
        gyroscope = nil
        // What else may befall it would befall it again.
        guard case .gone = error else { return }
        (absence, absenceSeen) = (.gone, clock())
    }

    /// Looks whether a gyroscope that another program had is free, and whether there is an accelerometer without one.
    ///
    /// - Throws: ``SensorError/released(path:because:)``, once.
    private func checkAbsence() throws(SensorError) {
        guard let absence, clock() - absenceSeen > Self.absencePause else { return }
        absenceSeen = clock()
        var reason = SensorError.Reopening.withoutGyroscope
        if case .held(let device) = absence {
            guard !device.isHeld else { return }
            reason = .gyroscope
        }
        self.absence = nil
        throw .released(path: description.device, because: reason)
    }

    private func noteSilence() {
        guard witness != nil else { return }
        for reading in readings {
            guard let counts = reading.accelerometer else { continue }
            witness?.hear(counts, at: reading.time.nanoseconds)
        }
        if witness?.isSpeaking ?? false { looks = nil }
        if readings.isEmpty, let seen { readings.append(seen) }
        seen = nil
    }

    /// Looks whether somebody has switched the gyroscope's own buffer off, while the accelerometer goes on.
    ///
    /// - Throws: ``SensorError/stolen(path:text:)``: opened anew the device has both again.
    private func checkGyroscope() throws(SensorError) {
        guard let gyroscope, let first = readings.first, let newest = readings.last else { return }
        let heard = rates.last?.time.nanoseconds ?? lastRate ?? first.time.nanoseconds
        let isSilent = newest.time.nanoseconds - heard > Self.longestWithoutRates
        lastRate = isSilent ? newest.time.nanoseconds : heard
        guard isSilent else { return }
        do throws(SensorError) {
            try gyroscope.probe()
        } catch {
            loseGyroscope(error)
            if case .stolen = error { throw error }
        }
    }

    package func probe() throws(SensorError) {
        try accelerometer.probe()
        guard witness != nil else { return }
        // Without a thread or a descriptor for it there is a next time.
        if looks == nil { looks = try? RestLooks(at: accelerometer.device) }
        while let look = looks?.next() {
            // A driver that gives no raw value while its buffer is on.
            guard look.errno == 0 else {
                (witness, looks) = (nil, nil)
                return
            }
            switch witness?.look(look.counts, from: look.began, to: look.time) {
            case .news: seen = Reading(time: Timestamp(nanoseconds: look.time), accelerometer: look.counts)
            case .dead:
                throw .silent(
                    path: description.device, reason: "it has moved, and its buffer sends nothing of it")
            case .nothing, nil: break
            }
            guard witness?.isSuspicious ?? false else { continue }
            // Where that cannot be begun, the look that is due decides.
            if let sooner = try? RestLooks(at: accelerometer.device, after: RestWitness.recheck) {
                looks = sooner
            }
        }
    }

    private func mergeByTime(_ body: (Reading) -> Void) {
        var next = 0
        for reading in readings {
            while next < rates.count, rates[next].time < reading.time {
                body(rates[next])
                next += 1
            }
            body(reading)
        }
        for rate in rates[next...] { body(rate) }
    }
}
