import LinuxSystem
import TiltCore

/// What subscribers ask for, and whose frames are whose because of that.
extension Serving {
    /// The options in force for a subscriber.
    func subscription(of index: Int) -> Subscription { makers[deliveries[index].maker].subscription }

    /// True where somebody has this place, wants frames and was greeted.
    func isServed(_ index: Int) -> Bool {
        deliveries[index].maker >= 0 && makers.isServed(deliveries[index].maker)
    }

    /// Tells the maker of its frames whether a subscriber wants any, after that may have changed.
    mutating func settleMaker(of index: Int) {
        let isListening = subscribers[index].isListening
        makers.note(
            &deliveries[index].maker, isListening: isListening,
            isServed: isListening && subscribers[index].isGreeted)
        makers.settle(&deliveries[index].maker)
        demandIsStale = true
    }

    /// Lets two makers that have become equal be one, where there are such.
    mutating func shareMaker() {
        guard let (old, new) = makers.findEqual() else { return }
        for index in deliveries.indices where deliveries[index].maker == old {
            deliveries[index].maker = new
        }
    }

    /// Puts a change on top of those that a subscriber made before.
    mutating func apply(_ change: SubscriptionChange, to index: Int) {
        let former = subscription(of: index)
        subscribers[index].apply(change)
        useDefaults(for: index)
        demandIsStale = true
        guard subscription(of: index) != former else { return }
        // The frame that waits was made by the former ones, and would come behind the answer that names the new.
        deliveries[index].dropWaiting()
        oweFrame(to: index)
    }

    /// Works the options of a subscriber out again, after a change, new defaults, or a turn of the pictures that follow.
    mutating func useDefaults(for index: Int) {
        let current = subscription(of: index)
        let (next, hasNewRate) = subscribers[index].options(
            over: defaults.subscription,
            turned: rotations.rotation(of: subscribers[index].peer.credentials?.uid),
            after: current)
        guard next != current || hasNewRate else { return }
        makers.change(&deliveries[index].maker) { $0.use(next, hasNewRate: hasNewRate) }
        deliveries[index].isStrict = next.isStrict
    }

    /// New defaults after a reload; what subscribers asked for themselves stays, and with a phase its rate.
    mutating func use(_ defaults: Defaults) {
        self.defaults = defaults
        demandIsStale = true
        pages.stillness.options = defaults.subscription.shadow
        for index in subscribers.indices where subscribers[index].isOpen {
            useDefaults(for: index)
            makers.settle(&deliveries[index].maker)
            putAside(index)
        }
    }

    /// A subscriber is told of its options: the next frame shows what they are for, changed or not.
    mutating func oweFrame(to index: Int) {
        guard makers[deliveries[index].maker].mayLeaveOut else { return }
        makers.change(&deliveries[index].maker) { $0.oweFrame() }
    }

    /// Takes a subscriber's next pose as its neutral one.
    mutating func recentre(_ index: Int) {
        makers.change(&deliveries[index].maker) { $0.recentre() }
        makers.settle(&deliveries[index].maker)
        putAside(index)
    }

    /// A subscriber wants no frames, not even the one that waits.
    ///
    /// One that has read a page does not any more.
    mutating func pause(_ index: Int, _ out: inout Outbox) {
        leavePage(index, &out)
        subscribers[index].pause()
        forgetFrames(of: index)
    }

    /// A subscriber wants frames from now on: what the daemon misses before the first of them counts; false where it did
    /// already.
    mutating func resume(_ index: Int, at now: Int64) -> Bool {
        guard subscribers[index].resume() else { return false }
        endSilence(of: index, at: now)
        return true
    }

    /// Has frames again where nothing else speaks against it.
    mutating func endSilence(of index: Int, at now: Int64) {
        if subscribers[index].isListening {
            makers.change(&deliveries[index].maker) { $0.goOn(at: now) }
        }
        settleMaker(of: index)
    }

    /// Is to have no frames, not even the one that waits, for as long as its user does not sit in front.
    mutating func leaveFront(_ index: Int, _ out: inout Outbox) {
        leavePage(index, &out)
        subscribers[index].leaveFront()
        forgetFrames(of: index)
    }

    /// May have frames again.
    mutating func comeToFront(_ index: Int, at now: Int64) {
        if subscribers[index].comeToFront() { endSilence(of: index, at: now) } else { settleMaker(of: index) }
    }

    mutating func forgetFrames(of index: Int) {
        makers.change(&deliveries[index].maker) { $0.rest() }
        deliveries[index].dropWaiting()
        settleMaker(of: index)
    }
}
