import CLinux
import Foundation
import LinuxSystem
import Testing
import TiltCore
import TiltSensors

@Suite struct `A log in the place of a sensor` {
    private let directory: URL
    private let clock = Clock()

    /// What the log takes for CLOCK_MONOTONIC, in milliseconds.
    private final class Clock { var milliseconds: Int64 = 100_000 }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

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

    @Test func `catches up after a long pause one round at a time`() throws {
        let sensor = try open(source(rows, isRepeated: true))
        #expect(try drain(sensor, at: 1_000_000) == [1, 2, 3, 4, 1, 2, 3, 4])
    }

    @Test(arguments: ["", "t,ax,ay,az\n", "dear diary\n", String(repeating: "x", count: 5000)])
    func `is refused for good where it is none`(_ text: String) throws {
        let source = try source(text)
        #expect {
            _ = try open(source)
        } throws: { error in
            if case .log? = error as? SensorError { true } else { false }
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

    @Test func `takes no more than a megabyte at a time of a line without end`() throws {
        let text =
            "t,ax,ay,az\n0,1,0,9\n0.01,2,0,9\n" + String(repeating: "9", count: 5_000_000) + "\n0.02,3,0,9\n"
        let sensor = try open(source(text, isRepeated: true))
        #expect(try drain(sensor, at: 30) == [1, 2])
        var rounds = 0
        while try drain(sensor, at: 30) == [] { rounds += 1 }
        #expect((2...6).contains(rounds))
    }
}
