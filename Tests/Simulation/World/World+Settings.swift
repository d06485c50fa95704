import LinuxSystem
import TiltCore
import TiltDaemon

/// Reloads, and the end.
extension World {
    /// Other settings, some keys of the table with other values.
    private mutating func tunedSettings() -> Settings {
        if let stuck = Knob.all.first(where: { !$0.turns }) {
            fail(.reloadTaken, "no reload changes \(stuck.setting.name): Knob has no two values of it")
        }
        var next = random.oneIn(5) ? Settings() : settings
        for _ in 0..<(1 + random.below(4)) {
            let knob = random.one(of: Knob.all)
            guard let text = knob.texts.isEmpty ? nil : random.one(of: knob.texts) else { continue }
            do { next = try next.with(knob.setting, text) } catch { fail(.reloadTaken, error.description) }
        }
        return next
    }

    /// Other settings: a few keys are changed, or set back to their defaults.
    mutating func changedSettings() -> Settings {
        guard kind != .tuning else { return tunedSettings() }
        var next = random.oneIn(5) ? Settings() : settings
        // Drawn from a copy, so that what else is drawn stays the same.
        var own = random
        if kind.hasTurns, own.next() % 3 == 0 {
            next.shadow.displayRotation = own.one(of: DisplayRotation.allCases)
        }
        for _ in 0..<(1 + random.below(3)) {
            switch random.below(22) {
            case 0: next.socket.maxSubscribers = random.one(of: [1, 20, 256, 300])
            case 1: next.sensor.device = random.one(of: ["", "chip0", "chip1", "nowhere"])
            case 2: next.sensor.holdSeconds = random.one(of: [0, 0.1, 1, 5])
            case 3: next.sensor.staleAfterMilliseconds = random.one(of: [40, 200, 500, 2000])
            case 4: next.sensor.samplingHz = random.one(of: [50, 100, 200])
            case 5: next.sensor.mountMatrix = random.oneIn(2) ? nil : .identity
            case 6: next.sensor.accelScale = random.oneIn(2) ? nil : 0.0024
            case 7: next.sensor.rawSign = random.oneIn(2) ? nil : 1
            case 8: next.sensor.matrixConvention = random.oneIn(2) ? nil : .kernel
            case 9: next.motion.estimator = random.one(of: EstimatorKind.allCases)
            case 10: next.motion.minCutoffHz = random.one(of: [0.8, 1, 2, 5])
            case 11: next.motion.beta = random.one(of: [0.5, 1, 5])
            case 12: next.motion.derivativeCutoffHz = random.one(of: [1, 2])
            case 13: next.motion.lowPassHz = random.one(of: [2, 4, 10])
            case 14: next.motion.sensorDelayMilliseconds = random.one(of: [nil, -20, 5, 15])
            case 15: next.shadow.rateHz = random.one(of: [50, 25, 100])
            case 16: next.shadow.gain = random.one(of: [10, 5, -8])
            case 17: next.shadow.limit = random.one(of: [16, 6])
            case 18: next.shadow.base = random.one(of: [.zero, ShadowOffset(x: 1, y: 2)])
            case 19:
                next.shadow.fallback = random.one(of: [ShadowOffset(x: 0, y: 4), ShadowOffset(x: -3, y: 0)])
            case 20: next.shadow.reference = random.one(of: Reference.allCases)
            default: next.log.level = random.one(of: LogLevel.allCases)
            }
        }
        return next
    }

    mutating func handSettings(_ next: Settings?) {
        let old = settings
        isReadyDue = true
        if let next {
            reloads += 1
            reloadedAt = now
            settings = next
            noteRoom()
            if next.engineParameters != old.engineParameters { motionChangedAt = now }
            let subscription = next.subscription
            let isOther = subscription != old.subscription
            for index in people.indices where isOther {
                people[index].jumpedAt = now
                let before = people[index].subscription
                people[index].subscription = options(of: people[index])
                guard people[index].subscription.rateHz != people[index].askedRate else {
                    people[index].subscription.rateHz = before.rateHz
                    continue
                }
                people[index].askedRate = people[index].subscription.rateHz
                movesTicks(index, before: before.rateHz)
            }
            demand.isDirty = true
        }
        let wasAwaited = awaitedSettings
        hand(.settings(next))
        guard broken == nil else { return }
        if core.settings != settings {
            return fail(.reloadTaken, "the settings in force are not those that were read")
        }
        if isReadyDue, wasAwaited == 0 {
            fail(.reloadTaken, "the service manager was not told that the reload is over")
        }
    }

    mutating func takeSettings() {
        let next = core.settings
        if next.sensorOptions != used.sensorOptions {
            for slot in attempts.indices { attempts[slot] = Attempts() }
            attemptsResetAt = now
        }
        used = next
    }

    /// SIGTERM, SIGINT or SIGQUIT.
    mutating func stop() {
        let clear = people.indices.filter { people[$0].isClear }.map { people[$0].serial }
        if kind == .crossed, random.oneIn(3) {
            isBroken = true
            hand(.broken(SystemError("timerfd_settime", errno: 12)))
        } else {
            hand(.signal(random.one(of: [.terminate, .interrupt, .quit])))
        }
        guard broken == nil else { return }
        guard hasStopped else { return fail(.stopsAtOnce, "a signal does not end it") }
        judgeEnd(greeted: clear)
    }

    /// What must be so when it has stopped.
    mutating func judgeEnd(greeted: [Int32]) {
        let faults = climate.broken > 0 || climate.outOfMemory > 0 || climate.shortWrites > 0
        for serial in greeted where !faults {
            guard let person = people.first(where: { $0.serial == serial }) else { continue }
            if !person.hasEnded, person.rest.isEmpty, person.failedInStep == nil, person.idleWrites == 0,
                person.isReading
            {
                return fail(.stopsAtOnce, "person \(serial) is not told goodbye")
            }
        }
        if let log { judge(endOf: log) }
    }
}
