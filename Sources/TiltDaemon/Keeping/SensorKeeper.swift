package import LinuxSystem
package import TiltCore
package import TiltSensors

/// Keeps one sensor open, the best there is: tries candidates in order, drains the open one, heals what fails.
///
/// It has no clock and no timer of its own: every call says what time it is.
package final class SensorKeeper {
    /// What the daemon wants to hear.
    package struct Events {
        /// A sensor was opened, and why this one.
        package var found: (SensorDescription, _ reason: String) -> Void
        /// The open sensor is gone; the next candidate is tried right after.
        package var lost: (SensorDescription, SensorError) -> Void

        package init(
            found: @escaping (SensorDescription, _ reason: String) -> Void,
            lost: @escaping (SensorDescription, SensorError) -> Void
        ) {
            self.found = found
            self.lost = lost
        }
    }

    let source: any SensorSource
    let journal: Journal
    let events: Events
    /// What was lost and found, and why.
    package internal(set) var history = HealingHistory()

    var sensor: (any Sensor)?
    var candidate: SensorCandidate?
    var troubles: [String: SensorTrouble] = [:]
    /// Those that fell silent, listened to besides ``sensor``.
    var trials: [SensorTrial] = []
    /// One at a time, since each may keep a thread for long.
    var pending: PendingOpening?
    var openedAt: Int64 = 0
    var lastReading: Int64 = 0
    var nextProbe: Int64 = 0
    var nextAttempt: Int64 = 0
    /// When readings ended, while there is no sensor because one was lost.
    var lostAt: Int64?

    private var isWanted = false
    /// What there was at the last look, which takes some 10 ms; `nil` where devices came or went since.
    var known: [SensorCandidate]?

    /// How long the first subscriber's greeting waits for the sensor, in milliseconds.
    private static let firstPatience: CInt = 300
    /// Silence after which a sensor is asked whether all is well, and the time to the next question, in nanoseconds.
    private static let probeInterval: Int64 = 500_000_000
    /// Silence of a sensor that should be sending, after which it is opened again, in nanoseconds.
    private static let longestSilence: Int64 = 1_000_000_000
    /// How long a sensor may be silent after the machine slept, in nanoseconds; longer, and sleep has unsettled it.
    private static let longestAwakening: Int64 = 300_000_000

    package init(source: any SensorSource, journal: Journal, events: Events) {
        self.source = source
        self.journal = journal
        self.events = events
    }

    /// What is open, or `nil`.
    package var description: SensorDescription? { sensor?.description }

    /// True for the first 2 s of an opening: there may be something to show soon.
    package var isOpening: Bool { pending.map { !$0.isLate } ?? false }

    /// True while something may turn up that only a look can tell.
    package var isHealing: Bool {
        pending != nil || !trials.isEmpty || troubles.values.contains { $0.isHeld }
    }

    /// A descriptor of the open sensor that must be watched besides the tick.
    package var urgentDescriptor: CInt? { sensor?.urgentDescriptor }

    /// A descriptor that becomes readable on hotplug.
    package var hotplugDescriptor: CInt? { source.hotplugDescriptor }

    /// Every device, as it was when the last one came or went.
    func candidates() -> [SensorCandidate] {
        if let known, source.hotplugDescriptor != nil { return known }
        let found = source.candidates()
        known = found
        return found
    }

    /// Somebody listens: opens the best sensor that works, and forgets old troubles.
    package func open(now: Int64) {
        isWanted = true
        guard sensor == nil else { return }
        known = nil
        troubles.removeAll()
        review(now: now)
        finishOpening(now: now, waiting: Self.firstPatience)
    }

    /// New settings: the sensor is closed and whatever is best by them is opened.
    package func use(_ options: SensorOptions, now: Int64) {
        source.use(options)
        known = nil
        guard isWanted else { return }
        closeAll()
        troubles.removeAll()
        review(now: now)
    }

    /// Nobody listens: closes the device.
    package func close() {
        isWanted = false
        closeAll()
    }

    private func closeAll() {
        pending = nil
        trials = []
        lostAt = nil
        release()
    }

    func release() {
        sensor = nil
        candidate = nil
    }

    /// Devices came or went, or so many that the kernel lost count: what is there is looked at again.
    package func hotplug(now: Int64) {
        let news = source.drainHotplug()
        guard news != .nothing else { return }
        let before = known ?? []
        known = nil
        if news == .overrun {
            history.note(HealingEvent(.overrun, at: now, reason: "hotplug events were lost"))
            journal.info("hotplug events were lost: looking at every device again")
        }
        guard isWanted else { return }
        forgetTroubles(ofAllBut: before, now: now)
        review(now: now)
    }

    /// The machine slept for `duration` nanoseconds: what was wrong may be right now, and the other way round.
    package func resume(after duration: Int64, now: Int64) {
        history.note(HealingEvent(.resumed, at: now, reason: "the machine slept", took: duration))
        guard isWanted else { return }
        known = nil
        // A device that sleep has unsettled is to be back within a second.
        if sensor != nil {
            lastReading = min(lastReading, now - Self.longestSilence + Self.longestAwakening)
            nextProbe = now
        }
        forgetTroubles(ofAllBut: candidates(), now: now)
        review(now: now)
    }

    /// Tries everything again, and remembers of devices that stayed only that they fell silent: those must prove
    /// themselves, however often others are plugged.
    private func forgetTroubles(ofAllBut before: [SensorCandidate], now: Int64) {
        let stayed = candidates().filter { entry in
            before.contains { $0.key == entry.key && $0.sysPath == entry.sysPath }
        }
        for (key, trouble) in troubles {
            if trouble.isSilence, stayed.contains(where: { $0.key == key }) {
                troubles[key]?.retry(at: now)
            } else {
                troubles[key] = nil
            }
        }
    }

    /// Hands every new reading and the sensor it is of to `body`, and looks after a sensor that failed or fell silent;
    /// called once a tick.
    package func drain(now: Int64, _ body: (Reading, SensorDescription) -> Void) {
        finishOpening(now: now, waiting: 0)
        if let error = drainSensor(now: now, body) { lose(error, now: now) }
        listenToTrials(now: now, body)
        if now >= nextAttempt { review(now: now) }
    }

    /// A function of its own, so that nothing holds the sensor any more when the next one is opened: a buffer opens once.
    private func drainSensor(now: Int64, _ body: (Reading, SensorDescription) -> Void) -> SensorError? {
        guard let sensor else { return nil }
        let description = sensor.description
        do throws(SensorError) {
            try sensor.drain { reading in
                // A gyroscope that goes on alone says nothing of where up is.
                if reading.accelerometer != nil { lastReading = now }
                body(reading, description)
            }
            try checkSilence(of: sensor, now: now)
            return nil
        } catch {
            return error
        }
    }

    private func checkSilence(of sensor: any Sensor, now: Int64) throws(SensorError) {
        guard now - lastReading > Self.probeInterval, sensor.description.kind != .log else { return }
        if now >= nextProbe {
            nextProbe = now + Self.probeInterval
            try sensor.probe()
        }
        guard now - lastReading > Self.longestSilence, !sensor.description.reportsOnlyChanges else { return }
        throw .silent(path: sensor.description.device, reason: "no sample for a second")
    }
}

extension SensorCandidate {
    /// One device can be a candidate twice, buffered and polled.
    var key: String { "\(kind.rawValue) \(id)" }
}
