/// One thing that happens in the world, from outside: all that a session is made of, ticks left out.
///
/// Whatever else is drawn while it happens comes from its own seed, so that a session stays the same where others are
/// left out.
package struct Happening: Equatable, Sendable {
    /// When, in nanoseconds; later where the loop is busy.
    package var at: Int64
    package var verb: Verb
    /// The serial number of the person, the number of the device, or the user.
    package var who: Int32
    package var seed: UInt64

    package enum Verb: String, CaseIterable, Sendable {
        // People.
        case comes, leaves, subscribes, recentres, pauses, resumes, asks, errs, floods
        case babbles, saysTooMuch, halfCloses, stalls, reads, passesDescriptors, toggles, storms, mutters
        // Devices.
        case plugs, unplugs, silences, speaks, breaks, mends, steals, givesBack, changesRate, exchanges, jumps
        case hotplugNoise, urgent
        // The daemon's machine.
        case reloads, stops, pausesProcess, sleeps, recordingFails, recordingStalls, weather
        /// Nothing happens for a while, in which what was promised has to come.
        case waits
        // Users, drawn beside all of this.
        /// One sits in front, or no more.
        case swapsSeats
        // A person, drawn beside all of this, too.
        case rotates
        // The same.
        case maps, nags
        /// It asks for other ticks before it has had any of the last.
        case harries
        /// It wants to know of changes alone.
        case contents
        // Devices of a crossed world: one is another behind the daemon's back, reads zeros, or fails when it is asked.
        case swaps, zeroes, sickens
        // A person: it asks for 200 ticks of its own a second, or for a page and something else at once.
        case claims, hurries
        /// What is open of a device cannot be read any more.
        case fails
    }

    package init(at: Int64, _ verb: Verb, _ who: Int32, seed: UInt64) {
        self.at = at
        self.verb = verb
        self.who = who
        self.seed = seed
    }
}

extension Happening: CustomStringConvertible {
    /// A line of a session: time in seconds, who, what, and the seed of what is drawn meanwhile.
    package var description: String {
        let digits = String(at % 1_000_000_000)
        let fraction = String(repeating: "0", count: 9 - digits.count) + digits
        return
            "\(at / 1_000_000_000).\(fraction)  \(whose)\(who)  \(verb.rawValue)  #\(String(seed, radix: 16))"
    }

    /// Reads a line as ``description`` writes it; `nil` where it is none.
    package init?(parsing line: some StringProtocol) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 4, let verb = Verb(rawValue: String(parts[2])),
            let who = Int32(parts[1].drop { !$0.isNumber }), parts[3].first == "#",
            let seed = UInt64(parts[3].dropFirst(), radix: 16)
        else { return nil }
        let time = parts[0].split(separator: ".")
        guard time.count == 2, time[1].count == 9, let seconds = Int64(time[0]), let rest = Int64(time[1])
        else { return nil }
        self.init(at: seconds * 1_000_000_000 + rest, verb, who, seed: seed)
    }

    private var whose: String {
        switch verb {
        case .comes, .leaves, .subscribes, .recentres, .pauses, .resumes, .asks, .errs, .floods, .babbles,
            .saysTooMuch, .halfCloses, .stalls, .reads, .passesDescriptors, .toggles, .storms, .mutters,
            .rotates, .maps, .nags, .harries, .contents, .claims, .hurries:
            "person"
        case .plugs, .unplugs, .silences, .speaks, .breaks, .mends, .steals, .givesBack, .changesRate,
            .exchanges,
            .jumps, .hotplugNoise, .urgent, .swaps, .zeroes, .sickens, .fails:
            "device"
        case .reloads, .stops, .pausesProcess, .sleeps, .recordingFails, .recordingStalls, .weather, .waits:
            "machine"
        case .swapsSeats: "user"
        }
    }
}
