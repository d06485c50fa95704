import TiltCore
import TiltDaemon

/// What the daemon says to one person, held against what that person is owed.
extension World {
    /// Bytes that the person's socket took.
    mutating func deliver(_ bytes: UnsafeBufferPointer<UInt8>, to index: Int) {
        var start = 0
        while start < bytes.count, broken == nil {
            guard !people[index].hasEnded else {
                return fail(
                    .silentAfterTheEnd, "person \(people[index].serial) is sent \(Session.excerpt(bytes))")
            }
            var end = start
            while end < bytes.count, bytes[end] != 10 { end += 1 }
            guard end < bytes.count else {
                people[index].rest.append(contentsOf: bytes[start...])
                guard people[index].rest.count >= 4096 else { return }
                return fail(.wellFormed, "a line is longer than 4096 bytes")
            }
            let piece = UnsafeBufferPointer(rebasing: bytes[start...end])
            if people[index].rest.isEmpty {
                take(SocketLine(bytes: piece), index, isWhole: true)
            } else {
                var whole: [UInt8] = []
                swap(&whole, &people[index].rest)
                whole.append(contentsOf: piece)
                whole.withUnsafeBufferPointer { take(SocketLine(bytes: $0), index, isWhole: false) }
            }
            start = end + 1
        }
    }

    private mutating func take(_ line: SocketLine, _ index: Int, isWhole: Bool) {
        let kind = line.kind
        if kind != .frame || random.oneIn(64) { judgeForm(of: line) }
        if !people[index].isGreeted, kind != .hello, kind != .error {
            return fail(.helloFirst, "the first line is \(Session.excerpt(line.bytes))")
        }
        switch kind {
        case .frame:
            guard let frame = line.frame() else { return fail(.wellFormed, Session.excerpt(line.bytes)) }
            take(frame, index, isWhole: isWhole)
        case .hello: takeHello(line, index, isWhole: isWhole)
        case .sensor: takeSensor(line, index)
        case .ok: takeOK(line, index, isWhole: isWhole)
        case .error: takeError(line, index)
        case .goodbye:
            people[index].hasEnded = true
            saidGoodbye = true
        case .candidate, .subscriber, .history: takeDetail(line, kind, index)
        case .status: takeStatus(line, index, isWhole: isWhole)
        case .page: takePage(line, index, isWhole: isWhole)
        case .other: fail(.wellFormed, Session.excerpt(line.bytes))
        }
    }

    private mutating func judgeForm(of line: SocketLine) {
        guard line.bytes.count <= 4096 else {
            return fail(.wellFormed, "a line of \(line.bytes.count) bytes")
        }
        let text = UnsafeBufferPointer(rebasing: line.bytes.dropLast())
        guard let value = try? JSONParser.parse(text), case .object = value else {
            return fail(.wellFormed, Session.excerpt(line.bytes))
        }
    }

    // MARK: greeting

    private mutating func takeHello(_ line: SocketLine, _ index: Int, isWhole: Bool) {
        guard !people[index].isGreeted else {
            return fail(.helloFirst, "person \(people[index].serial) is greeted twice")
        }
        people[index].isGreeted = true
        people[index].announcement = announcements.count
        ungreeted -= 1
        if isWhole, !people[index].isDelayed, !isByDefaults(line) {
            fail(.optionsInForce, Session.excerpt(line.bytes))
        }
        let said = line.value(after: "\"sensor\":{") == nil ? Claim.none : claimed(by: line)
        let isSure = people.contains { $0.isClear && $0.connection != people[index].connection }
        if people[index].isDelayed {
            // It was so when it was greeted, and may be over.
        } else if isSure, claim != .unknown {
            if claim != said { fail(.sensorIsTrue, "hello says \(said), the others were told \(claim)") }
        } else {
            take(said)
        }
        people[index].servedAt = deadline ?? max(lastDeadline, now)
        people[index].pausedAt = now
        // It was so when it was greeted, where that was now.
        people[index].isOwedAway = people[index].isAway && !people[index].isDelayed
        isAwayOwed = isAwayOwed || people[index].isOwedAway
    }

    /// True for a `hello` that tells what the settings in force say.
    private func isByDefaults(_ line: SocketLine) -> Bool {
        let shadow = settings.shadow
        let told: [(StaticString, Double)] = [
            ("\"rate_hz\":", shadow.rateHz), ("\"gain\":", shadow.gain), ("\"blur_px\":", shadow.blurPx),
            ("\"opacity\":", shadow.opacity),
        ]
        // A line is not read to the last bit.
        return told.allSatisfy { key, value in
            line.number(of: key).map { abs($0 - value) <= 1e-9 * abs(value) } ?? false
        }
    }

    // MARK: sensors

    func claimed(by line: SocketLine) -> Claim {
        guard let start = line.value(after: "\"sensor\":{"),
            let number = line.value(after: "\"id\":\"chip", from: start).flatMap({ line.integer(at: $0) })
        else { return .unknown }
        let kind = line.value(after: "\"kind\":\"", from: start) ?? start
        let isPolled = line.value(after: "iio-poll", from: kind) == kind + 8
        return .sensor(2 * Int(number.value) + (isPolled ? 1 : 0))
    }

    private mutating func takeSensor(_ line: SocketLine, _ index: Int) {
        let isFound = line.value(after: "\"event\":\"found\"") != nil
        let subject = claimed(by: line)
        let next = isFound ? subject : Claim.none
        // What was said a while ago may be over, and the others may not have heard it.
        guard !people[index].isDelayed else {
            let isHeardByAnother = people.contains { $0.isGreeted && !$0.isDelayed }
            // When it failed is not known then, but that it did, by now.
            if !isFound, !isHeardByAnother, let candidate = subject.candidate, candidate < attempts.count {
                attempts[candidate].fail(at: now)
            }
            return
        }
        defer { people[index].announcement += 1 }
        if people[index].announcement < announcements.count {
            if announcements[people[index].announcement] != next {
                fail(
                    .sensorIsTrue,
                    "person \(people[index].serial) is told another story: \(Session.excerpt(line.bytes))")
            }
            return
        }
        announcements.append(next)
        hasAnnounced = true
        if !isFound, let candidate = subject.candidate {
            let isSilence = Self.signsOfSilence.contains { line.value(after: $0) != nil }
            if isSilence { judgeSilence(of: candidate) }
            if candidate < attempts.count {
                let used = lastInUse?.device == candidate / 2 ? lastInUse?.usedFrom : nil
                if let used, now - used > 10_000_000_000 { attempts[candidate & ~1].isDoubted = false }
                attempts[candidate].fail(at: now)
                attempts[candidate & ~1].lostAt = now
                if isSilence { attempts[candidate & ~1].owesProof = true }
            }
        }
        take(next)
    }

    /// What the error says of a sensor that sends nothing, or zeros.
    private static let signsOfSilence: [StaticString] = ["sends nothing", "no sample", "reads 0 on all axes"]

    /// A sensor that is said to be silent has to be.
    private mutating func judgeSilence(of candidate: Int) {
        guard let sensor = lastInUse, sensor.device == candidate / 2, sensor.readings > 0 else { return }
        let isAwakening = wokeUpAt > now - 2_000_000_000
        var least: Int64 = isAwakening ? 250_000_000 : 990_000_000
        // It may say so itself, when it is asked.
        if devices[sensor.device].isSick { least = isAwakening ? 0 : 490_000_000 }
        if now - sensor.heardAt < least {
            fail(
                .silenceNoticed,
                "chip \(sensor.device) is said to be silent \(now - sensor.heardAt) ns after it sent")
        }
    }

    /// What the service manager is told names the sensor, too, where nobody else is there to be told.
    mutating func takeStatus(_ output: ByteBuffer, _ bytes: OutputBytes) {
        let start = Int(bytes.start)
        var isNews = true
        var (unheard, lost): (Int64?, Int64?)
        let (number, silent) = output.bytes.withUnsafeBufferPointer { all -> (Int64?, Int64?) in
            let line = SocketLine(
                bytes: UnsafeBufferPointer(rebasing: all[start..<(start + Int(bytes.count))]))
            // Of a sensor that is silent, or heard again, and of none frames tell, too.
            isNews = !line.starts(with: "chip ") && !line.starts(with: "no sensor")
            if line.starts(with: "chip "), line.value(after: " is silent") != nil {
                unheard = line.integer(at: 5)?.value
            }
            if line.starts(with: "lost chip ") { lost = line.integer(at: 10)?.value }
            if lost != nil,
                Self.signsOfSilence.contains(where: { line.value(after: $0) != nil })
            {
                return (nil, lost)
            }
            return (line.starts(with: "reading chip ") ? line.integer(at: 13)?.value : nil, nil)
        }
        if let unheard { judgeUnheard(unheard) }
        if let lost { noteLoss(of: Int(lost)) }
        guard isNews else { return }
        hasNews = true
        // Whether or not anybody could be told of the sensor.
        showChangedAt = now
        if let silent, 2 * Int(silent) < attempts.count { attempts[2 * Int(silent)].owesProof = true }
        guard let number,
            !open.contains(where: { $0.isInUse && $0.device == Int(number) && $0.usedFrom >= stepBegan })
        else { return }
        // Where it is open in two ways, one that has still to prove itself is not the one that is read.
        let mustProve = attempts[2 * Int(number)].owesProof
        let opened = open.filter { $0.device == Int(number) && $0.state == .open }
        let proved = opened.filter { !mustProve || $0.readings >= 2 }
        // It was opened, or has sent, in this step.
        let known = (proved.isEmpty ? opened : proved).max {
            ($0.heardAt, $0.id.number) < ($1.heardAt, $1.id.number)
        }
        guard let known else {
            return fail(.sensorIsTrue, "chip \(number) is said to be read, and is not open")
        }
        take(.sensor(2 * known.device + (known.kind == .iioPoll ? 1 : 0)))
    }

    /// A sensor is lost, and maybe nobody was there to be told.
    private mutating func noteLoss(of number: Int) {
        guard let lastInUse, lastInUse.device == number else { return }
        let candidate = 2 * number + (lastInUse.kind == .iioPoll ? 1 : 0)
        guard candidate < attempts.count, attempts[candidate].lastFailure < stepBegan else { return }
        attempts[candidate].fail(at: now)
    }

    /// A sensor is said to be silent, which takes a while from when it was opened.
    private mutating func judgeUnheard(_ number: Int64) {
        let opened = open.filter {
            $0.device == Int(number) && $0.state == .open && $0.kind != .remote && $0.stampOffset == 0
                && devices[$0.device].stampOffset == 0
        }
        guard let first = opened.map(\.openedAt).min() else { return }
        if now - first < Int64(settings.sensor.staleAfterMilliseconds * 1e6) - 1_000_000 {
            fail(.silenceNoticed, "chip \(number) is said to be silent, and was opened \(now - first) ns ago")
        }
    }

    /// Takes over what the daemon says of the sensor in use.
    mutating func take(_ next: Claim) {
        if let left = claim.candidate, let better = next.candidate, better / 2 != left / 2,
            attempts[left & ~1].isDoubted
        {
            attempts[left & ~1].wasLeftInDoubt = true
        }
        claim = next
        claimedSince = now
        stateSureFrom = now
        showChangedAt = now
        let former = open.first { $0.isInUse }?.id
        for slot in open.indices { open[slot].isInUse = false }
        guard let candidate = next.candidate else { return }
        let isPolled = candidate % 2 == 1
        guard
            let slot = open.lastIndex(where: {
                $0.device == candidate / 2 && ($0.kind == .iioPoll) == isPolled && $0.state == .open
            })
        else { return fail(.sensorIsTrue, "\(next) is said to be in use, and is not open") }
        if attempts[candidate & ~1].owesProof, open[slot].readings < 2 {
            fail(
                .provedItself,
                "chip \(candidate / 2) fell silent, has sent \(open[slot].readings) and is in use")
        }
        (attempts[candidate & ~1].owesProof, attempts[candidate & ~1].wasLeftInDoubt) = (false, false)
        open[slot].isInUse = true
        open[slot].usedFrom = now
        // Somebody who comes is told of it once more.
        if former != open[slot].id { open[slot].newestInUse = .never }
        lastInUse = open[slot]
        log?.adopt(open[slot].id)
    }
}
