import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Calibration screen` {
    private static func collector(_ rests: [(MatrixRow, Double)]) -> PoseCollector {
        var collector = PoseCollector(Pose.sequence(3), rest: 1, firstRest: 1)
        var time = 0.0
        for (force, seconds) in rests {
            for _ in 0..<Int(seconds * 100) {
                time += 0.01
                collector.take(
                    RawSample(
                        time: Timestamp(nanoseconds: Int64(time * 1e9)),
                        acceleration: Acceleration(x: force.x, y: force.y, z: force.z)))
            }
        }
        return collector
    }

    private static let flat = MatrixRow(x: 0, y: 0, z: 9.81)

    private static func lines(
        _ collector: PoseCollector, width: Int = 90, height: Int = 24, fault: String? = nil,
        symbols: Bool = true
    ) -> [String] {
        CalibrationScreen(width: width, height: height, style: TextStyle(isOn: false), hasSymbols: symbols)
            .lines(.init(sensor: "bma\u{1b}180", fault: fault), collector)
    }

    @Test(arguments: [(80, 24), (300, 80), (40, 10), (20, 3), (1, 1)])
    func `never draws beyond the terminal`(width: Int, height: Int) {
        let lines = Self.lines(Self.collector([(Self.flat, 1.2)]), width: width, height: height)
        #expect(lines.count <= height)
        #expect(lines.allSatisfy { $0.count <= width })
    }

    @Test func `says what to do, what was taken, and what is wrong with this pose`() {
        let before = Self.lines(Self.collector([]))
        #expect(before[0] == "Calibrating bma\\u{1b}180, pose 1 of 3")
        #expect(before[2] == Pose.flat.request)
        #expect(before.contains { $0.contains("waiting for the sensor") })
        let tilted = Self.lines(
            Self.collector([(Self.flat, 1.2), (MatrixRow(x: 0, y: 7.86, z: 5.87), 1.2)]))
        #expect(tilted[0].hasSuffix("pose 2 of 3"))
        #expect(tilted.contains { $0.hasPrefix(" ✓ flat") && $0.contains("z  +9.81 m/s²") })
        #expect(tilted.contains("This is 53° from flat, and 90° is needed."))
        #expect(tilted.contains { $0.contains("move it") })
    }

    @Test func `loses no word on a terminal of 40 columns`() {
        let lines = Self.lines(Self.collector([(Self.flat, 0.6)]), width: 40, height: 24)
        #expect(lines.allSatisfy { $0.count <= 40 })
        #expect(
            lines.joined(separator: " ").contains(
                "Enter takes the pose as it is; q ends, and nothing is written"))
        #expect(lines.contains { $0.hasPrefix("   still") && $0.hasSuffix("░ hold still") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("   now         x ") && $0.hasSuffix(" z +9.81") }, "\(lines)")
    }

    @Test func `fills its bar while the device rests`() {
        func filled(_ seconds: Double) -> Int {
            Self.lines(Self.collector([(Self.flat, seconds)])).joined().count { $0 == "█" }
        }
        #expect(filled(0.3) < filled(0.6))
        #expect(filled(0.6) < filled(0.9))
    }

    @Test func `is plain ASCII where the locale has no more, but for the unit`() {
        let lines = Self.lines(Self.collector([(Self.flat, 1.2)]), symbols: false)
        #expect(!lines.joined().contains { "✓█░".contains($0) })
    }

    @Test(arguments: [39, 79, 120])
    func `tells who levels a device what is waited for, in one line`(width: Int) {
        let screen = CalibrationScreen(
            width: width, height: 1, style: TextStyle(isOn: false), hasSymbols: true)
        func line(_ rests: [(MatrixRow, Double)], fault: String? = nil) -> String {
            screen.levelLine(Self.collector(rests), fault: fault, rest: 2, left: 26.5)
        }
        let moving = line([(Self.flat, 0.1)])
        #expect(moving.contains("░ moving") && moving.count <= width, "\(moving)")
        #expect(line([(Self.flat, 0.6)]).contains("█░") && line([(Self.flat, 0.6)]).contains(" hold still"))
        #expect(moving.contains("; needs 2 s of rest, 27 s left") == (width > 70), "\(moving)")
        #expect(line([]).hasPrefix("waiting for the sensor…"))
        #expect(line([], fault: "the sensor sends nothing").hasPrefix("the sensor sends nothing"))
    }

    @Test func `shows a fault in the place of readings`() {
        let lines = Self.lines(Self.collector([(Self.flat, 0.5)]), fault: "the daemon has no sensor")
        #expect(lines.contains { $0.contains("the daemon has no sensor") })
        #expect(!lines.contains { $0.contains("now") })
    }
}
