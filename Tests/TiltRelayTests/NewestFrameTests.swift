import Testing
import TiltCore

@testable import TiltRelay

@Suite struct `Newest frame` {
    private func frame(_ x: Double) -> Frame {
        Frame(
            sequence: 1, time: Timestamp(nanoseconds: 1), state: .tracking, offset: ShadowOffset(x: x, y: 0))
    }

    @Test func `is handed out once`() {
        var place = NewestFrame()
        #expect(place.take() == nil)
        place.put(frame(1))
        let taken = place.take()
        #expect(taken?.frame == frame(1))
        #expect(taken?.sequence == 1)
        #expect(taken?.dropped == 0)
        #expect(place.take() == nil)
        #expect(!place.hasFrame)
    }

    @Test func `takes the place of older ones, which are counted`() {
        var place = NewestFrame()
        for x in 1...5 { place.put(frame(Double(x))) }
        let taken = place.take()
        #expect(taken?.frame == frame(5))
        #expect(taken?.sequence == 5)
        #expect(taken?.dropped == 4)
        #expect(place.dropped == 4)
        place.put(frame(6))
        #expect(place.take()?.dropped == 0)
    }

    @Test func `leaves a gap in the numbers for what the daemon could not send`() {
        var place = NewestFrame()
        place.put(frame(1))
        _ = place.take()
        place.put(frame(2), missedBefore: 3)
        let taken = place.take()
        #expect(taken?.sequence == 5)
        #expect(taken?.dropped == 3)
        #expect(place.dropped == 0)
    }

    @Test func `counts what was forgotten while nobody was there`() {
        var place = NewestFrame()
        place.put(frame(1))
        place.clear()
        place.clear()
        place.put(frame(2))
        let taken = place.take()
        #expect(taken?.sequence == 2)
        #expect(taken?.dropped == 1)
    }

    @Test func `has every number once, sent or dropped, whatever the order`() {
        var random = SystemRandomNumberGenerator()
        var place = NewestFrame()
        var (last, sum) = (UInt64(0), UInt64(0))
        for _ in 0..<2000 {
            switch random.next() % 4 {
            case 0, 1: place.put(frame(0), missedBefore: random.next() % 3)
            case 2: place.clear()
            default:
                guard let taken = place.take() else { continue }
                #expect(taken.sequence > last)
                #expect(taken.sequence - last == taken.dropped + 1)
                (last, sum) = (taken.sequence, sum + taken.dropped + 1)
                #expect(sum == last)
            }
        }
    }
}
