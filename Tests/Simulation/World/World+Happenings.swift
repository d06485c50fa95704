import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// What each happening does.
extension World {
    mutating func happen(_ happening: Happening) {
        switch happening.verb {
        case .comes: comes(happening)
        case .leaves, .subscribes, .recentres, .pauses, .resumes, .asks, .errs, .floods, .babbles,
            .saysTooMuch,
            .halfCloses, .stalls, .reads, .passesDescriptors, .toggles, .storms, .mutters, .rotates, .maps,
            .nags, .harries, .contents, .claims, .hurries:
            guard let index = people.firstIndex(where: { $0.serial == happening.who }) else { return }
            act(happening.verb, index)
        case .plugs, .unplugs, .silences, .speaks, .breaks, .mends, .steals, .givesBack, .changesRate,
            .exchanges, .jumps, .swaps, .zeroes, .sickens, .fails:
            guard devices.indices.contains(Int(happening.who)) else { return }
            change(happening.verb, Int(happening.who))
        case .hotplugNoise:
            let number = Int(happening.who)
            if kind == .crossed, devices.indices.contains(number) { devices[number].mountAnew() }
            hand(.hotplug(random.one(of: [.nothing, .changed, .overrun])))
        case .urgent: for slot in open.indices.reversed() { drain(slot) }
        case .reloads: hand(.signal(.hangUp))
        case .stops: stop()
        case .pausesProcess:
            // A sensor is not yet stale by then.
            if kind == .joining, !random.oneIn(4) {
                return standStill(random.time(50_000_000, 400_000_000))
            }
            // So long that a frame at rest is missed, where any was due.
            let least: Int64 = kind == .dozing || kind == .joining ? 1_500_000_000 : 1_000_000
            standStill(random.time(least, max(2 * least, 3_000_000_000)))
        case .sleeps: sleep(random.time(10_000_000, 3_600_000_000_000))
        case .recordingFails:
            guard log?.isOpen == true else { return }
            log?.hasFailed = true
            hand(
                .recordingFailed(
                    SystemError("write", "/tmp/log", errno: random.one(of: [28, 5, 27, 122, 30]))))
        case .recordingStalls: log?.isBehind.toggle()
        case .waits: advance(to: now + random.time(500_000_000, 40_000_000_000))
        case .swapsSeats: swapSeats(UInt32(happening.who))
        case .weather: climate = random.oneIn(3) ? Climate() : Climate(&random)
        }
    }

    private mutating func act(_ verb: Happening.Verb, _ index: Int) {
        switch verb {
        case .leaves: leaves(index)
        case .subscribes: subscribes(index)
        case .recentres: recentres(index)
        case .pauses: pauses(index)
        case .resumes: resumes(index)
        case .asks: asks(index)
        case .errs: errs(index)
        case .floods: floods(index)
        case .babbles: babbles(index)
        case .saysTooMuch: saysTooMuch(index)
        case .toggles: toggles(index)
        case .storms: storms(index)
        case .mutters: mutters(index)
        case .rotates: rotates(index)
        case .maps: maps(index)
        case .nags: nags(index)
        case .harries: harries(index)
        case .contents: contents(index)
        case .claims: claims(index)
        case .hurries: hurries(index)
        case .halfCloses: people[index].closesItsSide = true
        case .stalls: people[index].isReading = false
        case .passesDescriptors: people[index].descriptorsPassed += 1
        default:
            people[index].isReading = random.oneIn(2)
            people[index].queued = people[index].isReading ? 0 : random.below(people[index].queued + 1)
        }
        ready.append(index)
    }

    private mutating func change(_ verb: Happening.Verb, _ number: Int) {
        switch verb {
        case .plugs:
            guard !devices[number].isPlugged else { return }
            plug(number)
            hotplug()
        case .unplugs:
            guard devices[number].isPlugged else { return }
            unplug(number)
        case .exchanges:
            guard devices[number].isPlugged else { return }
            devices[number].isPlugged = false
            plug(number)
            loseReaders(of: number)
            hotplug()
        case .silences: devices[number].isSilent = true
        case .speaks:
            devices[number].isSilent = false
            devices[number].goodSince = now
        case .breaks where kind == .failing && !random.oneIn(3):
            devices[number].opening = .fails(.call(random.one(of: Device.errnos)))
        case .breaks:
            devices[number].opening =
                switch random.below(4) {
                case 0: .fails(random.one(of: Device.Failure.all))
                case 1: .takes(random.time(1_000_000, 5_000_000_000), well: random.oneIn(2))
                case 2: .hangs
                default: .fails(.inputOutput)
                }
        case .mends:
            devices[number].opening = .well
            devices[number].goodSince = now
        case .steals: devices[number].isHeld = true
        case .givesBack:
            devices[number].isHeld = false
            devices[number].goodSince = now
        case .changesRate: devices[number].rateHz = random.one(of: [200, 100, 50, 25, 12.5, 1000])
        case .jumps:
            devices[number].stampOffset = random.oneIn(2) ? 0 : random.one(of: [-5_000_000, -200_000_000])
        case .swaps: swap(number)
        case .zeroes:
            devices[number].readsZeros.toggle()
            devices[number].goodSince = now
        case .sickens: devices[number].isSick.toggle()
        case .fails: failReaders(of: number)
        default: break
        }
    }

    private mutating func plug(_ number: Int) {
        devices[number].isPlugged = true
        devices[number].plugging += 1
        devices[number].isSilent = false
        devices[number].isHeld = false
        devices[number].opening = .well
        devices[number].readsZeros = false
        devices[number].goodSince = now
        // Where nothing tells of it, what has failed before is waited for as long.
        guard setup.hasHotplug else { return }
        for slot in [2 * number, 2 * number + 1] {
            (attempts[slot].failures, attempts[slot].lastFailure) = (0, .never)
        }
    }

    /// While nothing runs the device goes, and maybe another comes: whoever reads it is told at the next read, in the tick that
    /// is overdue, and hotplug later.
    private mutating func swap(_ number: Int) {
        guard devices[number].isPlugged else { return }
        devices[number].isPlugged = false
        if random.oneIn(2) { plug(number) }
        standStill(random.time(1_000_000, 3_000_000_000))
        guard setup.hasHotplug else { return devices[number].goodSince = now }
        devices[number].goodSince = .max
        schedule(at: now + random.time(1_000, 500_000_000), .hotplug(number))
    }

    /// The kernel tells of what has happened to a device.
    mutating func tellHotplug(of number: Int) {
        devices[number].goodSince = now
        hotplug()
    }

    /// The device goes: whoever reads it is told at the next read, and hotplug a moment before or after.
    private mutating func unplug(_ number: Int) {
        devices[number].isPlugged = false
        let isToldFirst = random.oneIn(2)
        if isToldFirst { hotplug() }
        if random.oneIn(2) { drainAll() }
        loseReaders(of: number)
        if !isToldFirst { hotplug() }
    }

    /// Tells that what was opened of an earlier plugging cannot be read any more.
    private mutating func loseReaders(of number: Int) {
        while broken == nil,
            let slot = open.firstIndex(where: {
                $0.device == number && $0.state == .open
                    && ($0.plugging != devices[number].plugging || !devices[number].isPlugged)
            })
        {
            open[slot].state = .failed
            hand(.failed(open[slot].id, devices[number].error(.gone)))
        }
    }

    /// What is open of a device cannot be read any more, though it is there.
    private mutating func failReaders(of number: Int) {
        let error = devices[number].error(.call(random.one(of: Device.errnos)))
        for id in open.filter({ $0.device == number && $0.state == .open }).map(\.id) {
            guard broken == nil, let slot = open.firstIndex(where: { $0.id == id }) else { continue }
            // Of one in use everybody is told.
            let place = 2 * number + (open[slot].kind == .iioPoll ? 1 : 0)
            if !open[slot].isInUse { attempts[place].fail(at: now) }
            open[slot].state = .failed
            hand(.failed(id, error))
        }
    }

    private mutating func hotplug() {
        guard setup.hasHotplug else { return }
        for slot in attempts.indices { attempts[slot].failures = 0 }
        attemptsResetAt = now
        hand(.hotplug(random.oneIn(20) ? .overrun : .changed))
    }

    /// The process does not run for a while: SIGSTOP, a busy machine, a page that comes from a slow disk.
    private mutating func standStill(_ duration: Int64) {
        now += duration
        stalled += duration
        stalledUntil = now
        blamelessUntil = now
        if kind == .joining { aheadOfTicks = random.below(4) }
    }

    /// How long after a sleep the offset may be elsewhere, in nanoseconds: where the hand is, an accelerometer says at once.
    static let afreshAfterSleep: Int64 = 1_000_000_000

    /// The machine sleeps: CLOCK_MONOTONIC stands still, hands go on.
    private mutating func sleep(_ duration: Int64) {
        asleep += duration
        wokeUpAt = now
        for slot in attempts.indices { attempts[slot].failures = 0 }
        attemptsResetAt = now
        sleeps.append((now, duration))
        if sleeps.count > 4096 { sleeps.removeFirst(2048) }
        catchesUpUntil = max(catchesUpUntil, now + Self.afreshAfterSleep)
        hand(.wokeUp(after: duration))
    }
}
