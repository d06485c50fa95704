import Testing
import TiltCore

@testable import TiltDaemon

/// That sharing changes nothing, and that it comes about.
@Suite struct `Makers of frames` {
    private static func subscription(_ rateHz: Double = 50, _ change: (inout Subscription) -> Void = { _ in })
        -> Subscription
    {
        var subscription = Subscription()
        subscription.rateHz = rateHz
        change(&subscription)
        return subscription
    }

    /// A hand that holds still and moves in turn, a second each.
    private static func motion(_ tick: Int) -> Motion {
        let moved = tick / 50 % 2 == 0 ? 0 : 0.002 * Double(tick % 50)
        let up = Up<DeviceAxes>(of: Acceleration<DeviceAxes>(x: 0.3 + moved, y: 0.1, z: 1))
        return Motion(
            time: Timestamp(nanoseconds: Int64(tick) * 20_000_000), state: .tracking,
            estimate: up.map { GravityEstimate(up: $0) }, fade: 1)
    }

    /// A maker that is served, and joined with the last where that is equal.
    private static func serve(_ makers: inout FrameMakers, _ maker: FrameMaker) -> Int32 {
        var number = makers.add(maker)
        makers.note(&number, isListening: true, isServed: true)
        makers.settle(&number)
        return number
    }

    @Test func `are one for those who ask for the same at the same time`() {
        var makers = FrameMakers()
        let first = Self.serve(&makers, FrameMaker(Subscription()))
        #expect(Self.serve(&makers, FrameMaker(Subscription())) == first)
        #expect(Self.serve(&makers, FrameMaker(Self.subscription(25))) != first)
    }

    @Test func `are one for those who are greeted in the same step, too`() {
        var makers = FrameMakers()
        let numbers = (0..<3).map { _ in
            // Nobody is served before the greeting, and settled for the first time.
            var number = makers.add(FrameMaker(Subscription()))
            makers.note(&number, isListening: true, isServed: false)
            makers.settle(&number)
            makers.note(&number, isListening: true, isServed: true)
            makers.settle(&number)
            return number
        }
        #expect(Set(numbers).count == 1)
    }

    @Test func `that were put aside are one where another was lately, and are looked for no further`() {
        var makers = FrameMakers()
        func aside(_ gain: Double) -> Int32 {
            var number = makers.add(FrameMaker(Self.subscription { $0.shadow.gain = gain }))
            makers.putAside(&number)
            return number
        }
        let numbers = (0..<40).map { aside(Double($0)) }
        #expect(Set(numbers).count == 40)
        #expect(aside(39) == numbers[39] && aside(30) == numbers[30])
        #expect(!numbers.contains(aside(0)))
    }

    @Test func `part where one is to be different, and leave the others as they are`() {
        var makers = FrameMakers()
        let first = Self.serve(&makers, FrameMaker(Subscription()))
        var second = Self.serve(&makers, FrameMaker(Subscription()))
        makers.change(&second) { $0.use(Self.subscription(25), hasNewRate: true) }
        #expect(second != first)
        #expect(makers[first].subscription.rateHz == 50 && makers[second].subscription.rateHz == 25)
        #expect(makers.isServed(second))
    }

    @Test func `of one's own ticks are nobody else's`() {
        var makers = FrameMakers()
        let maker = FrameMaker(Self.subscription { $0.phase = 5 })
        #expect(Self.serve(&makers, maker) != Self.serve(&makers, maker))
    }

    @Test func `become one soon where two came at different ticks, also while the device lies still`() {
        for (start, ticks) in [(0, 110), (60, 100)] {
            var makers = FrameMakers()
            var numbers = [Self.serve(&makers, FrameMaker(Subscription()))]
            var (tails, out) = (SharedTails(), Outbox())
            for tick in start..<start + ticks {
                if tick == start + 7 { numbers.append(Self.serve(&makers, FrameMaker(Subscription()))) }
                if let (from, to) = makers.findEqual() { numbers = numbers.map { $0 == from ? to : $0 } }
                makers.beginTick()
                makers.make(Self.motion(tick), at: Int64(tick) * 20_000_000, ticks: 20_000_000, &tails, &out)
            }
            #expect(numbers[0] == numbers[1], "from tick \(start)")
        }
    }

    @Test func `become one soon where two went on at different times`() {
        var makers = FrameMakers()
        var numbers = [0, 0].map { _ in Self.serve(&makers, FrameMaker(Subscription())) }
        var (tails, out) = (SharedTails(), Outbox())
        for tick in 1..<20 {
            if tick == 3 || tick == 5 {
                let now = Int64(tick) * 20_000_000 - Int64(tick) * 1_000_000
                makers.change(&numbers[tick == 3 ? 0 : 1]) { $0.goOn(at: now) }
            }
            if let (from, to) = makers.findEqual() { numbers = numbers.map { $0 == from ? to : $0 } }
            makers.beginTick()
            makers.make(Self.motion(tick), at: Int64(tick) * 20_000_000, ticks: 20_000_000, &tails, &out)
            #expect(numbers.allSatisfy { makers.made[Int($0)].isFrame }, "tick \(tick)")
        }
        #expect(numbers[0] == numbers[1])
    }

    /// Ten subscribers who come, go, pause, ask and recentre at random, each beside a maker that nobody shares.
    @Test(arguments: 1...20)
    func `show each subscriber what one of its own would show`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var makers = FrameMakers()
        var (tails, out) = (SharedTails(), Outbox())
        var shared: [Int32] = []
        var own: [(maker: FrameMaker, isServed: Bool)] = []
        var joined = 0
        for tick in 0..<1500 {
            let now = Int64(tick) * 20_000_000
            if own.count < 10, random.below(20) == 0 {
                shared.append(Self.serve(&makers, FrameMaker(Subscription())))
                own.append((FrameMaker(Subscription()), true))
            }
            if !own.isEmpty, random.below(10) == 0 {
                let who = random.below(own.count)
                let kind = random.below(5)
                let next = Self.subscription([50, 25, 30][random.below(3)]) {
                    $0.when = random.below(2) == 0 ? .always : .changed
                    $0.shadow.gain = random.below(2) == 0 ? 10 : 20
                }
                func change(_ maker: inout FrameMaker) {
                    switch kind {
                    case 0: maker.use(next, hasNewRate: next.rateHz != maker.subscription.rateHz)
                    case 1: maker.recentre()
                    case 2: maker.oweFrame()
                    case 3: maker.rest()
                    default: maker.goOn(at: now - 3_000_000)
                    }
                }
                makers.change(&shared[who], change)
                change(&own[who].maker)
                if kind > 2 {
                    own[who].isServed = kind == 4
                    makers.note(&shared[who], isListening: kind == 4, isServed: kind == 4)
                }
                makers.settle(&shared[who])
            }
            if let (from, to) = makers.findEqual() { shared = shared.map { $0 == from ? to : $0 } }
            joined += shared.count - Set(shared).count
            if random.below(30) == 0 {
                makers.miss(before: now, ticks: 20_000_000)
                for who in own.indices {
                    let missed = own[who].isServed ? own[who].maker.miss(before: now, ticks: 20_000_000) : 0
                    #expect(makers.missed[Int(shared[who])] == missed)
                }
            }
            tails.removeAll()
            out.beginStep()
            makers.beginTick()
            makers.make(Self.motion(tick), at: now, ticks: 20_000_000, &tails, &out)
            for who in own.indices {
                let isDue = own[who].isServed && own[who].maker.isDue(at: now)
                let frame = isDue ? own[who].maker.frame(of: Self.motion(tick)) : nil
                #expect(makers.made[Int(shared[who])].isFrame == (frame != nil), "tick \(tick), \(who)")
                #expect(makers[shared[who]] == own[who].maker, "tick \(tick), \(who)")
            }
        }
        #expect(joined > 50)
    }
}

/// The numbers of Steele, Lea and Flood (2014), so that a failure repeats.
private struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }
}
