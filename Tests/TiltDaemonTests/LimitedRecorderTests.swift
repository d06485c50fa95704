import CLinux
import Foundation
import LinuxSystem
import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `A recorder with limits` {
    private let directory: ScratchDirectory
    private let sensor = SensorDescription(
        id: "i", name: "n", kind: .evdev, device: "/dev/e",
        calibration: Calibration(accelerometer: Calibration.Axes(scale: 0.01)))

    init() throws { directory = try ScratchDirectory() }

    private func record(_ rows: Int, from first: Int = 0, _ limits: RecordLimits) throws -> LimitedRecorder {
        let recorder = try LimitedRecorder(
            path: directory.path("log"), sensor: sensor, overwrite: false, limits: limits,
            now: Timestamp(nanoseconds: 0))
        for row in first..<(first + rows) {
            let counts = Reading.Counts(x: Double(row), y: -1e-300 / 3, z: -0.1234567890123456)
            let reading = Reading(time: Timestamp(nanoseconds: Int64(row)), accelerometer: counts)
            try recorder.append(reading, now: Timestamp(nanoseconds: Int64(row) * 20_000_000))
        }
        try recorder.finish()
        return recorder
    }

    /// The times of the rows of a log, which must be whole.
    private func rows(_ name: String) throws -> [Int] {
        let text = directory.text(name)
        try #require(text.hasPrefix("#tiltlog=1\n") && text.contains("\n#end samples="))
        #expect(LogFileCheck.problem(in: directory.path(name)) == nil)
        return text.split(separator: "\n").filter { $0.first?.isNumber == true }
            .compactMap { Int($0.prefix { $0 != "," }) }
    }

    private func size(_ name: String) -> Int { directory.text(name).utf8.count }

    @Test(arguments: [4096, 5000, 10_000])
    func `stops at the limit with a whole log that is no larger`(limit: Int) throws {
        let recorder = try record(2000, RecordLimits(bytes: limit))
        #expect(recorder.isFull)
        #expect(size("log") <= limit && size("log") > limit - 400)
        #expect(try rows("log") == Array(0..<recorder.rows))
    }

    @Test func `puts full logs aside, keeps the newest, and loses no row between them`() throws {
        let recorder = try record(2000, RecordLimits(bytes: 8000, files: 3))
        #expect(!recorder.isFull && recorder.rows == 2000 && recorder.files > 3)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.sorted() == ["log", "log.1", "log.2"])
        let all = try rows("log.2") + rows("log.1") + rows("log")
        #expect(all == Array((2000 - all.count)..<2000))
        for name in names { #expect(size(name) <= 8000) }
    }

    @Test func `puts the log of an earlier run aside as well`() throws {
        let limits = RecordLimits(bytes: 100_000, files: 3)
        for run in 0..<4 { _ = try record(10, from: run * 10, limits) }
        #expect(try rows("log") == Array(30..<40))
        #expect(try rows("log.1") == Array(20..<30))
        #expect(try rows("log.2") == Array(10..<20))
    }

    @Test func `without rotation leaves a file that is there alone`() throws {
        try directory.write("log", "mine")
        #expect(throws: SystemError.self) { try record(1, RecordLimits(bytes: 8000)) }
        #expect(directory.text("log") == "mine")
    }

    @Test func `moves logs up to the first number that is free, and loses none of those behind it`() throws {
        let limits = RecordLimits(bytes: 100_000, files: 4)
        let (one, two, three) = ("#tiltlog=1 one", "#tiltlog=1 two", "#tiltlog=1 three")
        try directory.write("log.1", one)
        try directory.write("log.2", two)
        _ = try record(10, limits)
        #expect(directory.text("log.1") == one && directory.text("log.2") == two)
        _ = try record(10, from: 10, RecordLimits(bytes: 100_000, files: 3))
        #expect(try rows("log.1") == Array(0..<10))
        #expect(directory.text("log.2") == one)
        try FileManager.default.removeItem(atPath: directory.path("log.1"))
        try directory.write("log.3", three)
        _ = try record(10, from: 20, limits)
        #expect(try rows("log.1") == Array(10..<20))
        #expect(directory.text("log.2") == one && directory.text("log.3") == three)
    }

    @Test(arguments: ["log", "log.1", "log.2"])
    func `ends at a file that has come meanwhile and is no recording, and leaves it alone`(name: String)
        throws
    {
        let recorder = try LimitedRecorder(
            path: directory.path("log"), sensor: sensor, overwrite: false,
            limits: RecordLimits(bytes: 4096, files: 3), now: Timestamp(nanoseconds: 0))
        try FileManager.default.removeItem(atPath: directory.path("log"))
        try directory.write("log", "#tiltlog=1\n")
        try directory.write(name, "my notes")
        let counts = Reading.Counts(x: 0, y: -1e-300 / 3, z: -0.1234567890123456)
        let error = #expect(throws: SystemError.self) {
            for row in 0..<1000 {
                let time = Timestamp(nanoseconds: Int64(row) * 20_000_000)
                try recorder.append(Reading(time: time, accelerometer: counts), now: time)
            }
        }
        #expect(error == SystemError("rename", directory.path(name), errno: EEXIST))
        #expect(error?.recordingReason == "\(directory.path(name)) is no recording, and is left alone")
        #expect(directory.text(name) == "my notes" && recorder.files == 1)
    }

    @Test func `is for whoever made it alone`() throws {
        _ = try record(1, RecordLimits())
        var status = stat()
        #expect(stat(directory.path("log"), &status) == 0 && status.st_mode & 0o077 == 0)
    }

    @Test(arguments: [
        ([String: String](), String?.none),
        (["log": "#tiltlog=1\n", "log.1": "#tiltlog=1\n", "log.2": "#tiltlog=1\nt_ns"], nil),
        (["log": "precious"], "log"),
        (["log": "#tiltlog=1\n", "log.1": "important"], "log.1"),
        (["log": "#tiltlog", "log.1": ""], "log"),
        (["log.2": ""], nil),
        (["log.3": "is not reached"], nil),
    ])
    func `names a file that is no recording where it would rotate`(
        files: [String: String], expected: String?
    ) throws {
        for (name, text) in files { try directory.write(name, text) }
        let found = LimitedRecorder.stranger(at: directory.path("log"), RecordLimits(bytes: 8000, files: 3))
        #expect(found == expected.map { directory.path($0) })
        #expect(LimitedRecorder.stranger(at: directory.path("log"), RecordLimits(bytes: 8000)) == nil)
        let others = LimitedRecorder.stranger(
            at: directory.path("log"), RecordLimits(bytes: 8000, files: 3), overwrite: true)
        #expect(others == (expected == "log" ? nil : found))
    }

    @Test(arguments: ["pipe", "directory", "link", "/dev/null"])
    func `names what is no file where it would rotate`(name: String) throws {
        #expect(mkfifo(directory.path("pipe"), 0o600) == 0 && mkdir(directory.path("directory"), 0o700) == 0)
        try directory.write("log", "#tiltlog=1\n")
        #expect(symlink("log", directory.path("link")) == 0)
        let path = name.hasPrefix("/") ? name : directory.path(name)
        #expect(LimitedRecorder.stranger(at: path, RecordLimits(bytes: 8000, files: 3)) == path)
    }
}
