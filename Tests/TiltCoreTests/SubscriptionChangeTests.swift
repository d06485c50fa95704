import Testing
import TiltCore

@Suite struct `Subscription change` {
    private static var whole: SubscriptionChange {
        var change = SubscriptionChange()
        change.rateHz = 25
        change.gain = 20
        change.limit = 24
        change.lookaheadMilliseconds = 16
        change.mapping = .projection
        change.reference = .relative
        change.displayRotation = .half
        change.rotation = .follow
        change.moves = false
        change.include = [.up, .raw]
        change.when = .changed
        change.isStrict = true
        return change
    }

    @Test func `of nothing leaves every option as it is`() {
        let before = Self.whole.applied(to: Subscription())
        #expect(SubscriptionChange().applied(to: before) == before)
    }

    @Test func `sets every option it names`() {
        let after = Self.whole.applied(to: Subscription())
        #expect(
            after.rateHz == 25 && after.when == .changed && after.include == [.up, .raw] && after.isStrict)
        #expect(
            after.shadow.gain == 20 && after.shadow.limit == 24 && after.shadow.lookaheadMilliseconds == 16)
        #expect(after.shadow.mapping == .projection && after.shadow.reference == .relative)
        #expect(after.rotation == .follow)
        #expect(after.shadow.displayRotation == .half && !after.shadow.moves)
    }

    @Test(
        arguments: [
            (nil, nil, 7), (nil, 8, 8), (30, nil, nil), (30, 9, 9),
        ] as [(Double?, Int64?, Int64?)])
    func `gives a phase up where it names a rate alone`(rate: Double?, phase: Int64?, after: Int64?) {
        var before = SubscriptionChange()
        (before.rateHz, before.phase) = (60, 7)
        var later = SubscriptionChange()
        (later.rateHz, later.phase) = (rate, phase)
        #expect(before.merging(later).applied(to: Subscription()).phase == after)
        #expect(later.applied(to: before.applied(to: Subscription())).phase == after)
        #expect(before.merging(later).applied(to: Subscription()).rateHz == rate ?? 60)
    }

    @Test func `merged with a later one does what both do in turn`() {
        var later = SubscriptionChange()
        later.gain = 5
        later.include = .raw
        let both = later.applied(to: Self.whole.applied(to: Subscription()))
        #expect(Self.whole.merging(later).applied(to: Subscription()) == both)
        #expect(Self.whole.merging(SubscriptionChange()) == Self.whole)
        #expect(SubscriptionChange().merging(Self.whole) == Self.whole)
    }
}
