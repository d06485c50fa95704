import LinuxSystem
import TiltCore

/// A `map` request whose answer is still to go out: only in front of all else, since a descriptor goes with its first byte.
struct MapRequest {
    /// What the asker had before, and has again where the request is refused.
    enum Former {
        case frames, nothing
        case page(PageDemand)
    }

    let id: RequestID?
    let ignored: [String]
    var former = Former.frames
    /// True until a pose stands in its page.
    var awaitsPose = false
}

/// An answer to `map` that went out in a step, and may come back.
struct HandedPage {
    let step: UInt64
    let bytes: OutputBytes
    let request: MapRequest
}

/// Who reads the newest pose from a page of memory, and what is written there.
///
/// Who reads a page has no frames, and costs a tick nothing; see ``FrameMakers/putAside(_:)``.
extension Serving {
    // MARK: whose

    /// A subscriber reads its user's page from now on, written as it says, instead of frames.
    mutating func join(
        _ index: Int, of user: UInt32, _ demand: PageDemand, _ request: MapRequest, _ out: inout Outbox
    ) {
        let former = subscribers[index].pageDemand
        var request = request
        request.former =
            former.map { .page($0) } ?? (subscribers[index].isPaused ? .nothing : .frames)
        subscribers[index].beginReadingPage(demand)
        subscribers[index].mapRequest = request
        if let new = pages.join(user, demand) { out.append(.openPage(new)) }
        subscribers[index].mapRequest?.awaitsPose = pages.all.contains { $0.user == user && !$0.hasBegun }
        // Only now: where it was its page's only reader, that would have ended.
        if let former { _ = pages.leave(user, former) }
        demandIsStale = true
        restPace.owe()
    }

    /// The maker of one who has its page has nothing to make, and forgets what it knew, such as a neutral pose.
    mutating func putAside(_ index: Int) {
        guard subscribers[index].pageDemand != nil, subscribers[index].mapRequest == nil,
            subscribers[index].handed == nil
        else { return }
        forgetFrames(of: index)
        makers.putAside(&deliveries[index].maker)
    }

    /// A subscriber reads no page any more: its user's ends with the last one who does.
    mutating func leavePage(_ index: Int, _ out: inout Outbox) {
        guard let demand = subscribers[index].pageDemand else { return }
        subscribers[index].endReadingPage()
        demandIsStale = true
        if let last = pages.leave(subscribers[index].peer.credentials?.uid, demand) { end(last, &out) }
    }

    /// A `map` request is refused: a subscriber reads what it did before, unless it has done something else since.
    ///
    /// False where it is to have frames again, or nothing.
    mutating func takeBack(_ request: MapRequest, of index: Int, _ out: inout Outbox) -> Bool {
        guard let demand = subscribers[index].pageDemand, let user = subscribers[index].peer.credentials?.uid
        else { return true }
        if case .page(let former) = request.former {
            subscribers[index].beginReadingPage(former)
            _ = pages.join(user, former)
            _ = pages.leave(user, demand)
            demandIsStale = true
            return true
        }
        leavePage(index, &out)
        if case .nothing = request.former { subscribers[index].pause() }
        return false
    }

    /// Ends all of them: the daemon stops.
    mutating func endPages(_ out: inout Outbox) {
        for page in pages.removeAll() { end(page, &out) }
    }

    /// Overwrites the pose, once and for good.
    private func end(_ page: PosePages.Page, _ out: inout Outbox) {
        guard page.isOpen else { return }
        let last = PosePage.ended(at: pages.lastWritten)
        out.append(.writePage(page.id, out.write { last.append(to: &$0) }))
        out.append(.closePage(page.id))
    }

    // MARK: answers

    /// Hands a subscriber its page, where it waits for that and nothing has to go out before.
    mutating func handOutPage(to index: Int, _ out: inout Outbox) {
        guard let request = subscribers[index].mapRequest, deliveries[index].isDrained,
            let place = pages.place(of: subscribers[index].peer.credentials?.uid), pages.all[place].hasBegun
        else { return }
        let page = pages.all[place]
        let line = out.write {
            ServerMessage.appendPage(
                id: request.id, rateHz: page.rateHz, isSlowAtRest: page.mayRest, ignored: request.ignored,
                to: &$0)
        }
        subscribers[index].mapRequest = nil
        subscribers[index].handed = HandedPage(step: out.step, bytes: line, request: request)
        out.append(.sendPage(subscribers[index].connection, line, page.id))
    }

    /// What became of the answer that carries a page and did not go out as a whole.
    enum TakenBackPage {
        /// These bytes are no such answer, or their page is on its way.
        case other
        /// It goes out when there is room.
        case later
        /// It does not, and the subscriber is to be told.
        case never(MapRequest)
    }

    /// Takes back an answer that carries a page, of which nothing went out.
    mutating func takeBackPage(
        _ bytes: OutputBytes, sent: Int, from index: Int, because failure: SendFailure, _ step: UInt64
    ) -> TakenBackPage {
        guard let handed = subscribers[index].handed, handed.step == step, handed.bytes == bytes, sent == 0
        else { return .other }
        subscribers[index].handed = nil
        guard failure == .wouldBlock, subscribers[index].pageDemand != nil else {
            return .never(handed.request)
        }
        subscribers[index].mapRequest = handed.request
        return .later
    }

    // MARK: ticks

    /// Writes the pages that are due, and those that begin, which go out then; `deadline` is that of the ticks that all share,
    /// in nanoseconds, and `nil` between ticks.
    mutating func writePages(_ motion: Motion, at deadline: Int64?, _ out: inout Outbox) {
        guard !pages.all.isEmpty else { return }
        let page = self.page(of: motion)
        for place in pages.all.indices {
            let isDue = deadline.map { pages.isDue(place, at: $0) } ?? false
            let isNew = pages.begin(place)
            if isDue || isNew { write(page, to: pages.all[place], &out) }
            guard isNew else { continue }
            for index in readers(of: pages.all[place].id) {
                subscribers[index].mapRequest?.awaitsPose = false
                handOutPage(to: index, &out)
                settleInterest(of: index, &out)
            }
        }
    }

    /// Whoever reads a page, or waits for it.
    func readers(of page: PageID) -> [Int] {
        guard let user = pages.all.first(where: { $0.id == page })?.user else { return [] }
        return subscribers.indices.filter {
            subscribers[$0].isOpen && subscribers[$0].pageDemand != nil
                && subscribers[$0].peer.credentials?.uid == user
        }
    }

    private mutating func page(of motion: Motion) -> PosePage {
        pages.lastWritten = motion.time
        let view = pages.stillness.view(of: motion)
        var page = PosePage(motion, isStill: view?.isStill ?? false)
        if pages.hasGyroscope { page.flags.insert(.gyroscope) }
        page.panelRotation = defaults.subscription.shadow.panelRotation
        return page
    }

    private func write(_ common: PosePage, to place: PosePages.Page, _ out: inout Outbox) {
        var page = common
        page.displayRotation = rotations.rotation(of: place.user)
        page.rateHz = place.rateHz
        out.append(.writePage(place.id, out.write { page.append(to: &$0) }))
    }
}
