extension World {
    /// What a world is like.
    package enum Kind: String, Sendable {
        case world
        /// There is a sensor in it, and few things happen.
        case steady
        /// Some are served only while their user sits in front.
        case seated
        /// Looks at the devices take their time.
        case looking
        /// Nothing tells of devices, and some come while others have failed for long.
        case blind
        /// One user wants all the deadlines, and nobody else has any.
        case greedy
        /// The same, and nearly everybody is that user.
        case hoarding
        /// Pictures are turned, and some follow.
        case turning
        /// Some read pages instead of frames.
        case mapping
        /// The same, and some ask for a page and for something else at once.
        case hasty
        /// Some ask, second after second, and read no answer.
        case nagging
        /// Now and then the daemon is stopped amid what changes the ticks.
        case halting
        /// Now and then the daemon is stopped, with a sensor or without, and somebody comes meanwhile.
        case joining
        /// Now and then everybody pauses until the daemon idles.
        case dozing
        /// Seats, turns and pages beside phases, some with looks that take their time, and devices that fail in more ways.
        case crossed
        /// The settings are changed time and again, any key of the table.
        case tuning
        /// Devices and the log fail in every way, and closing a device takes up to half a minute.
        case failing
        /// The sensor is another machine's, whose poses bring ticks about.
        case remote

        /// Some are served only while their user sits in front.
        var hasSeats: Bool { self == .seated || self == .tuning || self == .failing || hasPages || isHalting }
        /// Some read pages.
        var hasPages: Bool { self == .mapping || self == .hasty || self == .crossed }
        /// One user wants all the deadlines.
        var isGreedy: Bool { self == .greedy || self == .hoarding }
        /// Pictures are turned.
        var hasTurns: Bool { self == .turning || self == .tuning || self == .crossed || isHalting }
        /// The daemon is stopped amid what happens.
        var isHalting: Bool { self == .halting || self == .joining }

        /// In one of two of those where somebody joins, what people ask is done before ticks that are overdue.
        func asksAhead(ofSeed seed: UInt64) -> Bool { self == .joining && seed % 64 == 40 }

        /// One world of four is seated, in one of eight looks take their time, one of eight is blind, in one of eight and in
        /// some with phases pictures are turned, and of those with phases one of four is greedy, every other of which hoards; in
        /// one of sixteen some read pages, in one of 32 in haste, in one of 64 some nag, in another one of 64 the daemon is halted, in one of 32 somebody joins then, and in
        /// another one of 32 everybody dozes; in another one of 32 the settings are tuned, in yet another one everything
        /// fails; one of sixteen is crossed, and in one of 32 the sensor is a remote one.
        package init(ofSeed seed: UInt64) {
            self =
                switch seed % 8 {
                case 0 where seed % 32 == 8: .joining
                case 6 where seed % 32 == 6: .hasty
                case 6 where seed % 32 == 22: .tuning
                case 6 where seed % 32 == 30: .failing
                case 2, 6: .seated
                case 3: .looking
                case 7: .blind
                case 5: .turning
                case 0 where seed % 16 == 8: .turning
                case 0 where seed % 64 == 16: .nagging
                case 0 where seed % 64 == 48: .halting
                case 0 where seed % 32 == 0: .dozing
                case 1 where seed % 16 == 9: .mapping
                case 1 where seed % 32 == 17: .remote
                case 4 where seed % 32 == 28: .hoarding
                case 4 where seed % 16 == 12: .greedy
                case 4: .crossed
                default: .world
                }
        }
    }
}
