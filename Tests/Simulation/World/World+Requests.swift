import TiltCore

/// What people ask for.
extension World {
    mutating func subscribes(_ index: Int) {
        var change = SubscriptionChange()
        var text = "{\"type\":\"subscribe\""
        if !random.oneIn(8) { text += "," + id(index) } else { people[index].nextID += 1 }
        let hasID = text.utf8.count > 21
        for _ in 0..<(1 + random.below(3)) {
            switch random.below(12) {
            case 0, 1, 2:
                let rate = random.one(of: [50.0, 25, 100, 200, 10, 50, 1, 60, 33, 75])
                change.rateHz = rate
                text += ",\"rate_hz\":\(rate)"
            case 3:
                let gain = random.one(of: [10.0, 5, 20, -10, 1000, 0])
                change.gain = gain
                text += ",\"gain\":\(gain)"
            case 4:
                let limit = random.one(of: [16.0, 8, 1000])
                change.limit = limit
                text += ",\"limit\":\(limit)"
            case 5:
                let mapping = random.one(of: ShadowMapping.allCases)
                change.mapping = mapping
                text += ",\"mapping\":\"\(mapping.rawValue)\""
            case 6:
                let reference = random.one(of: Reference.allCases)
                change.reference = reference
                text += ",\"reference\":\"\(reference.rawValue)\""
            case 7:
                let rotation = random.one(of: DisplayRotation.allCases)
                change.displayRotation = rotation
                text += ",\"display_rotation\":\(rotation.rawValue)"
            case 8:
                let when = random.oneIn(3) ? Subscription.When.changed : .always
                change.when = when
                text += ",\"when\":\"\(when.rawValue)\""
            case 9:
                let milliseconds = random.one(of: [0.0, 8, 16, 100])
                change.lookaheadMilliseconds = milliseconds
                text += ",\"lookahead_ms\":\(milliseconds)"
            case 10:
                let flag = random.oneIn(2)
                change.isStrict = flag
                text += ",\"strict\":\(flag)"
            default:
                let raw = random.oneIn(2)
                change.include = raw ? [.up, .raw] : .up
                text += raw ? ",\"include\":[\"up\",\"raw\"]" : ",\"include\":[\"up\"]"
            }
        }
        if let phase = drawPhase(index) {
            change.phase = phase
            if change.rateHz == nil, let rate = drawRate(index) {
                change.rateHz = rate
                text += ",\"rate_hz\":\(rate)"
            }
            text += ",\"phase_ns\":\(phase)"
        }
        if let rotation = drawRotation() {
            change.rotation = rotation
            text += ",\"rotation\":\"\(rotation.rawValue)\""
        }
        let isRefused = change.include?.contains(.raw) == true && !people[index].mayHaveRaw
        say(
            index, text + "}", isRefused ? .error("not-permitted", isFatal: false) : .ok(change), hasID: hasID
        )
    }

    /// A tick of one's own, in one world of four: beside the others, a little off one's last, or anywhere in time; in a
    /// greedy one that of the one user who has any is far from all others.
    ///
    /// Drawn from a copy, so that what else is drawn stays the same.
    private func drawPhase(_ index: Int) -> Int64? {
        var own = random
        guard seed % 4 == 0, !own.oneIn(3) else { return nil }
        if kind.isGreedy { return people[index].user == 1000 ? now + Int64(own.below(50)) * 100_000 : nil }
        switch own.below(4) {
        case 0: return own.one(of: [.min, .max, 0, -1, 1 << 53 + 1])
        case 1: return (people[index].phase ?? now) &+ Int64(own.below(600_000)) &- 300_000
        default: return now + Int64(own.below(200)) * 100_000
        }
    }

    /// The rate in force as another fit of it would have it.
    private func drawRate(_ index: Int) -> Double? {
        var own = random
        guard !kind.isGreedy else { return 200 }
        guard own.oneIn(2) else { return nil }
        let rate = people[index].subscription.rateHz * (1 + 5e-6 * Double(own.below(8)))
        // Answers name six digits behind the point.
        return min(200, (rate * 1e6).rounded() / 1e6)
    }

    /// Wants to know of changes alone.
    mutating func contents(_ index: Int) {
        var change = SubscriptionChange()
        change.when = .changed
        say(index, "{\"type\":\"subscribe\",\(id(index)),\"when\":\"changed\"}", .ok(change))
    }

    mutating func recentres(_ index: Int) {
        let all = random.oneIn(2)
        say(
            index, "{\"type\":\"recentre\",\(id(index))" + (all ? ",\"scope\":\"all\"}" : "}"),
            all ? .recentresAll : .recentres)
    }

    mutating func pauses(_ index: Int) {
        say(index, "{\"type\":\"pause\",\(id(index))}", .pauses)
    }

    mutating func resumes(_ index: Int) {
        say(index, "{\"id\":\(id(index).dropFirst(5)),\"type\":\"resume\"}", .resumes)
    }

    mutating func asks(_ index: Int) {
        let include = random.one(of: [
            "", ",\"include\":[]", ",\"include\":[\"subscribers\"]",
            ",\"include\":[\"candidates\",\"subscribers\",\"\(Self.historyWord)\"]",
        ])
        say(index, "{\"type\":\"status\",\(id(index))\(include)}", .status)
    }

    /// The word for the sensors' history in `status`.
    static var historyWord: String { StatusDetail.allCases.last?.rawValue ?? "" }

    /// A request that is refused; the connection lives on.
    mutating func errs(_ index: Int) {
        let id = id(index)
        switch random.below(7) {
        case 0:
            say(
                index, "{\"type\":\"subscribe\",\"rate_hz\":900,\(id)}",
                .error("out-of-range", isFatal: false))
        case 1:
            say(
                index, "{\"type\":\"subscribe\",\"mapping\":\"x\",\(id)}",
                .error("unknown-word", isFatal: false))
        case 2:
            say(
                index, "{\"type\":\"subscribe\",\"gain\":\"much\",\(id)}",
                .error("wrong-kind", isFatal: false))
        case 3: say(index, "{\"type\":\"dance\",\(id)}", .error("unknown-word", isFatal: false))
        case 4: say(index, "{\(id)}", .error("missing-type", isFatal: false))
        case 5: say(index, "[1,2,3]", .error("not-json", isFatal: false), hasID: false)
        default: say(index, "{\"type\":\"pause\"", .error("not-json", isFatal: false), hasID: false)
        }
    }

    /// Bytes that mean nothing, in lines.
    mutating func babbles(_ index: Int) {
        for _ in 0..<(1 + random.below(4)) {
            var text = ""
            for _ in 0..<random.below(40) {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(33 + random.below(90))))
            }
            if text.isEmpty {
                say(index, "", nil)
            } else {
                say(index, "x" + text, .error("not-json", isFatal: false), hasID: false)
            }
        }
    }

    /// The beginning of a line that means nothing, and maybe never ends.
    mutating func mutters(_ index: Int) {
        guard !people[index].closesItsSide, !people[index].isMuttering, people[index].said.count < 20_000
        else { return }
        people[index].isMuttering = true
        let count = 1 + random.below(random.oneIn(2) ? 40 : 4000)
        people[index].said.append(contentsOf: repeatElement(UInt8(ascii: "x"), count: count))
        ready.append(index)
    }

    /// More requests than are allowed, most of them at once.
    mutating func floods(_ index: Int) {
        for _ in 0..<(45 + random.below(30)) {
            say(index, "{\"type\":\"recentre\",\(id(index))}", .recentres)
        }
    }

    /// Nearly as many wrong requests as are allowed in a second.
    mutating func nags(_ index: Int) {
        for _ in 0..<45 { errs(index) }
    }

    /// Its ticks begin nearly a period from now.
    mutating func harries(_ index: Int) {
        asks(index, forTicks: 10, at: now + random.time(60_000_000, 95_000_000))
    }

    /// As many ticks of its own as anybody may have, beside nobody's.
    mutating func claims(_ index: Int) { asks(index, forTicks: 200, at: now + random.time(1_000, 5_000_000)) }

    private mutating func asks(_ index: Int, forTicks rateHz: Double, at phase: Int64) {
        var change = SubscriptionChange()
        change.rateHz = rateHz
        change.phase = phase
        let text =
            "{\"type\":\"subscribe\",\(id(index)),\"rate_hz\":\(Int(rateHz)),\"phase_ns\":\(phase)}"
        say(index, text, .ok(change))
    }

    /// A page, and behind that something else before it can be known whether it came.
    mutating func hurries(_ index: Int) {
        maps(index)
        switch random.below(3) {
        case 0: recentres(index)
        case 1: subscribes(index)
        default: asks(index)
        }
    }

    /// More status requests than one socket takes the answers of.
    mutating func storms(_ index: Int) {
        for _ in 0..<(1 + random.below(20)) { asks(index) }
    }

    /// Pauses and resumes and changes its rate, many times at once.
    mutating func toggles(_ index: Int) {
        for _ in 0..<(1 + random.below(10)) {
            switch random.below(3) {
            case 0: pauses(index)
            case 1: resumes(index)
            default: subscribes(index)
            }
        }
    }

    /// A line longer than the protocol allows.
    mutating func saysTooMuch(_ index: Int) {
        guard !people[index].closesItsSide, people[index].said.count < 20_000 else { return }
        let count = random.one(of: [4096, 4097, 5000, 9000])
        people[index].isMuttering = false
        people[index].said.append(contentsOf: repeatElement(UInt8(ascii: "z"), count: count))
        people[index].said.append(10)
        people[index].expected.append(
            Person.Expected(kind: .error("line-too-long", isFatal: true), id: 0, reload: reloads))
        demand.isDirty = true
        ready.append(index)
    }
}
