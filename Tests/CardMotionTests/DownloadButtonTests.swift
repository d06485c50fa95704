import CardMotion
import Testing

@Suite struct `Download button` {
    @Test(arguments: try Golden.read().downloadButton)
    func `draws its transitions in turn, as worked out independently`(story: GoldenDownload) {
        var button = DownloadButton()
        var drawn: [DownloadTransition] = []
        var callbacks: [(Double, DownloadState)] = []
        for event in story.events {
            switch event.change {
            case .state(let state):
                drawn.append(button.set(state, at: event.time))
                callbacks.append((event.time, button.state))
            case .progress(let progress):
                button.set(progress: progress, at: event.time)
                #expect(button.progress == progress)
            }
        }
        #expect(drawn.count == story.segments.count)
        for (transition, segment) in zip(drawn, story.segments) {
            #expect(transition.from.rawValue == segment.from && transition.to.rawValue == segment.to)
            #expect(abs(transition.begin - segment.begin) < 1e-9 && abs(transition.end - segment.end) < 1e-9)
            #expect((transition.style != .instant) == segment.animated)
        }
        #expect(abs((drawn.last?.end ?? -1) - story.end) < 1e-9)
        #expect(callbacks.map(\.0) == story.callbacks.map(\.time))
        #expect(callbacks.map(\.1) == story.callbacks.map(\.state))
    }

    @Test func `animates six of the sixteen changes`() {
        var styles: [String: DownloadTransition.Style] = [:]
        for from in DownloadState.allCases {
            for to in DownloadState.allCases {
                var button = DownloadButton()
                button.set(from, at: 0)
                let style = button.set(to, at: 1).style
                if style != .instant { styles["\(from) \(to)"] = style }
            }
        }
        #expect(
            styles == [
                "startDownload pending": .pillToCircle, "startDownload downloading": .pillToCircle,
                "pending startDownload": .circleToPill, "pending downloading": .crossfade,
                "downloading startDownload": .circleToPill, "downloading downloaded": .circleToPill,
            ])
    }

    @Test func `never draws two transitions at once, whatever is set`() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<300 {
            var button = DownloadButton()
            var (now, last): (Double, DownloadTransition?) = (0, nil)
            for _ in 0..<40 {
                now += random.unit() * 0.15
                button.set(progress: random.unit() * 1.2, at: now)
                let next = button.set(DownloadState.allCases[random.below(4)], at: now)
                if let last { #expect(next.begin >= last.end && next.from == last.to) }
                #expect(next.begin >= now && button.state == next.to)
                #expect(button.drawnProgress(at: now) >= 0 && button.drawnProgress(at: now) <= 1)
                last = next
            }
            #expect(button.transitions.count <= 40)
            button.set(.startDownload, at: now + 100)
            #expect(button.transitions.count <= 2)
        }
    }

    @Test func `moves the ring to the newest progress from wherever it is`() {
        var button = DownloadButton()
        button.set(.downloading, at: 0)
        button.set(progress: 0.5, at: 1)
        var last = 0.0
        for step in 0...30 {
            let value = button.drawnProgress(at: 1 + Double(step) / 100)
            #expect(value >= last)
            last = value
        }
        #expect(last == 0.5 && button.drawnProgress(at: 1) == 0)
        button.set(progress: 0.7, at: 2)
        let amid = button.drawnProgress(at: 2.1)
        #expect(amid > 0.5 && amid < 0.7)
        button.set(progress: 0.9, at: 2.1)
        #expect(button.drawnProgress(at: 2.1) == amid && button.drawnProgress(at: 2.4) == 0.9)
        // The same value again does not begin anew.
        button.set(progress: 0.9, at: 2.2)
        #expect(button.drawnProgress(at: 2.4) == 0.9)
    }

    @Test func `eases the ring as CSS eases out`() {
        var button = DownloadButton()
        button.set(.downloading, at: 0)
        button.set(progress: 1, at: 1)
        // cubic-bezier(0, 0, .58, 1) by hand: at s = 1/4, 1/2 and 3/4.
        for (x, y) in [(0.0971875, 0.15625), (0.3425, 0.5), (0.666_562_5, 0.84375)] {
            #expect(abs(button.drawnProgress(at: 1 + 0.3 * x) - y) < 1e-9, "\(x)")
        }
    }

    @Test func `keeps a progress that was set before the ring is there`() {
        var button = DownloadButton()
        button.set(.pending, at: 0)
        button.set(.downloading, at: 0)
        button.set(progress: 0.4, at: 0.05)
        #expect(button.drawnProgress(at: 0.2) == 0 && button.drawnProgress(at: 0.35) > 0.2)
        #expect(button.drawnProgress(at: 0.5) == 0.4)
        button.set(progress: 0.8, at: 0.3)
        #expect(button.drawnProgress(at: 0.6) == 0.8)
    }

    @Test func `asks for one download, however often it is tapped`() {
        var button = DownloadButton()
        #expect(button.tap(at: 0) == .start && button.state == .pending && button.progress == 0)
        #expect(button.tap(at: 0.01) == nil)
        button.set(.downloading, at: 1)
        button.set(progress: 0.3, at: 1)
        #expect(button.tap(at: 2) == .stop && button.state == .startDownload)
        #expect(button.tap(at: 3) == .start && button.progress == 0)
        button.set(.downloading, at: 4)
        button.set(.downloaded, at: 5)
        #expect(button.tap(at: 6) == .open && button.state == .downloaded)
    }

    @Test func `shows which transition is drawn, and how much of it is over`() throws {
        var button = DownloadButton()
        #expect(button.transition(at: 0) == nil)
        button.set(.pending, at: 1)
        button.set(.downloading, at: 1)
        let cases = [(1.05, DownloadState.pending, 0.5), (1.15, .downloading, 0.5), (9, .downloading, 1)]
        for (now, state, fraction) in cases {
            let transition = try #require(button.transition(at: now))
            #expect(transition.to == state && abs(transition.fraction(at: now) - fraction) < 1e-9)
        }
    }

    @Test func `draws the truth at once after it was hidden`() {
        var button = DownloadButton()
        for state in [DownloadState.pending, .downloading] { button.set(state, at: 0) }
        button.set(progress: 0.6, at: 0)
        button.catchUp(at: 0.05)
        #expect(button.transition(at: 0.05) == nil && button.drawnProgress(at: 0.05) == 0.6)
        #expect(button.set(.downloaded, at: 0.05).begin == 0.05)
    }

    @Test(arguments: [(Double.nan, 0.0), (-1, 0), (2, 1), (.infinity, 1)])
    func `holds progress between nothing and all`(value: Double, progress: Double) {
        var button = DownloadButton()
        button.set(progress: value, at: 0)
        #expect(button.progress == progress)
    }

    @Test(arguments: [(0.0, 0.0), (0.5, 90), (1.5, 270), (2, 0), (20.25, 45), (-0.5, 270), (.nan, 0)])
    func `turns the waiting ring once in two seconds`(seconds: Double, degrees: Double) {
        #expect(abs(DownloadMetrics.pendingAngle(after: seconds) * 180 / .pi - degrees) < 1e-9)
        #expect(abs(DownloadMetrics.pendingSpan * 180 / .pi - 308.571428) < 1e-6)
    }
}
