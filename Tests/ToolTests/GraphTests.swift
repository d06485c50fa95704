import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Graph drawing` {
    private static func points(_ offset: (Int) -> ShadowOffset) -> [Graph.Point] {
        (0...500).map {
            Graph.Point(time: Timestamp(nanoseconds: Int64($0) * 20_000_000), offset: offset($0))
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
        var points: [Graph.Point] = []
        for index in 0..<2000 {
            let time = Timestamp(nanoseconds: Int64(index) * 10_000_000)
            Graph.add(Frame(sequence: 0, time: time, state: .tracking, offset: .zero), to: &points)
        }
        #expect(points.count == 1001)
        let past = Timestamp(nanoseconds: 5)
        Graph.add(Frame(sequence: 0, time: past, state: .tracking, offset: .zero), to: &points)
        #expect(points.count == 1)
    }
}
