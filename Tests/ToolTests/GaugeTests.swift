import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Gauge drawing` {
    static func content(x: Double, y: Double) -> Gauge.Content {
        let frame = Frame(
            sequence: 1, time: Timestamp(nanoseconds: 0), state: .tracking, offset: ShadowOffset(x: x, y: y),
            tilt: Tilt(pitch: 0.1, roll: 0))
        return Gauge.Content(title: "demo", frame: frame, rate: 50, age: 0.003)
    }

    @Test(arguments: [(80, 24), (24, 9), (300, 80), (40, 60), (23, 24), (80, 8), (10, 2), (1, 1)])
    func `never draws beyond the terminal`(width: Int, height: Int) {
        let gauge = Gauge(width: width, height: height)
        for offset in [(0.0, 0.0), (16, 16), (-16, -16), (1e9, -1e9)] {
            let lines = gauge.lines(Self.content(x: offset.0, y: offset.1))
            #expect(lines.count <= height)
            #expect(lines.allSatisfy { $0.count <= width })
        }
    }

    @Test func `places the dot as the shadow lies: right is right and down is down`() throws {
        let gauge = Gauge(width: 40, height: 24)
        func cell(_ x: Double, _ y: Double) throws -> (row: Int, column: Int) {
            let lines = gauge.lines(Self.content(x: x, y: y))
            let row = try #require(lines.firstIndex { $0.contains("●") })
            let column = try #require(lines[row].firstIndex(of: "●"))
            return (row, lines[row].distance(from: lines[row].startIndex, to: column))
        }
        let centre = try cell(0, 0)
        #expect(try cell(8, 0).column > centre.column)
        #expect(try cell(8, 0).row == centre.row)
        #expect(try cell(0, 8).row > centre.row)
        #expect(try cell(0, 8).column == centre.column)
    }

    @Test func `has nothing but ASCII where the locale has no more`() {
        var content = Self.content(x: 0, y: 0)
        content.title = "tiltshadow 0.1 · " + String(repeating: "long ", count: 20)
        content.age = nil
        for frame in [content.frame, nil] {
            content.frame = frame
            let lines = Gauge(width: 80, height: 24, symbols: .ascii).lines(content)
            #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(lines)")
        }
    }

    @Test(arguments: [
        (80, " q ends   r recentres (--reference startup or relative)"), (40, " q ends   r recentres"),
        (12, " q ends"),
    ])
    func `leaves out the last of what there is no room for, whole`(width: Int, keys: String) {
        #expect(Gauge(width: width, height: 24).numberLines(Self.content(x: 0, y: 0)).last == keys)
    }

    @Test func `says what is wrong in the place of the state`() {
        var content = Self.content(x: 0, y: 0)
        content.trouble = "reconnecting…"
        #expect(Gauge(width: 80, height: 24).lines(content)[0].hasSuffix("reconnecting…"))
    }

    @Test(arguments: [
        (40, " tiltshadow 0.1 · simulated m… tracking"), (24, " tiltshadow 0… tracking"),
        (80, " tiltshadow 0.1 · simulated motion"),
    ])
    func `cuts the title rather than the state`(width: Int, begins: String) {
        var content = Self.content(x: 0, y: 0)
        content.title = "tiltshadow 0.1 · simulated motion"
        let line = Gauge(width: width, height: 24).titleLine(content)
        #expect(line.hasPrefix(begins) && line.hasSuffix(" tracking"), "\(line)")
        content.trouble = "reconnecting…"
        #expect(Gauge(width: width, height: 24).titleLine(content).hasSuffix(" reconnecting…"))
    }

    @Test func `draws with plain characters where the locale has no others`() {
        let lines = Gauge(width: 80, height: 24, symbols: .ascii).lines(Self.content(x: 1, y: 1))
        #expect(lines[1...(lines.count - 4)].allSatisfy { $0.utf8.allSatisfy { $0 < 128 } })
    }

    @Test(arguments: [16, 1e308, Double.infinity, .nan, 0])
    func `draws whatever numbers a stranger sends`(range: Double) {
        var gauge = Gauge(width: 80, height: 24)
        gauge.range = range
        for x in [1e308, -1e308, .leastNonzeroMagnitude, .infinity, .nan] {
            let content = Self.content(x: x, y: -x)
            #expect(gauge.lines(content).contains { $0.contains("●") })
            let point = GraphHistory.Point(time: Timestamp(nanoseconds: 0), offset: ShadowOffset(x: x, y: -x))
            #expect(Graph(gauge: gauge).lines(content, [point, point]).count <= 24)
        }
    }
}
