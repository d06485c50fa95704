import CLinux
import Foundation
import LinuxSystem
import Testing
import TiltCore
import TiltSensors

@Suite final class `A log in the place of a sensor` {
    private let directory: URL
    private let clock = Clock()

    /// What the log takes for CLOCK_MONOTONIC, in milliseconds.
    private final class Clock { var milliseconds: Int64 = 100_000 }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private var path: String { directory.appendingPathComponent("log").path }

    private func source(_ text: String? = nil, isRepeated: Bool = false) throws -> LogSource {
        if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        return LogSource(path: path, isRepeated: isRepeated) { [clock] in
            Timestamp(nanoseconds: clock.milliseconds * 1_000_000)
        }
    }

    private func open(_ source: LogSource) throws -> any Sensor {
        try source.open(source.candidates()[0], now: Timestamp(nanoseconds: 0))
    }

    /// The x counts that a drain gives at a time, in milliseconds since the beginning.
    private func drain(_ sensor: any Sensor, at milliseconds: Int64) throws -> [Double] {
        clock.milliseconds = 100_000 + milliseconds
        var counts: [Double] = []
        try sensor.drain { reading in
            #expect(reading.time.nanoseconds <= clock.milliseconds * 1_000_000)
            counts.append(reading.accelerometer?.x ?? .nan)
        }
        return counts
    }

    private let rows = "t,ax,ay,az\n7.00,1,0,9\n7.01,2,0,9\n7.02,3,0,9\n7.05,4,0,9\n"

    @Test func `gives each reading when it is due, from the moment it is opened`() throws {
        let sensor = try open(source(rows))
        #expect(sensor.description.kind == .log)
        #expect(try drain(sensor, at: 0) == [1])
        #expect(try drain(sensor, at: 9) == [])
        #expect(try drain(sensor, at: 20) == [2, 3])
        #expect(try drain(sensor, at: 49) == [])
    }

    @Test(arguments: ["#\n", "x\n", "\n\n"])
    func `goes through what is no reading by and by, so that a loop goes on`(line: String) throws {
        let nothing = String(repeating: line, count: 300_000 / line.utf8.count)
        let sensor = try open(source("t,ax,ay,az\n7.00,1,0,9\n\(nothing)7.01,2,0,9\n99,3,0,9\n"))
        let counts = try (0..<4).map { _ in try drain(sensor, at: 1000) }
        #expect(counts == [[1], [], [2], []])
    }

    @Test func `says that it has ended with its last reading`() throws {
        let sensor = try open(source(rows))
        var counts: [Double] = []
        clock.milliseconds += 60
        #expect(throws: SensorError.log(path: path, text: "the log has ended")) {
            try sensor.drain { counts.append($0.accelerometer?.x ?? .nan) }
        }
        #expect(counts == [1, 2, 3, 4])
    }

    @Test func `starts over one interval after its last reading`() throws {
        let sensor = try open(source(rows, isRepeated: true))
        #expect(try drain(sensor, at: 59) == [1, 2, 3, 4])
        #expect(try drain(sensor, at: 60) == [1])
        #expect(try drain(sensor, at: 115) == [2, 3, 4])
    }

    /// As a replay does, by the same rule.
    @Test(arguments: [(86_399, false), (86_401, true), (3 * 86_400, true)])
    func `goes on at once where a step is of another clock, more than a day`(seconds: Int64, isBreak: Bool)
        throws
    {
        let later = 7 + seconds
        let rows = "7.00,0,0,9\n7.01,1,0,9\n\(later).02,2,0,9\n\(later).03,3,0,9\n"
        let sensor = try open(source("t,ax,ay,az\n" + rows, isRepeated: true))
        #expect(try drain(sensor, at: 15) == [0, 1])
        #expect(try drain(sensor, at: 19) == [])
        #expect(try drain(sensor, at: 20) == (isBreak ? [2] : []))
        #expect(try drain(sensor, at: 35) == (isBreak ? [3] : []))
        // Each round has it once more.
        #expect(try drain(sensor, at: 55) == (isBreak ? [0, 1] : []))
        #expect(try drain(sensor, at: 75) == (isBreak ? [2, 3] : []))
        guard !isBreak else { return }
        #expect(try drain(sensor, at: seconds * 1000 + 19) == [])
        #expect(try drain(sensor, at: seconds * 1000 + 20) == [2])
    }

    @Test func `catches up after a long pause one round at a time`() throws {
        let sensor = try open(source(rows, isRepeated: true))
        #expect(try drain(sensor, at: 1_000_000) == [1, 2, 3, 4, 1, 2, 3, 4])
    }

    @Test func `gives 32,000 readings a second at most, however close they stand`() throws {
        let rows = (0..<20_000).map { "\(Double($0) * 1e-9),\($0 % 100),0,9\n" }
        let sensor = try open(source("t,ax,ay,az\n" + rows.joined(), isRepeated: true))
        var counts: [Int] = []
        for tick in 1...100 { counts.append(try drain(sensor, at: Int64(tick) * 20).count) }
        #expect(counts.allSatisfy { $0 == 640 })
        // However long nobody asked.
        let count = try drain(sensor, at: 1_000_000).count
        #expect(count == 32_000)
    }

    @Test func `of which no row can be used says what is wrong with the first`() throws {
        let text = "#tiltlog=1\n#accel_scale=1e308\nt_ns,ax,ay,az\n1,5,0,981\n2,5,0,981\n#end samples=2\n"
        let source = try source(text)
        #expect(
            throws: SensorError.log(
                path: path,
                text:
                    "none of its rows can be used; line 4: ax,ay,az is 5,0,981, more than any sensor measures"
            )
        ) { try open(source) }
    }

    /// What is no log, and a part of what is said of it.
    struct Bad: CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let says: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Bad(name: "empty", bytes: [], says: "no samples"),
        Bad(name: "header only", bytes: Array("t,ax,ay,az\n".utf8), says: "no samples"),
        Bad(name: "prose", bytes: Array("dear diary\n".utf8), says: "dear diary"),
        Bad(name: "long", bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 5000), says: "longer"),
        Bad(
            name: "binary", bytes: (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) },
            says: "log"),
        Bad(name: "NUL", bytes: [UInt8](repeating: 0, count: 9000), says: "longer"),
        Bad(name: "newer", bytes: Array("#tiltlog=2\nt_ns,ax,ay,az\n1,2,3,4\n".utf8), says: "2"),
    ])
    func `is refused for good where it is none, with the reason`(_ bad: Bad) throws {
        try Data(bad.bytes).write(to: URL(fileURLWithPath: path))
        let source = try source()
        #expect {
            _ = try open(source)
        } throws: { error in
            if case .log(_, let text)? = error as? SensorError { text.contains(bad.says) } else { false }
        }
    }

    @Test func `that is not there is refused by name`() throws {
        let source = try source()
        #expect {
            _ = try open(source)
        } throws: { error in
            "\(error)".contains("\(path)")
        }
    }

    @Test func `of one line of two gigabytes is refused without reading it`() throws {
        let source = try source("")
        // A hole: it takes no room on the disk.
        #expect(truncate(path, 2_000_000_000) == 0)
        #expect(throws: SensorError.self) { _ = try open(source) }
        var usage = rusage()
        #expect(getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 && usage.ru_maxrss < 1_500_000)
    }

    @Test func `is played to its last whole row where it is cut off or holds nonsense`() throws {
        let nonsense = """
            1,2,3
            9,nan,0,9
            9.1,1e300,0,9
            0.5,0,0,9
            \(String(repeating: "9", count: 5000))
            9.2,1,
            """
        let sensor = try open(source(rows + nonsense))
        var counts: [Double] = []
        clock.milliseconds += 10_000
        #expect(throws: SensorError.self) {
            while true { try sensor.drain { counts.append($0.accelerometer?.x ?? .nan) } }
        }
        #expect(counts == [1, 2, 3, 4])
    }

    @Test func `with times at both ends of a clock is played all the same`() throws {
        let text = """
            #tiltlog=1
            t_ns,ax,ay,az
            -9223372036854775808,1,0,9.8
            0,2,0,9.8
            9223372036854775807,3,0,9.8

            """
        let sensor = try open(source(text, isRepeated: true))
        for milliseconds in stride(from: Int64(0), to: 10_000, by: 500) {
            #expect(try drain(sensor, at: milliseconds).count < 100)
        }
    }

    @Test func `from a pipe plays what has come, and waits for the rest without holding anybody up`() throws {
        #expect(mkfifo(path, 0o600) == 0)
        // Both ends, so that it never ends.
        let pipe = try OwnedDescriptor.open(path, O_RDWR)
        func say(_ text: String) { #expect(write(pipe.raw, text, text.utf8.count) == text.utf8.count) }
        let source = try source()
        for part in ["t,ax,", "ay,az\n7", ".00,1,0"] {
            say(part)
            #expect {
                _ = try open(source)
            } throws: { error in
                if case .silent? = error as? SensorError { true } else { false }
            }
        }
        say(",9\n")
        let sensor = try open(source)
        #expect(try drain(sensor, at: 0) == [1])
        #expect(try drain(sensor, at: 500) == [])
        say("7.01,2,0,9\n7.60,3,")
        #expect(try drain(sensor, at: 500) == [2])
        say("0,9\n")
        #expect(try drain(sensor, at: 599) == [])
        #expect(try drain(sensor, at: 600) == [3])
    }

    @Test func `takes no more than 128 kB at a time of a line without end`() throws {
        let text =
            "t,ax,ay,az\n0,1,0,9\n0.01,2,0,9\n" + String(repeating: "9", count: 600_000) + "\n0.02,3,0,9\n"
        let sensor = try open(source(text, isRepeated: true))
        #expect(try drain(sensor, at: 30) == [1, 2])
        var rounds = 0
        while try drain(sensor, at: 30) == [] { rounds += 1 }
        #expect((2...6).contains(rounds))
    }
}
