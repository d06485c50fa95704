import TiltDaemon

/// Draws what happens next, in swarms: the weights are drawn anew every so often, so that no event is always rare.
package struct Generator {
    private var random: SplitMix64
    /// Draws who sits in front, so that what else is drawn stays what it was.
    private var seats: SplitMix64?
    /// Draws who turns pictures.
    private var turns: SplitMix64?
    /// Draws who reads pages.
    private var maps: SplitMix64?
    /// Draws who asks for a page and more at once.
    private var hurries: SplitMix64?
    /// Draws when a device fails, and when everybody pauses for as long as closing it may take.
    private var faults: SplitMix64?
    /// Draws when the settings are changed.
    private var tunes: SplitMix64?
    /// Draws when everybody of one user wants ticks of their own.
    private var hoards: SplitMix64?
    /// Draws when a device comes while another has failed for long, and what is still to happen for that.
    private var failures: SplitMix64?
    private var plan: [(verb: Happening.Verb, who: Int32)] = []
    /// Draws who nags.
    private var nags: SplitMix64?
    /// Draws when the daemon is stopped, and amid what.
    private var halts: SplitMix64?
    /// True where somebody comes meanwhile.
    private let joins: Bool
    /// True where they ask meanwhile.
    private let asksAhead: Bool
    /// Draws when everybody pauses.
    private var dozes: SplitMix64?
    /// Draws what happens to one person at the worst moment, and to devices in a crossed world alone.
    private var crosses: SplitMix64?
    private static let verbs = Happening.Verb.allCases.filter {
        !own.contains($0)
    }
    /// Those that are drawn by generators of their own.
    private static let own: Set<Happening.Verb> = [
        .swapsSeats, .rotates, .maps, .nags, .harries, .contents, .swaps, .zeroes, .sickens, .claims,
        .hurries, .fails,
    ]
    private var weights = [Int](repeating: 0, count: verbs.count)
    private var total = 1
    private var left = 0
    /// The mean time between two happenings, in nanoseconds.
    private var pace: Int64 = 1_000_000
    private var crowd = 20
    private var serial: Int32 = 0
    private let isSteady: Bool
    /// True for a life in which thousands come, say half a line and leave.
    private let isThoroughfare: Bool
    private let most: Int

    /// A steady world has long hours with few events, for twenty subscribers that read.
    package init(seed: UInt64, people most: Int, kind: World.Kind) {
        random = SplitMix64(seed: seed ^ 0xD1CE)
        if kind.hasSeats { seats = SplitMix64(seed: seed ^ 0x5EA7) }
        if kind.hasTurns { turns = SplitMix64(seed: seed ^ 0x7074) }
        if kind.hasPages { maps = SplitMix64(seed: seed ^ 0x3A95) }
        if kind == .hasty { hurries = SplitMix64(seed: seed ^ 0x4A57) }
        if kind == .failing { faults = SplitMix64(seed: seed ^ 0xFA17) }
        if kind == .tuning { tunes = SplitMix64(seed: seed ^ 0x7BE5) }
        if kind == .hoarding { hoards = SplitMix64(seed: seed ^ 0x40A8) }
        if kind == .nagging { nags = SplitMix64(seed: seed ^ 0x4A65) }
        joins = kind == .joining
        asksAhead = kind.asksAhead(ofSeed: seed)
        if kind.isHalting { halts = SplitMix64(seed: seed ^ 0x4A17) }
        if kind == .dozing { dozes = SplitMix64(seed: seed ^ 0xD02E) }
        if kind == .crossed { crosses = SplitMix64(seed: seed ^ 0xC055) }
        if kind == .blind { failures = SplitMix64(seed: seed ^ 0xB11D) }
        isSteady = kind == .steady
        self.most = most
        if isSteady { crowd = most }
        isThoroughfare = random.oneIn(16)
    }

    /// The next happening in this world.
    package mutating func next(_ world: borrowing World) -> Happening {
        if let happening = swapSeats(world) ?? turn(world) ?? map(world) ?? nag(world) { return happening }
        if let happening = followPlan(world) ?? doze(world) ?? halt(world) ?? cross(world) {
            return happening
        }
        if let happening = hurry(world) ?? hoard(world) ?? tune(world) ?? err(world) { return happening }
        if left == 0 { draw() }
        left -= 1
        let at = world.now + random.time(1_000, 2 * pace)
        var dice = random.below(total)
        var index = 0
        while dice >= weights[index] {
            dice -= weights[index]
            index += 1
        }
        var verb = Self.verbs[index]
        if world.people.count < crowd, random.oneIn(3) { verb = .comes }
        if verb == .comes, world.people.count >= crowd { verb = .leaves }
        let who: Int32
        if verb == .comes {
            serial += 1
            who = serial
        } else if Self.people.contains(verb) {
            who = world.people.isEmpty ? 0 : world.people[random.below(world.people.count)].serial
        } else {
            who = Int32(world.devices.isEmpty ? 0 : random.below(world.devices.count))
        }
        return Happening(at: at, verb, who, seed: random.next() >> 32)
    }

    private mutating func swapSeats(_ world: borrowing World) -> Happening? {
        guard var own = seats else { return nil }
        defer { seats = own }
        guard own.oneIn(20) else { return nil }
        let at = world.now + own.time(1_000, 2 * pace)
        return Happening(at: at, .swapsSeats, own.one(of: [1000, 1001]), seed: own.next() >> 32)
    }

    private mutating func turn(_ world: borrowing World) -> Happening? {
        guard var own = turns, !world.people.isEmpty else { return nil }
        defer { turns = own }
        guard own.oneIn(20) else { return nil }
        let at = world.now + own.time(1_000, 2 * pace)
        let who = world.people[own.below(world.people.count)].serial
        return Happening(at: at, .rotates, who, seed: own.next() >> 32)
    }

    private mutating func map(_ world: borrowing World) -> Happening? {
        guard var own = maps, !world.people.isEmpty else { return nil }
        defer { maps = own }
        guard own.oneIn(8) else { return nil }
        let at = world.now + own.time(1_000, 2 * pace)
        let who = world.people[own.below(world.people.count)].serial
        return Happening(at: at, .maps, who, seed: own.next() >> 32)
    }

    /// What is planned, a millisecond later at most.
    private mutating func nextPlanned(_ world: borrowing World, _ own: inout SplitMix64) -> Happening? {
        guard !plan.isEmpty else { return nil }
        let next = plan.removeFirst()
        return Happening(
            at: world.now + own.time(1_000, 1_000_000), next.verb, next.who, seed: own.next() >> 32)
    }

    /// One reads nothing any more, and asks for a page and more at once until its socket is full, where one answer is the first
    /// that does not go out.
    private mutating func hurry(_ world: borrowing World) -> Happening? {
        guard var own = hurries, !world.people.isEmpty else { return nil }
        defer { hurries = own }
        if plan.isEmpty, own.oneIn(60) {
            let who = own.one(of: world.people).serial
            plan = [(.maps, who), (.waits, 0), (.stalls, who)]
            plan += repeatElement((.hurries, who), count: 2 + own.below(20))
            plan += [(.reads, who), (.reads, who)]
        }
        return nextPlanned(world, &own)
    }

    /// A device fails, or nobody wants it until it is being closed.
    private mutating func err(_ world: borrowing World) -> Happening? {
        guard var own = faults else { return nil }
        defer { faults = own }
        if plan.isEmpty, own.oneIn(40) {
            let device = Int32(own.below(max(1, world.devices.count)))
            switch own.below(4) {
            case 0:
                for person in world.people { plan.append((.pauses, person.serial)) }
                plan.append((.waits, 0))
                for person in world.people { plan.append((.resumes, person.serial)) }
            case 1: plan = [(.breaks, device), (.exchanges, device), (.waits, 0), (.mends, device)]
            case 2: plan = [(.plugs, device), (.sickens, device), (.silences, device), (.waits, 0)]
            default: plan = [(.plugs, device), (.mends, device), (.waits, 0), (.fails, device)]
            }
        }
        return nextPlanned(world, &own)
    }

    private mutating func tune(_ world: borrowing World) -> Happening? {
        guard var own = tunes else { return nil }
        defer { tunes = own }
        guard own.oneIn(40) else { return nil }
        let at = world.now + own.time(1_000, 2 * pace)
        return Happening(at: at, .reloads, 0, seed: own.next() >> 32)
    }

    /// All of the user who wants all the deadlines ask for ticks of their own, one behind the other.
    private mutating func hoard(_ world: borrowing World) -> Happening? {
        guard var own = hoards else { return nil }
        defer { hoards = own }
        if plan.isEmpty, own.oneIn(60) {
            for person in world.people where person.user == 1000 {
                plan += [(.resumes, person.serial), (.claims, person.serial)]
            }
        }
        return nextPlanned(world, &own)
    }

    /// The same again and again: one asks and reads no answer, for as long as that fills any socket, or moves its ticks
    /// before each; a device comes and goes, and one does not read of it; the machine sleeps; everybody pauses.
    private mutating func nag(_ world: borrowing World) -> Happening? {
        guard var own = nags, !world.people.isEmpty else { return nil }
        defer { nags = own }
        if plan.isEmpty, own.oneIn(300) {
            let person = own.one(of: world.people)
            switch own.below(6) {
            case 0, 1: plan = [(.stalls, person.serial)] + repeatElement((.nags, person.serial), count: 20)
            case 2:
                let who = own.one(of: world.people.filter { $0.isListening && $0.isReading } + [person])
                    .serial
                plan = [(Happening.Verb, Int32)](repeating: (.harries, who), count: 50)
            case 3:
                plan = [(.stalls, person.serial)]
                let device = Int32(own.below(max(1, world.devices.count)))
                for _ in 0..<150 { plan += [(.unplugs, device), (.plugs, device)] }
            case 4:
                for number in 0..<Int32(world.devices.count) { plan.append((.plugs, number)) }
                for _ in 0..<8 { plan += [(.waits, 0), (.sleeps, 0)] }
            default: plan = dozing(world, for: 12, &own)
            }
        }
        guard !plan.isEmpty else { return nil }
        let next = plan.removeFirst()
        let pause: Int64 =
            switch next.verb {
            case .harries: own.time(20_000_000, 60_000_000)
            case .nags, .plugs, .unplugs: 1_100_000_000
            default: 1_000
            }
        return Happening(at: world.now + pause, next.verb, next.who, seed: own.next() >> 32)
    }

    /// All devices but one are gone, that one fails for a while, and another comes.
    private mutating func followPlan(_ world: borrowing World) -> Happening? {
        guard var own = failures, world.devices.count > 1 else { return nil }
        defer { failures = own }
        if plan.isEmpty, own.oneIn(400) {
            let count = Int32(world.devices.count)
            let failing = Int32(own.below(Int(count)))
            for number in 0..<count { plan.append((.unplugs, number)) }
            let verb = own.oneIn(2) ? Happening.Verb.silences : .breaks
            plan += [(.plugs, failing), (verb, failing), (.waits, 0), (.waits, 0)]
            plan += [(.plugs, (failing + 1) % count), (.waits, 0)]
        }
        guard !plan.isEmpty else { return nil }
        let next = plan.removeFirst()
        return Happening(at: world.now + 1_000, next.verb, next.who, seed: own.next() >> 32)
    }

    /// Everybody pauses until nothing ticks any more, with a sensor or without, and is back beside a halt.
    private mutating func doze(_ world: borrowing World) -> Happening? {
        guard var own = dozes, !world.people.isEmpty else { return nil }
        defer { dozes = own }
        if plan.isEmpty, own.oneIn(60) { plan = dozing(world, for: 1, &own) }
        guard !plan.isEmpty else { return nil }
        let next = plan.removeFirst()
        return Happening(at: world.now + 1_000, next.verb, next.who, seed: own.next() >> 32)
    }

    private func dozing(
        _ world: borrowing World, for waits: Int, _ own: inout SplitMix64
    ) -> [(verb: Happening.Verb, who: Int32)] {
        var plan: [(verb: Happening.Verb, who: Int32)] = []
        if !own.oneIn(4) {
            for number in 0..<Int32(world.devices.count) { plan.append((.unplugs, number)) }
            plan.append((.waits, 0))
        }
        for index in world.people.indices { plan.append((.pauses, world.people[index].serial)) }
        plan += repeatElement((.waits, 0), count: waits)
        for index in world.people.indices { plan.append((.resumes, world.people[index].serial)) }
        return plan + [(.pausesProcess, 0), (.waits, 0)]
    }

    /// What changes whose ticks there are comes within moments, and the daemon is stopped before all of it has come to it.
    private mutating func halt(_ world: borrowing World) -> Happening? {
        guard var own = halts, !world.people.isEmpty else { return nil }
        defer { halts = own }
        if plan.isEmpty, asksAhead, own.oneIn(50) {
            let readers = world.people.filter { $0.isListening && $0.isReading } + [own.one(of: world.people)]
            for number in 0..<Int32(world.devices.count) { plan.append((.plugs, number)) }
            plan += [(.waits, 0), (.pausesProcess, 0)]
            // Who has no frames from then on has missed those before, and is told with the next.
            let paused = own.one(of: readers).serial
            plan.append((.pauses, paused))
            for _ in 0...own.below(3) { plan.append((.subscribes, own.one(of: readers).serial)) }
            plan += [(.waits, 0), (.resumes, paused), (.waits, 0)]
        } else if plan.isEmpty, own.oneIn(joins ? 8 : 40) {
            // Who has asked for nothing lately is judged by every frame.
            plan.append((.waits, 0))
            if joins {
                if own.oneIn(4) {
                    for number in 0..<Int32(world.devices.count) { plan.append((.unplugs, number)) }
                    plan.append((.waits, 0))
                }
                plan.append((.pausesProcess, 0))
            }
            let before = plan.count
            for _ in 0...own.below(3) {
                let verb = own.one(of: joins ? Self.changingAtOnce : Self.changing)
                let who = world.people[own.below(world.people.count)].serial
                plan.append((verb, verb == .swapsSeats ? own.one(of: [1000, 1001]) : who))
            }
            if joins {
                serial += 1
                plan.insert((.comes, serial), at: before + own.below(plan.count - before + 1))
            } else {
                plan.insert((.pausesProcess, 0), at: 1 + own.below(plan.count))
            }
            plan.append((.waits, 0))
        }
        guard !plan.isEmpty else { return nil }
        let next = plan.removeFirst()
        return Happening(
            at: world.now + own.time(1_000, 100_000), next.verb, next.who, seed: own.next() >> 32)
    }

    /// What changes whose ticks there are.
    private static let changing: [Happening.Verb] = [
        .subscribes, .subscribes, .contents, .leaves, .pauses, .resumes, .swapsSeats, .reloads, .reloads,
    ]

    /// Those of them that a stalled daemon may find before its timer; somebody comes beside them.
    private static let changingAtOnce: [Happening.Verb] = [
        .subscribes, .subscribes, .leaves, .leaves, .leaves, .pauses, .resumes, .swapsSeats, .reloads,
    ]

    /// One person goes through what may be told of it at its worst, or a device does what it does here alone.
    private mutating func cross(_ world: borrowing World) -> Happening? {
        guard var own = crosses else { return nil }
        defer { crosses = own }
        if plan.isEmpty, !world.people.isEmpty, own.oneIn(60) {
            // Whoever may go away, rather than others.
            let present = own.oneIn(4) ? [] : world.people.filter { $0.standing == .present }
            let person = own.one(of: present.isEmpty ? world.people : present)
            let user: Int32 = person.user == 1001 ? 1001 : 1000
            switch own.below(5) {
            case 0: plan = Self.away(person.serial, user)
            case 1: for person in world.people { plan.append((.contents, person.serial)) }
            case 2:
                plan = [(.mutters, person.serial), (.halfCloses, person.serial), (.stalls, person.serial)]
            case 3:
                plan = [(.reloads, 0), (own.oneIn(4) ? .stops : .recordingStalls, 0), (.recordingFails, 0)]
            default:
                for _ in 0..<(3 + own.below(8)) {
                    let verb = own.one(of: Self.worst)
                    plan.append((verb, verb == .swapsSeats ? user : person.serial))
                }
            }
            if own.oneIn(4) { plan.removeLast(own.below(plan.count)) }
        }
        if plan.isEmpty, !world.devices.isEmpty, own.oneIn(80) {
            plan = [(own.one(of: [.swaps, .zeroes, .sickens]), Int32(own.below(world.devices.count)))]
        }
        guard !plan.isEmpty else { return nil }
        let next = plan.removeFirst()
        let at = world.now + own.time(1_000, own.one(of: [2_000, 20_000_000, 1_000_000_000]))
        return Happening(at: at, next.verb, next.who, seed: own.next() >> 32)
    }

    /// One that has paused is to have a page, and its user goes away before that has gone out, and is back.
    private static func away(_ who: Int32, _ user: Int32) -> [(verb: Happening.Verb, who: Int32)] {
        [
            (.stalls, who), (.resumes, who), (.waits, 0), (.pauses, who), (.maps, who), (.swapsSeats, user),
            (.reads, who), (.swapsSeats, user), (.waits, 0),
        ]
    }

    /// What may befall who reads frames or a page.
    private static let worst: [Happening.Verb] = [
        .pauses, .resumes, .maps, .rotates, .subscribes, .contents, .asks, .recentres, .swapsSeats,
        .swapsSeats,
        .reloads, .sleeps, .pausesProcess, .stalls, .reads, .urgent,
    ]

    private static let people: Set<Happening.Verb> = [
        .comes, .leaves, .subscribes, .recentres, .pauses, .resumes, .asks, .errs, .floods, .babbles,
        .saysTooMuch,
        .halfCloses, .stalls, .reads, .passesDescriptors, .toggles, .storms, .mutters,
    ]
    /// What those do who only come, say half a line and leave.
    private static let passersBy: Set<Happening.Verb> = [.comes, .leaves, .mutters]

    private mutating func draw() {
        left = isSteady ? 2_000 : 500 + random.below(3_000)
        for (index, verb) in Self.verbs.enumerated() {
            weights[index] = random.below(4) * random.below(30)
            switch verb {
            case .stops, .floods, .saysTooMuch, .storms: weights[index] /= 8
            case .waits: weights[index] = weights[index] / 4 + 1
            case .pausesProcess, .sleeps, .recordingFails, .recordingStalls: weights[index] /= 4
            default: break
            }
        }
        if isSteady {
            for (index, verb) in Self.verbs.enumerated() {
                weights[index] = Self.people.contains(verb) && verb != .stalls && verb != .pauses ? 1 : 0
            }
            pace = 2_000_000_000
        } else {
            pace = random.one(of: [20_000, 200_000, 2_000_000, 20_000_000, 100_000_000])
            crowd = random.oneIn(12) ? 1 + random.below(most) : 1 + random.below(min(most, 8))
            if hoards != nil { crowd = max(crowd, min(most, 8)) }
            if isThoroughfare || random.oneIn(12) {
                for (index, verb) in Self.verbs.enumerated() {
                    weights[index] = Self.passersBy.contains(verb) ? 40 : weights[index] / 40
                }
            }
        }
        total = max(1, weights.reduce(0, +))
        if total == 1 { weights[0] = 1 }
    }
}
