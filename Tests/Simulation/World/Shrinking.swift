/// Runs of worlds: from a seed, from a list of happenings, and from ever shorter ones that still break the same.
package enum Run {
    /// What came of a run.
    package struct Outcome {
        package var violation: Violation?
        package var happenings: [Happening]
        package var tally: Tally
    }

    /// Lets a seed's world live for so many happenings, or for so long in virtual time.
    package static func seed(
        _ seed: UInt64, steps: Int, people: Int, kind: World.Kind, until time: Int64 = .max
    ) -> Outcome {
        var world = World(seed: seed, kind: kind)
        var generator = Generator(seed: seed, people: people, kind: kind)
        var happenings: [Happening] = []
        happenings.reserveCapacity(min(steps, 1 << 16))
        let start = world.now
        while happenings.count < steps, world.broken == nil, world.now - start < time {
            let next = generator.next(world)
            happenings.append(next)
            world.perform(next)
        }
        var tally = world.tally
        tally.time = world.now - start
        return Outcome(violation: world.broken, happenings: happenings, tally: tally)
    }

    /// Lets the same happen again, with somebody to read along.
    package static func replay(
        _ seed: UInt64, kind: World.Kind, _ happenings: [Happening], trace: ((String) -> Void)? = nil
    ) -> Violation? {
        var world = World(seed: seed, kind: kind)
        world.trace = trace
        for happening in happenings where world.broken == nil { world.perform(happening) }
        if world.broken == nil, let last = happenings.last { world.advance(to: last.at + 3_000_000_000) }
        return world.broken
    }

    /// Leaves out what is not needed for the same invariant to break (delta debugging, Zeller 1999), within so many
    /// happenings in all.
    package static func shrunk(
        _ seed: UInt64, kind: World.Kind, _ happenings: [Happening], _ invariant: Invariant,
        budget: Int = 2_000_000
    ) -> [Happening] {
        var kept = happenings
        var left = budget
        var piece = max(1, kept.count / 2)
        while left > 0 {
            var start = 0
            var hasChanged = false
            while start < kept.count, left > 0 {
                var fewer = kept
                fewer.removeSubrange(start..<min(start + piece, kept.count))
                left -= fewer.count + 50
                if let violation = replay(seed, kind: kind, fewer), violation.invariant == invariant {
                    kept = Array(fewer.prefix(max(1, violation.step)))
                    hasChanged = true
                } else {
                    start += piece
                }
            }
            if piece == 1, !hasChanged { break }
            piece = max(1, min(piece / 2, kept.count / 2))
        }
        return kept
    }
}
