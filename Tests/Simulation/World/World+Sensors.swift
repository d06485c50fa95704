import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// The sensors as the shell has them: surveys, openings, readings.
extension World {
    mutating func survey(by deadline: Int64) {
        // Looking at every device takes time that a subscriber may not cost the others.
        let isBlamed = stepOf.map { asker in
            people.contains {
                $0.connection != asker && $0.isListening && $0.isGreeted && $0.servedAt > .never
            }
        }
        if isLooking { return fail(.effectOnNoSensor, "the devices are looked at already") }
        guard var own = looks else {
            spend(3_000_000, 15_000_000, isExempt: isBlamed != true)
            return tell(.surveyed(find()))
        }
        // On a thread, which sees the devices as they are some time before it tells of them, or none at all.
        spend(20_000, 100_000, isExempt: isBlamed != true)
        let isEndless = own.oneIn(64)
        let duration = own.time(1_000_000, own.one(of: [20_000_000, 20_000_000, 500_000_000, 5_000_000_000]))
        let seen: [SensorCandidate]? = own.oneIn(16) ? [] : own.oneIn(2) ? candidates() : nil
        looks = own
        (isLooking, isLookAwaited) = (true, true)
        let isLate = duration > deadline - now
        if isEndless || isLate { schedule(at: max(now, deadline), .lookIsLate) }
        if !isEndless { schedule(at: now + duration, .look(seen)) }
    }

    /// The devices as they are, best first.
    private func candidates() -> [SensorCandidate] {
        let settings = used
        return CandidateRanking.sorted(devices.flatMap { $0.candidates(by: settings) })
    }

    /// What a look finds, seen earlier or now.
    ///
    /// What is known of a device goes with it, once a look has not found it.
    private mutating func find(_ seen: [SensorCandidate]? = nil) -> [SensorCandidate] {
        let seen = seen ?? candidates()
        found = Set(seen.map(\.id))
        for device in devices where !found.contains(device.id) {
            (attempts[2 * device.number].owesProof, attempts[2 * device.number].isDoubted) = (false, false)
            attempts[2 * device.number].wasLeftInDoubt = false
        }
        return seen
    }

    /// A look that took its time is over.
    private mutating func endLook(_ seen: [SensorCandidate]?) {
        (isLooking, isLookAwaited) = (false, false)
        lookedAt = now
        hand(.surveyed(find(seen)))
    }

    /// What a look says of a sensor in use, where that is neither what it was opened with nor what was said before.
    mutating func noteMountings(_ seen: [SensorCandidate]) {
        var next: [Int: UInt64] = [:]
        for candidate in seen {
            guard let mounting = candidate.mounting, let number = number(of: candidate) else { continue }
            next[slot(of: candidate, number)] = mounting
        }
        for sensor in open where sensor.isInUse {
            let place = 2 * sensor.device + (sensor.kind == .iioPoll ? 1 : 0)
            guard let mounting = next[place], let before = mountings[place] else { continue }
            if mounting != before, mounting != sensor.description.mounting.mark { turned.append(sensor.id) }
        }
        mountings = next
    }

    mutating func judgeMountings() {
        defer { turned.removeAll(keepingCapacity: true) }
        guard let sensor = turned.first(where: { turned in open.contains { $0.id == turned } }) else {
            return
        }
        fail(.mountedAsTold, "\(sensor) is mounted otherwise than it was opened with, and stays open")
    }

    /// A look takes so long that what is known has to do.
    private mutating func lookIsLate() {
        isLookAwaited = false
        lookedAt = now
        hand(.surveyIsLate)
    }

    mutating func askHolder(of sensor: SensorID) {
        spend(5_000, 50_000, isExempt: true)
        guard let candidate = core.candidate(of: sensor), let number = number(of: candidate) else {
            return fail(.effectOnNoSensor, "askHolder of \(sensor), which is no candidate")
        }
        if devices[number].isHeld { attempts[slot(of: candidate, number)].lastFailure = now }
        tell(.held(sensor, devices[number].isHeld))
    }

    private func number(of candidate: SensorCandidate) -> Int? {
        devices.firstIndex { $0.id == candidate.id }
    }

    private func slot(of candidate: SensorCandidate, _ number: Int) -> Int {
        2 * number + (candidate.kind == .iioPoll ? 1 : 0)
    }

    // MARK: opening

    mutating func begin(opening sensor: SensorID) {
        spend(20_000, 200_000, isExempt: true)
        guard let candidate = core.candidate(of: sensor), let number = number(of: candidate) else {
            return fail(.effectOnNoSensor, "open of \(sensor), which is no candidate")
        }
        if open.contains(where: { $0.id == sensor }) {
            return fail(.effectOnNoSensor, "\(sensor) is open already")
        }
        if open.count > 2 * devices.count + 2 { return fail(.sensorLeak, "\(open.count) sensors are open") }
        if candidate.kind != .iioPoll,
            let other = open.first(where: {
                $0.device == number && $0.kind == candidate.kind && $0.state != .failed
            })
        {
            return fail(.effectOnNoSensor, "\(candidate.id) is open already, as \(other.id)")
        }
        let device = devices[number]
        var state = OpenSensor.State.open
        let isHeldUp = device.closedAt > now
        if !isHeldUp, let failure = failure(of: device) {
            return refuse(sensor, slot(of: candidate, number), device.error(failure))
        }
        switch device.opening {
        case _ where isHeldUp: state = .opening(until: device.closedAt, well: true)
        case .well, .fails: break
        case .takes(let duration, let well): state = .opening(until: now + duration, well: well)
        case .hangs: state = .opening(until: .max, well: false)
        }
        let opened = OpenSensor(
            id: sensor, device: number, plugging: device.plugging, kind: candidate.kind,
            description: device.description(of: candidate.kind, used), state: state, openedAt: now,
            drainedTo: now,
            heardAt: now, probedAt: now, isHeldUp: isHeldUp)
        open.append(opened)
        guard case .opening(let until, _) = state else { return tellOpened(open.count - 1) }
        if until < .max { schedule(at: until, .opening(sensor)) }
    }

    /// The device of an opening may be closed by now, and the opening begins.
    private mutating func begin(heldUp slot: Int) {
        let device = devices[open[slot].device]
        let sensor = open[slot].id
        if device.closedAt > now { return schedule(at: device.closedAt, .opening(sensor)) }
        open[slot].isHeldUp = false
        if failure(of: device) == nil {
            switch device.opening {
            case .well, .fails: break
            case .takes(let duration, let well):
                open[slot].state = .opening(until: now + duration, well: well)
                return schedule(at: now + duration, .opening(sensor))
            case .hangs:
                open[slot].state = .opening(until: .max, well: false)
                return
            }
        }
        end(opening: slot, failure(of: device))
    }

    private func failure(of device: Device) -> Device.Failure? {
        if !device.isPlugged { return .gone }
        if device.isHeld { return .busy }
        if case .fails(let failure) = device.opening { return failure }
        return nil
    }

    private mutating func tellOpened(_ slot: Int) {
        open[slot].state = .open
        open[slot].openedAt = now
        open[slot].drainedTo = now
        open[slot].heardAt = now
        open[slot].probedAt = now
        let bias = AngularRate<DeviceAxes>.zero
        tell(.opened(open[slot].id, open[slot].description, bias: bias))
    }

    private mutating func refuse(_ sensor: SensorID, _ slot: Int, _ error: SensorError) {
        attempts[slot].fail(at: now)
        tell(.refused(sensor, error))
    }

    /// What happens by itself, such as the end of an opening.
    mutating func happen(_ what: Timed.What) {
        switch what {
        case .opening(let sensor):
            // The opening was given up meanwhile.
            guard let slot = open.firstIndex(where: { $0.id == sensor }),
                case .opening(_, let well) = open[slot].state
            else { return }
            // Nothing else could be opened of it.
            devices[open[slot].device].goodSince = now
            guard !open[slot].isHeldUp else { return begin(heldUp: slot) }
            end(opening: slot, well ? nil : .inputOutput)
        case .settings(let next):
            awaitedSettings -= 1
            handSettings(next)
        case .look(let seen): endLook(seen)
        case .lookIsLate: lookIsLate()
        case .hotplug(let number): tellHotplug(of: number)
        case .pose: arrive()
        case .logFails: failLog()
        }
    }

    /// An opening that took a while is over.
    private mutating func end(opening slot: Int, _ failure: Device.Failure?) {
        let device = devices[open[slot].device]
        let sensor = open[slot].id
        let isThere = device.isPlugged && device.plugging == open[slot].plugging
        if failure == nil, isThere {
            open[slot].state = .open
            (open[slot].openedAt, open[slot].drainedTo) = (now, now)
            (open[slot].heardAt, open[slot].probedAt) = (now, now)
            hand(.opened(sensor, open[slot].description, bias: .zero))
        } else {
            attempts[2 * open[slot].device + (open[slot].kind == .iioPoll ? 1 : 0)].fail(at: now)
            open.remove(at: slot)
            hand(.refused(sensor, device.error(isThere ? failure ?? .gone : .gone)))
        }
    }

    mutating func pause(_ sensor: SensorID, until: Int64) {
        spend(1_000, 5_000)
        guard let slot = open.firstIndex(where: { $0.id == sensor && $0.state == .open }) else {
            return fail(.effectOnNoSensor, "pause of \(sensor)")
        }
        open[slot].pausedUntil = until
    }

    mutating func probe(_ sensor: SensorID) {
        spend(20_000, 200_000, isExempt: true)
        guard let slot = open.firstIndex(where: { $0.id == sensor && $0.state == .open }) else {
            return fail(.effectOnNoSensor, "probe of \(sensor)")
        }
        open[slot].probedAt = now
        let device = devices[open[slot].device]
        guard device.isSick else { return tell(.probed(sensor, nil)) }
        complained = sensor
        let isOther = kind == .failing && random.oneIn(2)
        let error = isOther ? device.error(.call(random.one(of: Device.errnos))) : device.probeError(&random)
        tell(.probed(sensor, error))
    }

    mutating func close(_ sensor: SensorID) {
        spend(5_000, 50_000, isExempt: true)
        guard let slot = open.firstIndex(where: { $0.id == sensor }) else {
            return fail(.effectOnNoSensor, "close of \(sensor), which is not open")
        }
        let closed = open.remove(at: slot)
        if closed.description.restsInSilence { turnToldAt = now }
        guard kind == .failing, !closed.isOpening else { return }
        // On a thread, which tells nobody; the same device is opened only behind that.
        let longest: Int64 = random.one(of: [20_000_000, 20_000_000, 1_000_000_000, 30_000_000_000])
        let end = now + random.time(100_000, longest)
        devices[closed.device].closedAt = max(devices[closed.device].closedAt, end)
    }

    // MARK: reading

    mutating func drainAll() { for slot in open.indices.reversed() where slot < open.count { drain(slot) } }

    /// Hands over what one sensor has sent since it was last read.
    mutating func drain(_ slot: Int) {
        guard broken == nil, slot < open.count, open[slot].state == .open, now >= open[slot].pausedUntil
        else { return }
        let device = devices[open[slot].device]
        if kind == .crossed, !device.isPlugged || device.plugging != open[slot].plugging {
            open[slot].state = .failed
            return hand(.failed(open[slot].id, device.error(.gone)))
        }
        guard device.isPlugged, !device.isSilent, !device.isHeld || open[slot].openedAt < now,
            device.plugging == open[slot].plugging
        else {
            open[slot].drainedTo = now
            return
        }
        let period = Int64(1e9 / device.rateHz)
        if device.isRemote { open[slot].drainedTo = now - period }
        var stamp = max(open[slot].drainedTo, now - Int64(ReadingRoom.most - 1) * period) + period
        var count = 0
        while stamp <= now, count < ReadingRoom.most {
            let reading = device.reading(at: stamp, asleep: asleep, as: open[slot].description)
            if !device.onlyChanges || open[slot].kind == .iioPoll || reading.accelerometer != open[slot].last
            {
                room.readings[count] = reading
                count += 1
                open[slot].last = reading.accelerometer
            }
            open[slot].drainedTo = stamp
            stamp += period
        }
        guard count > 0 else { return }
        tally.readings += count
        // What is 0 on all axes says nothing.
        guard !device.readsZeros else { return hand(readings: count, of: slot) }
        open[slot].readings += count
        if now - open[slot].heardAt > 300_000_000, open[slot].isInUse { showChangedAt = now }
        open[slot].heardAt = now
        if open[slot].isInUse {
            turnToldAt = now
            if open[slot].newestInUse == .never { open[slot].shownFrom = now }
            open[slot].newestInUse = max(open[slot].newestInUse, room.readings[count - 1].time.nanoseconds)
            open[slot].stampOffset = device.stampOffset
            let pose = open[slot].drainedTo + asleep
            // The filter needs a while for what happened in the dark, and is to begin afresh after a sleep.
            let gap = pose - poseAt
            if gap - (asleep - asleepAtPose) > 250_000_000 {
                catchesUpUntil = now + 3_000_000_000
            } else if gap > 250_000_000 {
                catchesUpUntil = max(catchesUpUntil, now + Self.afreshAfterSleep)
            }
            (poseAt, asleepAtPose) = (pose, asleep)
        }
        hand(readings: count, of: slot)
    }

    private mutating func hand(readings count: Int, of slot: Int) {
        let id = open[slot].id
        let readings = UnsafeBufferPointer(rebasing: room.readings[..<count])
        if open[slot].isInUse { log?.expect(readings) } else { log?.keep(readings, of: id) }
        hand(.readings(id, readings))
    }

    /// A tick that is overdue by so much may be one that is missed.
    mutating func noteLate() {
        if let next = single ?? timer.map({ $0.previous + $0.period }) { noteLate(next) }
    }

    private mutating func noteLate(_ deadline: Int64) { if now - deadline >= Self.late { lateAt = now } }

    /// One tick: what the sensors have sent, and the deadline.
    mutating func tick() {
        guard let timer else { return }
        now += Int64(random.below(60_000))
        noteLate()
        let count = single == nil ? (now - timer.previous) / timer.period : 1
        let deadline = single ?? (timer.previous + count * timer.period)
        isPlanned = single != nil
        single = nil
        self.timer = (timer.period, deadline)
        drainAll()
        // What a sensor has sent may be where ticks at phases begin.
        if single != nil { isPlanned = true }
        // The core is told a moment later, and looks at what has come by then.
        if isPlanned { plannedAt = now + 6_000 }
        guard self.timer?.previous == deadline || isPlanned else { return }
        self.deadline = deadline
        firstFrameAt = nil
        framesOfTick = 0
        let before = lastDeadline
        lastDeadline = deadline
        ticks.add(deadline, at: now)
        // What the sensors had sent may have taken long.
        noteLate(deadline)
        hand(.tick(deadline: deadline, missed: Int(count) - 1))
        self.deadline = nil
        guard broken == nil, !hasStopped else { return }
        judgeTick(deadline, before: before, period: timer.period)
        if let first = firstFrameAt, broken == nil {
            hand(.published(first: first, last: now))
        }
    }
}
