import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Graph drawing` {
    private static func points(_ offset: (Int) -> ShadowOffset) -> [GraphHistory.Point] {
        (0...500).map {
            GraphHistory.Point(time: Timestamp(nanoseconds: Int64($0) * 20_000_000), offset: offset($0))
        }
    }

    @Test(arguments: [(80, 24), (24, 11), (300, 80), (40, 60), (23, 24), (80, 10), (10, 2), (1, 1)])
    func `never draws beyond the terminal`(width: Int, height: Int) {
        let graph = Graph(gauge: Gauge(width: width, height: height))
        for reach in [0.0, 16, 1e9] {
            let points = Self.points { ShadowOffset(x: $0 % 2 == 0 ? reach : -reach, y: 0) }
            let lines = graph.lines(`Gauge drawing`.content(x: 0, y: 0), points)
            #expect(lines.count <= height && lines.allSatisfy { $0.count <= width })
        }
    }

    @Test func `draws a ramp from the lower left to the upper right`() {
        let graph = Graph(gauge: Gauge(width: 60, height: 40, symbols: .ascii))
        let points = Self.points { ShadowOffset(x: Double($0 - 250) * 16 / 250, y: 0) }
        let lines = graph.lines(`Gauge drawing`.content(x: 16, y: 0), points)
        let strip = lines[1...].prefix(17).map { Array($0.dropFirst(7)) }
        #expect(strip.count == 17)
        #expect(strip.first?.last == "*" && strip.last?.first == "*")
        #expect(strip[8][26] == "*")
        // One dot a column, but where the ramp climbs from one row to the next.
        for column in strip[0].indices {
            #expect((1...2).contains(strip.count { $0[column] == "*" }))
        }
    }

    @Test func `draws a jump as a vertical line`() {
        let graph = Graph(gauge: Gauge(width: 60, height: 40))
        let points = Self.points { ShadowOffset(x: $0 < 250 ? 16 : -16, y: 0) }
        let strip = graph.lines(`Gauge drawing`.content(x: 0, y: 0), points)[1...].prefix(17)
        let full = Set("⡇⢸⣿⣇⣸⢹⡏")
        #expect(strip.dropFirst().dropLast().allSatisfy { $0.contains(where: full.contains) })
    }

    @Test func `forgets what is older than it shows, and a clock that was set back`() {
        var history = GraphHistory()
        for index in 0..<2000 { history.add(Self.frame(at: Double(index) / 100), now: 0) }
        #expect(history.points.count == 1001)
        history.add(Self.frame(at: 0.001), now: 0)
        #expect(history.points.count == 1)
    }

    private static func frame(at seconds: Double, x: Double = 0) -> Frame {
        let time = Timestamp(nanoseconds: Int64((seconds * 1e9).rounded()))
        return Frame(sequence: 0, time: time, state: .tracking, offset: ShadowOffset(x: x, y: 0))
    }

    /// Columns of the strip of x, of 50 that stand for 10 s, in which something is drawn.
    private static func drawn(_ history: GraphHistory, silence: Double = 0) -> [Int] {
        let graph = Graph(gauge: Gauge(width: 58, height: 40, symbols: .ascii))
        let lines = graph.lines(`Gauge drawing`.content(x: 0, y: 0), history.points, silence: silence)
        let strip = lines[1...].prefix(17).map { Array($0.dropFirst(7)) }
        return strip[0].indices.filter { column in strip.contains { $0[column] == "*" } }
    }

    @Test func `leaves a gap where no frames came, and no line over it`() {
        var history = GraphHistory()
        for index in 0...300 { history.add(Self.frame(at: Double(index) / 50, x: 12), now: 0) }
        for index in 0...50 { history.add(Self.frame(at: 9 + Double(index) / 50, x: -12), now: 0) }
        #expect(history.points.count { $0.isAfterGap } == 1)
        #expect(Self.drawn(history) == Array(0...29) + Array(44...49))
    }

    @Test func `moves on while nothing comes, though not between two frames`() {
        var history = GraphHistory()
        for index in 0...500 { history.add(Self.frame(at: Double(index) / 50, x: 12), now: 1_000) }
        #expect(history.silence(at: 60_000_000) == 0)
        let silence = history.silence(at: 3_000_001_000)
        #expect(silence == 3)
        #expect(Self.drawn(history) == Array(0...49))
        #expect(Self.drawn(history, silence: silence) == Array(0...34))
        #expect(Self.drawn(history, silence: 1e6) == [])
    }

    @Test func `begins a new line with a new connection, however soon`() {
        var history = GraphHistory()
        for second in 0...4 { history.add(Self.frame(at: Double(second)), now: 0) }
        history.interrupt()
        for second in 6...8 { history.add(Self.frame(at: Double(second)), now: 0) }
        #expect(history.points.filter(\.isAfterGap).map(\.time.nanoseconds) == [6_000_000_000])
    }
}
