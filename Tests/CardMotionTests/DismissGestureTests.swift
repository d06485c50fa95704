import CardMotion
import Testing

@Suite struct `Dismissal` {
    /// A page as large as a phone's screen, and a finger on it.
    struct Drag {
        var gesture = DismissGesture(width: 375, height: 667)
        var steps: [DismissGesture.Step] = []

        init(at point: (Double, Double), scrolled: Double = 0) {
            take(.began(Point(x: point.0, y: point.1), scrolled: scrolled))
        }
        mutating func take(_ touch: DismissTouch) { steps.append(gesture.handle(touch)) }
        mutating func move(to x: Double, _ y: Double, scrolled: Double = 0) {
            take(.moved(Point(x: x, y: y), scrolled: scrolled))
        }
        var closings: Int { steps.filter { $0 == .close }.count }
    }

    @Test func `has the numbers worked out independently`() throws {
        let rows = try Golden.read().dismiss
        #expect(rows.count == 12)
        for row in rows {
            var gesture = DismissGesture(width: row.W, height: row.H)
            let isEdge = row.kind == "edge"
            _ = gesture.handle(.began(Point(x: 20, y: 100), scrolled: 0))
            let step = gesture.handle(
                .moved(Point(x: isEdge ? 20 + row.d : 20, y: isEdge ? 100 : 100 + row.d), scrolled: 0))
            let pose = gesture.pose
            #expect(abs(pose.progress - row.progress) < 1e-6 && abs(pose.ratio - row.ratio) < 1e-6)
            if let radius = row.radius { #expect(abs(pose.cornerRadius - radius) < 1e-4) }
            if let alpha = row.closeAlpha { #expect(abs(pose.closeButtonOpacity - alpha) < 1e-4) }
            #expect((step == .close) == row.dismiss && gesture.isClosed == row.dismiss)
            if row.d > 0, !row.dismiss { #expect(gesture.kind?.rawValue == row.kind) }
        }
    }

    @Test(arguments: [
        ("from the edge", 20.0, 0.0, DismissKind.edge), ("from 49", 49, 0, .edge),
        ("not from 50", 50, 0, nil),
        ("not from the right half", 300, 0, nil), ("trembling while pulled along the edge", 20, 60, .pull),
        ("as much right as down is still a swipe", 20, 30, .edge),
    ])
    func `begins a swipe`(where place: String, x: Double, down: Double, kind: DismissKind?) {
        var drag = Drag(at: (x, 100))
        drag.move(to: x + 30, 100 + down)
        #expect(drag.gesture.kind == kind, "\(place)")
    }

    @Test func `counts a drag from a scrolled page from where the top was reached`() {
        // 290 points down, the first 200 of which scroll the page to its top.
        for step in [1.0, 7, 50, 145, 290] {
            var drag = Drag(at: (200, 100), scrolled: 200)
            for moved in stride(from: step, through: 290, by: step) {
                drag.move(to: 200, 100 + moved, scrolled: max(0, 200 - moved))
            }
            let moved = (290 / step).rounded(.down) * step
            #expect(drag.gesture.kind == .scroll && !drag.gesture.isClosed, "in steps of \(step)")
            #expect(abs(drag.gesture.pose.progress - (moved - 200) / 667) < 1e-12, "in steps of \(step)")
        }
    }

    @Test func `keeps its kind until it is undone`() {
        var edge = Drag(at: (20, 100))
        edge.move(to: 60, 100)
        edge.move(to: 60, 500)
        #expect(edge.gesture.kind == .edge && edge.gesture.pose.progress == 40.0 / 375 / 2)
        edge.move(to: 0, 500)
        #expect(edge.gesture.kind == .edge && edge.gesture.pose == .open)

        var pull = Drag(at: (200, 100))
        pull.move(to: 200, 180)
        #expect(pull.gesture.kind == .pull)
        pull.move(to: 200, 100)
        #expect(pull.gesture.kind == nil && pull.gesture.pose == .open && pull.steps.last == .follow)
        // The scroller has it: it scrolls on and comes back, and the page follows from the top again.
        pull.move(to: 200, 40, scrolled: 60)
        pull.move(to: 200, 130, scrolled: 0)
        #expect(pull.gesture.kind == .scroll && abs(pull.gesture.pose.progress - 30.0 / 667) < 1e-12)
    }

    @Test func `goes back when let go too early, and not where nothing had moved`() {
        for touch in [DismissTouch.ended(), .cancelled()] {
            var drag = Drag(at: (20, 100))
            drag.move(to: 132, 100)
            #expect(abs(drag.gesture.pose.ratio - 0.8507) < 1e-4)
            drag.take(touch)
            #expect(drag.steps == [.none, .follow, .snapBack] && drag.gesture.pose == .open)
            drag.take(touch)
            #expect(drag.steps.last == DismissGesture.Step.none)
        }
        var still = Drag(at: (200, 100), scrolled: 500)
        still.move(to: 200, 50, scrolled: 550)
        still.take(.ended())
        #expect(still.steps == [.none, .none, .none])
    }

    @Test(arguments: [
        DismissTouch.began(pointer: 2, Point(x: 10, y: 0), scrolled: 0),
        .moved(pointer: 2, Point(x: 375, y: 667), scrolled: 0), .ended(pointer: 2), .cancelled(pointer: 2),
    ])
    func `ignores a second finger, whatever it does`(touch: DismissTouch) {
        var gesture = DismissGesture(width: 375, height: 667)
        _ = gesture.handle(.began(pointer: 1, Point(x: 200, y: 100), scrolled: 0))
        #expect(gesture.handle(.moved(pointer: 1, Point(x: 200, y: 150), scrolled: 0)) == .follow)
        let before = gesture
        #expect(gesture.handle(touch) == .none)
        #expect(gesture == before)
        // The first still has it, and the second may be first once that is lifted.
        #expect(gesture.handle(.moved(pointer: 1, Point(x: 200, y: 160), scrolled: 0)) == .follow)
        #expect(gesture.handle(.ended(pointer: 1)) == .snapBack)
        _ = gesture.handle(.began(pointer: 2, Point(x: 200, y: 100), scrolled: 0))
        #expect(gesture.handle(.moved(pointer: 2, Point(x: 200, y: 160), scrolled: 0)) == .follow)
    }

    @Test func `closes once and never more, whatever the fingers do`() {
        var random = SplitMix64(seed: 7)
        var (closed, kinds) = (0, Set<DismissKind>())
        for _ in 0..<2000 {
            var drag = Drag(
                at: (random.unit() * 375, random.unit() * 667), scrolled: random.unit() * 300 - 150)
            var (x, y) = (random.unit() * 375, 100.0)
            for _ in 0..<60 {
                x += random.unit() * 60 - 25
                y += random.unit() * 60 - 25
                switch random.below(40) {
                case 0: drag.take(.ended())
                case 1: drag.take(.cancelled())
                case 2, 3: drag.take(.began(Point(x: x, y: y), scrolled: 0))
                case 4: drag.take(.moved(Point(x: .nan, y: y), scrolled: .nan))
                default: drag.move(to: x, y, scrolled: random.unit() * 200 - 100)
                }
                if let kind = drag.gesture.kind { kinds.insert(kind) }
                #expect(drag.gesture.pose.progress >= 0 && drag.gesture.pose.progress <= 1)
                #expect(drag.gesture.isClosed == (drag.closings == 1))
            }
            #expect(drag.closings <= 1)
            if drag.gesture.isClosed { closed += 1 }
        }
        #expect(closed > 200 && closed < 2000 && kinds.count == 3)
    }

    @Test func `hides the scroll indicator but for the edge`() {
        #expect(DismissKind.allCases.filter(\.hidesScrollIndicator) == [.pull, .scroll])
    }

    @Test(arguments: [(0.0, 0.0), (-1, .nan), (.infinity, -.infinity)])
    func `has a progress for a page without a size`(width: Double, height: Double) {
        var gesture = DismissGesture(width: width, height: height)
        _ = gesture.handle(.began(Point(x: 100, y: 0), scrolled: 0))
        #expect(gesture.handle(.moved(Point(x: 100, y: 5), scrolled: 0)) == .close)
        #expect(gesture.pose.progress == 1)
    }
}
