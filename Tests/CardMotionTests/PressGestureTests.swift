import CardMotion
import Testing

@Suite struct `Press` {
    private let place = Point(x: 100, y: 100)

    /// The steps of touches, each with its time.
    private func steps(_ feel: PressFeel, _ touches: [(Double, PressTouch)]) -> [PressGesture.Step] {
        var gesture = PressGesture(feel: feel)
        return touches.map { gesture.handle($1, at: $0) }
    }

    @Test func `gives way after a tenth of a second and opens the card where it is let go`() {
        let lifted = PressTouch.ended(pointer: 1, isInside: true)
        #expect(
            steps(
                .bouncing, [(0, .began(pointer: 1, place)), (0.06, .waited), (0.1, .waited), (0.7, lifted)])
                == [.none, .none, .press, .open])
        #expect(steps(.bouncing, [(0, .began(pointer: 1, place)), (0.05, lifted)]) == [.none, .open])
        #expect(steps(.appStore, [(0, .began(pointer: 1, place)), (0.05, lifted)]) == [.press, .open])
    }

    @Test func `comes back without opening where the finger wants something else`() {
        let held = [(0.0, PressTouch.began(pointer: 1, place)), (0.1, .waited)]
        let others: [PressTouch] = [
            .moved(pointer: 1, Point(x: 108, y: 108)), .cancelled(pointer: 1), .scrolled,
            .ended(pointer: 1, isInside: false),
        ]
        for touch in others {
            let late = PressTouch.ended(pointer: 1, isInside: true)
            #expect(
                steps(.bouncing, held + [(0.2, touch), (0.3, late)]) == [.none, .press, .release, .none],
                "\(touch)")
            // Before the card gave way there is nothing to come back from.
            #expect(
                steps(.bouncing, [held[0], (0.05, touch), (0.2, .waited), (0.3, late)])
                    == [.none, .none, .none, .none])
        }
        #expect(
            steps(.bouncing, held + [(0.2, .moved(pointer: 1, Point(x: 106, y: 108)))]) == [
                .none, .press, .none,
            ])
    }

    @Test func `ignores a second pointer`() {
        #expect(
            steps(
                .bouncing,
                [
                    (0, .began(pointer: 1, place)), (0.02, .began(pointer: 2, place)), (0.1, .waited),
                    (0.2, .moved(pointer: 2, Point(x: 0, y: 0))), (0.3, .ended(pointer: 2, isInside: true)),
                    (0.4, .cancelled(pointer: 2)), (0.5, .ended(pointer: 1, isInside: true)),
                ]) == [.none, .none, .press, .none, .none, .none, .open])
    }

    @Test func `gives way again while it still comes back`() {
        #expect(
            steps(
                .bouncing,
                [
                    (0, .began(pointer: 1, place)), (0.1, .waited),
                    (0.2, .ended(pointer: 1, isInside: false)),
                    (0.25, .began(pointer: 2, place)), (0.35, .waited),
                ]) == [.none, .press, .release, .none, .press])
    }

    @Test func `says when it wants to be asked again`() {
        var gesture = PressGesture(feel: .bouncing)
        #expect(gesture.deadline == nil)
        _ = gesture.handle(.began(pointer: 1, place), at: 5)
        #expect(gesture.deadline == 5.1 && !gesture.isHeld)
        _ = gesture.handle(.moved(pointer: 1, place), at: 5.2)
        #expect(gesture.deadline == nil && gesture.isHeld)
        _ = gesture.handle(.scrolled, at: 5.3)
        #expect(gesture.deadline == nil && !gesture.isHeld)
    }
}
