import TiltCore

/// The subscribers whose ticks fall at instants of their own, and when the next of each does.
///
/// Everybody has deadlines of its own, at the rate and the phase that its `ok` names, each to the nearest nanosecond; its
/// frame is that of the first wake-up which is not more than ``sharing`` before, and so may be true for an instant that is
/// earlier than the deadline by as much. Those of one rate that lie within that of each other are one *grid*: their
/// deadlines always share a wake-up, and so it is grids that are counted and limited. All that a wake-up costs here is a
/// walk over an array of at most as many entries as there are subscribers with a phase.
struct Phases {
    /// Deadlines as near as this share a wake-up, in nanoseconds: 250 µs.
    static let sharing: Int64 = 250_000
    /// Rates that differ by no more than this share are one: two fits of one display's rate never agree in every digit.
    ///
    /// Who joins a grid has its rate from then on, and its own phase drifts by 20 µs a second at most; it asks again.
    static let sameRate = 2e-5
    /// The most grids of one user.
    static let mostOfUser = 8
    /// The most deadlines a second of all grids together.
    static let mostDeadlines = 1000.0
    /// The same of those that one user is in: half, so that nobody alone takes them all.
    static let mostDeadlinesOfUser = 500.0
    /// The shortest period that can be asked for, in nanoseconds: what is less late has missed nothing.
    static let shortestPeriod = Int64(1e9 / Subscription.rates.upperBound)

    /// A subscriber's own instants.
    private struct Entry {
        /// Its place in ``Serving/subscribers``.
        let place: Int
        /// `nil` where nobody knows which.
        let user: UInt32?
        let ticks: TickGrid
        /// The grid that it belongs to, and how far it is off that one's instants, in nanoseconds.
        let grid: Int
        let offset: Int64
        /// The number of its next deadline, and when that is, in nanoseconds.
        var index: Int64
        var next: Int64
    }

    /// Ticks of one rate that share their wake-ups.
    private struct Grid {
        /// Those of its first member, which may have gone since.
        var ticks: TickGrid
        /// Where its members lie around them, in nanoseconds.
        var lowest: Int64 = 0
        var highest: Int64 = 0
        /// 0 for one that is free to be another.
        var members = 0

        /// True where the rate of others counts as this one's.
        func hasRate(of others: TickGrid) -> Bool {
            (others.rateHz - ticks.rateHz).magnitude <= Phases.sameRate * ticks.rateHz
        }

        /// The ticks of somebody who joins: where its own are at `now`, in nanoseconds, and of this one's rate.
        func joined(by others: TickGrid, at now: Int64) -> TickGrid {
            guard others.rateHz != ticks.rateHz else { return others }
            return TickGrid(phase: others.nearest(to: now), rateHz: ticks.rateHz)
        }
    }

    private var entries: [Entry] = []
    private var grids: [Grid] = []
    /// The earliest deadline of all, in nanoseconds; far in the future where there is none.
    private(set) var earliest = Int64.max
    /// Those whose turn it is, by their places, with the deadlines that are their own.
    private(set) var due: [(place: Int, deadline: Int64)] = []
    /// Those that have missed deadlines, by their places, and how many.
    private(set) var missing: [(place: Int, count: Int64)] = []

    /// True where nobody has a phase.
    var isEmpty: Bool { entries.isEmpty }

    /// Deadlines a second of all grids together.
    var deadlinesPerSecond: Double {
        grids.reduce(0) { $1.members > 0 ? $0 + $1.ticks.rateHz : $0 }
    }

    // MARK: coming and going

    /// Gives the subscriber at `place` the ticks that it `asked` for, those of a grid that they belong to, or the nearest of
    /// that rate where there are as many grids as there may be; those that it has now, or `nil` where it is to share
    /// everybody's.
    ///
    /// Its first deadline is the first of them at or after `start`. Where that is later than `latest` there is one more, in
    /// between and at once: who asks again and again must not put its own frames off. All in nanoseconds. It must not have
    /// any already.
    mutating func enter(
        _ place: Int, of user: UInt32?, asked: TickGrid, from start: Int64, by latest: Int64, at now: Int64
    ) -> TickGrid? {
        var ticks = asked
        guard let grid = room(for: &ticks, of: user, at: now) else { return nil }
        let offset = grids[grid].ticks.offset(of: ticks.phase)
        grids[grid].lowest = min(grids[grid].lowest, offset)
        grids[grid].highest = max(grids[grid].highest, offset)
        grids[grid].members += 1
        var index = ticks.index(after: start - 1)
        var next = ticks.instant(index)
        if next > latest {
            next = max(start, now)
            index = ticks.index(after: next + Int64(0.5e9 / ticks.rateHz)) - 1
        }
        entries.append(
            Entry(
                place: place, user: user, ticks: ticks, grid: grid, offset: offset, index: index, next: next))
        earliest = min(earliest, next)
        return ticks
    }

    /// The subscriber at `place` has no phase any more; the deadline that it would have had next, in nanoseconds, or `nil`
    /// where it had no phase.
    @discardableResult
    mutating func leave(_ place: Int) -> Int64? {
        guard let index = entries.firstIndex(where: { $0.place == place }) else { return nil }
        let (grid, next) = (entries[index].grid, entries[index].next)
        entries.swapAt(index, entries.count - 1)
        entries.removeLast()
        grids[grid].members -= 1
        grids[grid].lowest = .max
        grids[grid].highest = .min
        for entry in entries where entry.grid == grid {
            grids[grid].lowest = min(grids[grid].lowest, entry.offset)
            grids[grid].highest = max(grids[grid].highest, entry.offset)
        }
        findEarliest()
        return next
    }

    /// The grid that `ticks` belong to at `now`, in nanoseconds, made where there is room for it; otherwise that of the
    /// nearest of their rate that somebody has, and `ticks` are those.
    private mutating func room(for ticks: inout TickGrid, of user: UInt32?, at now: Int64) -> Int? {
        for grid in grids.indices where grids[grid].members > 0 && grids[grid].hasRate(of: ticks) {
            let joined = grids[grid].joined(by: ticks, at: now)
            let offset = grids[grid].ticks.offset(of: joined.phase)
            if max(grids[grid].highest, offset) - min(grids[grid].lowest, offset) <= Self.sharing {
                ticks = joined
                return grid
            }
        }
        if hasRoom(for: ticks.rateHz, of: user) {
            let new = Grid(ticks: ticks)
            guard let free = grids.firstIndex(where: { $0.members == 0 }) else {
                grids.append(new)
                return grids.count - 1
            }
            grids[free] = new
            return free
        }
        return join(&ticks, at: now)
    }

    /// The grid of whoever has ticks of that rate nearest to `ticks` at `now`, in nanoseconds, which become the same.
    ///
    /// Of all who have any: those of one grid lie up to ``sharing`` apart, and its first member may have gone.
    private func join(_ ticks: inout TickGrid, at now: Int64) -> Int? {
        var nearest: (entry: Entry, joined: TickGrid, distance: UInt64)?
        for entry in entries where grids[entry.grid].hasRate(of: ticks) {
            let joined = grids[entry.grid].joined(by: ticks, at: now)
            let distance = entry.ticks.offset(of: joined.phase).magnitude
            if nearest.map({ distance < $0.distance }) ?? true { nearest = (entry, joined, distance) }
        }
        guard let nearest else { return nil }
        let phase = nearest.entry.ticks.nearest(to: nearest.joined.phase)
        ticks = TickGrid(phase: phase, rateHz: nearest.joined.rateHz)
        return nearest.entry.grid
    }

    /// True where another grid of such a rate, in Hz, may be made for a user.
    private func hasRoom(for rateHz: Double, of user: UInt32?) -> Bool {
        var isIn = [Bool](repeating: false, count: grids.count)
        for entry in entries where entry.user == user { isIn[entry.grid] = true }
        let own = grids.indices.filter { isIn[$0] }
        return own.count < Self.mostOfUser
            && own.reduce(rateHz) { $0 + grids[$1].ticks.rateHz } <= Self.mostDeadlinesOfUser
            && deadlinesPerSecond + rateHz <= Self.mostDeadlines
    }

    // MARK: time

    /// Fills ``due`` with those whose deadline is at or before an instant, in nanoseconds, and moves them on.
    mutating func takeDue(upTo last: Int64) {
        due.removeAll(keepingCapacity: true)
        guard earliest <= last else { return }
        earliest = .max
        for index in entries.indices {
            if entries[index].next <= last {
                due.append((entries[index].place, entries[index].next))
                entries[index].index += 1
                entries[index].next = entries[index].ticks.instant(entries[index].index)
            }
            earliest = min(earliest, entries[index].next)
        }
    }

    /// Fills ``due`` with nobody.
    mutating func takeNobody() { due.removeAll(keepingCapacity: true) }

    /// Leaves out deadlines behind which another has come already, at `now` in nanoseconds; how many of grids those were.
    ///
    /// Fills ``missing`` with those whose they were.
    mutating func skip(to now: Int64) -> Int64 {
        missing.removeAll(keepingCapacity: true)
        var missed = [Int64](repeating: 0, count: grids.count)
        for index in entries.indices {
            let newest = entries[index].ticks.index(atOrBefore: now)
            let count = newest - entries[index].index
            guard count > 0 else { continue }
            entries[index].index = newest
            entries[index].next = entries[index].ticks.instant(newest)
            missed[entries[index].grid] = max(missed[entries[index].grid], count)
            missing.append((entries[index].place, count))
        }
        findEarliest()
        return missed.reduce(0, +)
    }

    /// Goes on with the first deadlines after `time`, in nanoseconds: those before were nobody's.
    mutating func restart(after time: Int64) {
        for index in entries.indices where entries[index].next <= time {
            entries[index].index = entries[index].ticks.index(after: time)
            entries[index].next = entries[index].ticks.instant(entries[index].index)
        }
        findEarliest()
    }

    private mutating func findEarliest() {
        earliest = entries.reduce(.max) { min($0, $1.next) }
    }
}
