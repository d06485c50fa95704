import TiltCore

/// A page of memory with the newest pose, by its number; never used twice.
package struct PageID: Hashable, Sendable {
    package var number: UInt32

    package init(number: UInt32) { self.number = number }
}

/// The pages of poses, one for each user of whom somebody reads one, and when each is written.
///
/// Memory that was mapped cannot be taken back: whoever has it goes on to see what is written there. So users share none,
/// and a page ends with the last connection of its user that may read it; who comes later gets another.
struct PosePages {
    /// A user's page: whose, how fast, and when next.
    struct Page {
        let id: PageID
        let user: UInt32
        /// What its readers have asked for, each once with how many ask for it.
        fileprivate var demands: [(demand: PageDemand, readers: Int)] = []
        fileprivate var nextDue: Int64?
        /// True once there is memory behind it.
        var isOpen = false
        /// True once it says anything.
        fileprivate(set) var hasBegun = false

        init(id: PageID, user: UInt32) {
            self.id = id
            self.user = user
        }

        /// How often it is written, in Hz: as the fastest of its readers asks.
        var rateHz: Double { demands.reduce(0) { max($0, $1.demand.rateHz) } }

        /// True where all of its readers are content with slow ticks while the device lies still.
        var mayRest: Bool { demands.allSatisfy { $0.demand.when == .changed } }

        fileprivate mutating func add(_ demand: PageDemand) {
            guard let index = demands.firstIndex(where: { $0.demand == demand }) else {
                return demands.append((demand, 1))
            }
            demands[index].readers += 1
        }

        fileprivate mutating func remove(_ demand: PageDemand) {
            guard let index = demands.firstIndex(where: { $0.demand == demand }) else { return }
            demands[index].readers -= 1
            if demands[index].readers == 0 { demands.remove(at: index) }
        }
    }

    private(set) var all: [Page] = []
    private var newest: UInt32 = 0
    /// When a page was written last.
    var lastWritten = Timestamp(nanoseconds: 0)
    /// True where the sensor has a gyroscope.
    var hasGyroscope = false
    /// What tells whether the shadow lies still, as the daemon's defaults see it.
    var stillness: ShadowMapper

    init(_ defaults: ShadowMapper.Options) { stillness = ShadowMapper(defaults) }

    /// How often the fastest of them is written, in Hz; `nil` where there is none.
    var fastest: Double? { all.isEmpty ? nil : all.reduce(0) { max($0, $1.rateHz) } }

    /// True where slow ticks will do for all of them while the device lies still.
    var mayRest: Bool { all.allSatisfy { $0.mayRest } }

    /// The place of a user's page in ``all``.
    func place(of user: UInt32?) -> Int? { all.firstIndex { $0.user == user } }

    /// A user's connection wants its page written so from now on; the page where it is a new one.
    mutating func join(_ user: UInt32, _ demand: PageDemand) -> PageID? {
        if let place = place(of: user) {
            all[place].add(demand)
            all[place].nextDue = nil
            return nil
        }
        newest &+= 1
        var page = Page(id: PageID(number: newest), user: user)
        page.add(demand)
        all.append(page)
        return page.id
    }

    /// A user's connection that wanted its page written so reads it no more; the page where nobody else does.
    mutating func leave(_ user: UInt32?, _ demand: PageDemand) -> Page? {
        guard let place = place(of: user) else { return nil }
        all[place].remove(demand)
        return all[place].demands.isEmpty ? all.remove(at: place) : nil
    }

    /// There is memory behind a page; false where nobody waits for it any more.
    mutating func open(_ id: PageID) -> Bool {
        guard let place = all.firstIndex(where: { $0.id == id }) else { return false }
        all[place].isOpen = true
        return true
    }

    /// True, once, where the page at `place` is to be written for the first time.
    mutating func begin(_ place: Int) -> Bool {
        guard all[place].isOpen, !all[place].hasBegun else { return false }
        all[place].hasBegun = true
        return true
    }

    /// True where the page at `place` is to be written at a tick that all share.
    mutating func isDue(_ place: Int, at deadline: Int64) -> Bool {
        guard all[place].isOpen else { return false }
        return SharedTicks.isDue(
            &all[place].nextDue, at: deadline, period: SharedTicks.framePeriod(all[place].rateHz))
    }

    #if !hasFeature(Embedded)
        /// The ticks that all share come so much later, in nanoseconds.
        mutating func moveTurns(by distance: Int64) {
            for place in all.indices { all[place].nextDue = all[place].nextDue.map { $0 + distance } }
        }
    #endif

    /// Nobody reads any more; those there were.
    mutating func removeAll() -> [Page] {
        defer { all = [] }
        return all
    }
}
