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
        /// What its readers have asked for, in Hz, each rate once with how many ask for it.
        fileprivate var rates: [(rateHz: Double, readers: Int)] = []
        fileprivate var nextDue: Int64?
        /// True once there is memory behind it.
        var isOpen = false

        init(id: PageID, user: UInt32) {
            self.id = id
            self.user = user
        }

        /// How often it is written, in Hz: as the fastest of its readers asks.
        var rateHz: Double { rates.reduce(0) { max($0, $1.rateHz) } }

        fileprivate mutating func add(_ rateHz: Double) {
            guard let index = rates.firstIndex(where: { $0.rateHz == rateHz }) else {
                return rates.append((rateHz, 1))
            }
            rates[index].readers += 1
        }

        fileprivate mutating func remove(_ rateHz: Double) {
            guard let index = rates.firstIndex(where: { $0.rateHz == rateHz }) else { return }
            rates[index].readers -= 1
            if rates[index].readers == 0 { rates.remove(at: index) }
        }
    }

    private(set) var all: [Page] = []
    private var newest: UInt32 = 0
    /// When a page was written last.
    var lastWritten = Timestamp(nanoseconds: 0)
    /// True where the sensor has a gyroscope.
    var hasGyroscope = false
    /// What tells whether the shadow lies still, as the daemon's defaults see it.
    var stillness = ShadowMapper()

    /// How often the fastest of them is written, in Hz; `nil` where there is none.
    var fastest: Double? { all.isEmpty ? nil : all.reduce(0) { max($0, $1.rateHz) } }

    /// The place of a user's page in ``all``.
    func place(of user: UInt32?) -> Int? { all.firstIndex { $0.user == user } }

    /// A user's connection reads so many times a second from now on; the page where it is a new one.
    mutating func join(_ user: UInt32, _ rateHz: Double) -> PageID? {
        if let place = place(of: user) {
            all[place].add(rateHz)
            all[place].nextDue = nil
            return nil
        }
        newest &+= 1
        var page = Page(id: PageID(number: newest), user: user)
        page.add(rateHz)
        all.append(page)
        return page.id
    }

    /// A user's connection that read so many times a second does no more; the page where nobody else does.
    mutating func leave(_ user: UInt32?, _ rateHz: Double) -> Page? {
        guard let place = place(of: user) else { return nil }
        all[place].remove(rateHz)
        return all[place].rates.isEmpty ? all.remove(at: place) : nil
    }

    /// There is memory behind a page; false where nobody waits for it any more.
    mutating func open(_ id: PageID) -> Bool {
        guard let place = all.firstIndex(where: { $0.id == id }) else { return false }
        all[place].isOpen = true
        return true
    }

    /// True where the page at `place` is to be written at a tick that all share.
    mutating func isDue(_ place: Int, at deadline: Int64) -> Bool {
        guard all[place].isOpen else { return false }
        return SharedTicks.isDue(
            &all[place].nextDue, at: deadline, period: SharedTicks.framePeriod(all[place].rateHz))
    }

    /// Nobody reads any more; those there were.
    mutating func removeAll() -> [Page] {
        defer { all = [] }
        return all
    }
}
