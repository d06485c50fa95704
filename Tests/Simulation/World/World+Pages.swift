import LinuxSystem
import TiltCore
import TiltDaemon

/// A page of memory: whose, and what it said last.
struct PageModel {
    let id: PageID
    /// `nil` before it was handed to anybody.
    var user: UInt32?
    var isEnded = false
    /// True once the daemon has let go of it; who has it keeps it, and who has yet to read of it, too.
    var isClosed = false
    var time: Int64 = .never
    /// When there was memory behind it, in nanoseconds of a loop that never stood still.
    let openedAt: Int64
}

extension PageModel {
    /// How late a page may be besides its own period, in nanoseconds: the distance of ticks while the device lies still, and that
    /// of those that only empty the sensor's ring.
    static let mostLate: Int64 = 130_000_000
    /// The longest wait for the first pose, in nanoseconds: ticks without a sensor are a second apart.
    static let longestWait: Int64 = 1_150_000_000
    /// How long a page tells of a turn of which nothing is said, in nanoseconds.
    static let longestTurn: Int64 = 310_000_000
}

/// Who reads a page instead of frames, and what the pages say.
extension World {
    // MARK: requests and answers

    mutating func maps(_ index: Int) {
        guard !random.oneIn(8) else {
            return say(
                index, "{\"type\":\"map\",\"rate_hz\":900,\(id(index))}",
                .error("out-of-range", isFatal: false))
        }
        let rate = random.one(of: [50.0, 1, 20, 100, 144, 200])
        let rests = random.oneIn(2)
        let when = rests ? ",\"when\":\"changed\"" : ""
        say(
            index, "{\"type\":\"map\",\"rate_hz\":\(rate)\(when),\(id(index))}", .maps(rate, rests: rests))
    }

    /// The answer that brings a page: from now on there are no frames.
    mutating func takePage(_ line: SocketLine, _ index: Int, isWhole: Bool) {
        guard let expected = request(of: line, index, takes: true) else { return }
        guard case .maps(let rate, let rests) = expected.kind else {
            return fail(.answeredOnce, "a page that nobody asked for: \(Session.excerpt(line.bytes))")
        }
        let person = people[index]
        people[index].togglesPending -= 1
        demand.isDirty = true
        guard let passed = person.passed.first, let page = pages.first(where: { $0.id == passed.page }) else {
            return fail(.pagesAreOnes, "person \(person.serial) is told of a page and gets none")
        }
        people[index].passed.removeFirst()
        guard page.user == person.user else {
            return fail(.pagesAreOnes, "user \(person.user) has the page of user \(page.user ?? 0)")
        }
        let told = line.number(of: "\"rate_hz\":") ?? 0
        if isWhole, !person.isDelayed, told < rate {
            fail(
                .pagesAreOnes, "person \(person.serial) asked for \(rate) Hz: \(Session.excerpt(line.bytes))")
        }
        if person.isDelayed { people[index].rateChangedAt = now }
        let wasSilent = person.isSilent
        // It may have gone away since, and lost it, though others of its user have kept it from its end.
        people[index].isPaused = false
        people[index].pageRate = person.awayAt >= passed.at || page.isEnded ? nil : rate
        people[index].pageRests = rests
        people[index].servedAt = max(lastDeadline, now)
        // Its neutral pose begins anew when it has frames again.
        people[index].jumpedAt = now
        noteSilence(of: index, before: wasSilent)
    }

    /// `map` is refused where there is no page, or the asker is away; nothing has changed.
    mutating func isRefusedPage(_ index: Int, _ code: String) {
        people[index].togglesPending -= 1
        people[index].rateChangedAt = now
        people[index].servedAt = max(lastDeadline, now)
        people[index].isPhaseUnsure = people[index].subscription.phase != nil
        demand.isDirty = true
        let isRight = code == "no-page" || (code == "not-permitted" && people[index].awayAt > .never)
        if !isRight { fail(.answeredOnce, "person \(people[index].serial): map is refused by \(code)") }
    }

    // MARK: effects

    mutating func carryOutForPages(_ effect: DaemonEffect) {
        switch effect {
        case .openPage(let id):
            spend(5_000, 60_000)
            if random.oneIn(8) {
                return tell(
                    .refusedPage(id, SystemError("memfd_create", errno: random.one(of: [24, 38, 12]))))
            }
            pages.append(PageModel(id: id, openedAt: now - stalled))
            tell(.openedPage(id))
        case .writePage(let id, let bytes): write(bytes, to: id)
        case .closePage(let id):
            guard let slot = pages.firstIndex(where: { $0.id == id && !$0.isClosed }) else {
                return fail(.pagesAreOnes, "page \(id.number) is closed and was not open")
            }
            if !pages[slot].isEnded, pages[slot].time > .never {
                fail(.pagesAreOnes, "page \(id.number) is closed and does not say so")
            }
            (pages[slot].isEnded, pages[slot].isClosed) = (true, true)
        case .sendPage(let connection, let bytes, let id):
            guard let slot = pages.firstIndex(where: { $0.id == id }), !pages[slot].isEnded,
                let index = place(of: connection)
            else { return fail(.pagesAreOnes, "page \(id.number) is handed out and has ended") }
            guard pages[slot].time > .never else {
                return fail(.pageIsTrue, "page \(id.number) is handed out, and nothing stands in it")
            }
            let user = people[index].user
            if let owner = pages[slot].user, owner != user {
                return fail(.pagesAreOnes, "user \(user) gets the page of user \(owner)")
            }
            pages[slot].user = user
            // It is there before the line that tells of it; what did not go out takes it along again.
            people[index].passed.append((id, now))
            let before = people[index].taking
            send(bytes, to: connection, onlyIfRead: false)
            guard let index = place(of: connection), people[index].taking == before else { return }
            people[index].passed.removeLast()
        default: return
        }
    }

    private mutating func write(_ bytes: OutputBytes, to id: PageID) {
        guard let slot = pages.firstIndex(where: { $0.id == id }), !pages[slot].isEnded else {
            return fail(.pagesAreOnes, "page \(id.number) is written after its end")
        }
        let start = Int(bytes.start)
        let output = core.output
        let page = output.bytes.withUnsafeBytes { all in
            PosePage(UnsafeRawBufferPointer(rebasing: all[start..<(start + Int(bytes.count))]))
        }
        guard let page else { return fail(.pageIsTrue, "page \(id.number) has other bytes than a page") }
        if page.flags.contains(.ended) {
            pages[slot].isEnded = true
            if page.motion.estimate != nil || page.up != .zero || page.rate != .zero || page.fade != 0 {
                fail(.pagesAreOnes, "page \(id.number) has ended and keeps its pose")
            }
            return
        }
        if let user = pages[slot].user, !people.contains(where: { mayRead($0, user) }) {
            return fail(.pagesAreOnes, "page \(id.number) is written, and nobody of user \(user) may read it")
        }
        judge(page, slot)
        pages[slot].time = page.time.nanoseconds
        pageTold = (page.time.nanoseconds, Int(page.state.number))
    }

    /// True where a page has still to begin, so that whoever has asked for one may have to wait for that.
    var awaitsPage: Bool { pages.contains { !$0.isEnded && $0.time == .never } }

    /// A page begins with the first tick that comes, and is handed out then.
    mutating func judgeBeginnings() {
        let late = pages.first {
            !$0.isEnded && $0.time == .never && now - stalled - $0.openedAt > PageModel.longestWait
        }
        if let late { fail(.answeredOnce, "page \(late.id.number) is there, and nothing stands in it") }
    }

    private func mayRead(_ person: Person, _ user: UInt32) -> Bool {
        person.user == user && person.isHere && !person.isAway
            && (person.pageRate != nil || person.togglesPending > 0)
    }

    private mutating func judge(_ page: PosePage, _ slot: Int) {
        let time = page.time.nanoseconds
        if time > now || time < pages[slot].time || page.target != page.time {
            return fail(.pageIsTrue, "a page of \(time), after \(pages[slot].time) and at \(now)")
        }
        guard page.flags.contains(.hasPose) else {
            if page.state == .tracking {
                fail(.pageIsTrue, "a page without a pose is \(page.state.rawValue)")
            }
            return
        }
        let coarse = page.motion.rounded()
        if abs(page.up.length - 1) > 1e-9 || coarse.estimate?.rate != page.rate || coarse.yaw != page.yaw
            || !(0...1).contains(page.fade) || !(0...1).contains(page.strength)
        {
            return fail(.pageIsTrue, "a page is not rounded as frames are: \(page)")
        }
        // Who carries a pose on that stands has it leap back each time.
        if open.contains(where: { $0.description.restsInSilence }) { turnToldAt = max(turnToldAt, time) }
        if page.rate != .zero, turnToldAt < time - PageModel.longestTurn {
            fail(.pageIsTrue, "a page of \(time) turns on, of which nothing was said since \(turnToldAt)")
        }
    }

    /// Every page says where the device is now, as often as somebody asked who certainly reads it.
    mutating func judgePages(_ deadline: Int64) {
        guard let sensor = open.first(where: { $0.isInUse && deadline - $0.newestInUse < 400_000_000 }) else {
            return
        }
        // Those whose deadlines have come, too, are served by wake-ups that follow at once.
        if isPlanned, let nextTick, nextTick <= now { return }
        for page in pages where !page.isEnded {
            var (period, since) = (Int64.max, Int64.never)
            for person in people where person.user == page.user && person.isHere && person.togglesPending == 0
            {
                // Who has not read all its answers may have been told that it is closed.
                guard person.owed == 0, !person.hasEnded, !person.passedEver else { continue }
                guard let rate = person.pageRate else { continue }
                (period, since) = (min(period, Int64(1e9 / rate)), max(since, person.servedAt))
            }
            let waited = deadline - max(page.time, sensor.shownFrom, since)
            if period < .max, waited > period + PageModel.mostLate {
                return fail(.pageIsTrue, "page \(page.id.number) is not written since \(waited) ns")
            }
        }
    }

    /// A frame of the tick that a page was written at says the same.
    mutating func judgePage(by frame: SocketLine.Frame) {
        guard let told = pageTold, told.time == frame.time, told.state != frame.state else { return }
        fail(.pageIsTrue, "a page says \(told.state) of \(told.time), and a frame \(frame.state)")
    }
}
