import ArgumentParser
import Foundation
import LinuxSystem
import Testing
import TiltCore
import TiltDaemon
import TiltSensors

@testable import tiltshadow

@Suite struct `Record loop` {
    /// A sensor that has ten readings, then ends as it is told to.
    final class TenReadings: Sensor {
        let description = SensorDescription(id: "ten", name: "ten", kind: .evdev, device: "none")
        let urgentDescriptor: CInt? = nil
        private let end: SensorError?
        private var isEmpty = false

        init(end: SensorError?) { self.end = end }

        func drain(_ body: (Reading) -> Void) throws(SensorError) {
            guard !isEmpty else {
                if let end { throw end }
                return
            }
            isEmpty = true
            for index in 1...10 {
                let counts = Reading.Counts(x: 0, y: 0, z: Double(index))
                body(Reading(time: Timestamp(nanoseconds: Int64(index)), accelerometer: counts))
            }
        }

        func probe() throws(SensorError) {}
    }

    @Test func `ends a log properly when the time is over`() throws {
        let directory = try ScratchDirectory()
        var loop = RecordLoop(sensor: TenReadings(end: nil), seconds: 0.05)
        try loop.run(to: directory.path + "/log", overwrite: false)
        let text = try String(contentsOfFile: directory.path + "/log", encoding: .utf8)
        #expect(text.hasPrefix("#tiltlog=1\n"))
        #expect(text.hasSuffix("\n10,0,0,10,,,\n#end samples=10 dropped=0\n"))
    }

    @Test func `keeps what there was when the sensor goes, and says that it went`() throws {
        let directory = try ScratchDirectory()
        var loop = RecordLoop(sensor: TenReadings(end: .gone(path: "/dev/x")), seconds: nil)
        #expect(throws: ToolError.sensor(.gone(path: "/dev/x"))) {
            try loop.run(to: directory.path + "/log", overwrite: false)
        }
        let text = try String(contentsOfFile: directory.path + "/log", encoding: .utf8)
        #expect(text.hasSuffix("#end samples=10 dropped=0\n"))
    }

    @Test func `fails where nothing came, leaves no log, and the one that was there as it was`() throws {
        let directory = try ScratchDirectory()
        func record(overwrite: Bool = false, _ limits: RecordLimits = RecordLimits()) throws {
            let sensor = TenReadings(end: nil)
            try sensor.drain { _ in }
            var loop = RecordLoop(sensor: sensor, seconds: 0.05)
            try loop.run(to: directory.path + "/log", overwrite: overwrite, limits: limits)
        }
        let error = #expect(throws: ToolError.nothingRecorded("ten")) { try record() }
        #expect(error?.exitCode == 1 && error?.hint?.contains("tiltshadow doctor") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        let old = "#tiltlog=1\nt_ns,ax,ay,az\n1,0,0,9.8\n"
        let log = try directory.file("log", old)
        #expect(throws: ToolError.nothingRecorded("ten")) { try record(overwrite: true) }
        #expect(throws: ToolError.nothingRecorded("ten")) { try record(RecordLimits(bytes: 4096, files: 3)) }
        #expect(try String(contentsOfFile: log, encoding: .utf8) == old)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["log"])
    }

    @Test func `takes the place of an old log, or puts it aside, once there is a reading`() throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("log", "#tiltlog=1\nt_ns,ax,ay,az\n1,0,0,9.8\n")
        func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        let old = try text(log)
        var rotating = RecordLoop(sensor: TenReadings(end: nil), seconds: 0.05)
        try rotating.run(to: log, overwrite: false, limits: RecordLimits(bytes: 4096, files: 3))
        #expect(try text(log + ".1") == old)
        #expect(try text(log).hasSuffix("#end samples=10 dropped=0\n"))
        var replacing = RecordLoop(sensor: TenReadings(end: nil), seconds: 0.05)
        try replacing.run(to: log + ".1", overwrite: true)
        #expect(try text(log + ".1").hasSuffix("#end samples=10 dropped=0\n"))
    }

    @Test func `says before the first reading that nothing can be written there`() throws {
        let command = try RecordCommand.parse(["/nowhere/log"])
        let error = #expect(
            throws: ToolError.recording(SystemError("open", "/nowhere/log", errno: 2), rows: 0)
        ) {
            try command.refuseOthers(RecordLimits())
        }
        #expect(
            error?.description == "recording ended after 0 rows: open /nowhere/log: No such file or directory"
        )
    }

    @Test func `says before the first reading what cannot be replaced`() throws {
        let directory = try ScratchDirectory()
        func refusal(_ name: String, _ words: [String] = ["--force"]) throws -> ToolError? {
            let command = try RecordCommand.parse([directory.path + "/" + name] + words)
            do throws(ToolError) {
                try command.refuseOthers(RecordLimits())
                _ = try command.openPipe()
                return nil
            } catch { return error }
        }
        func unopened(_ name: String, _ errno: Int32) -> ToolError {
            .recording(SystemError("open", directory.path + "/" + name, errno: errno), rows: 0)
        }
        let files = FileManager.default
        for (link, target) in [("away", "/nowhere/log"), ("next", "new"), ("round", "round")] {
            try files.createSymbolicLink(
                atPath: directory.path + "/" + link, withDestinationPath: target)
            #expect(try refusal(link, []) == .exists(path: directory.path + "/" + link))
        }
        #expect(try refusal("away") == unopened("away", ENOENT))
        #expect(try refusal("next") == nil && refusal("new") == nil)
        #expect(try refusal("round") == unopened("round", ELOOP))
        try files.createDirectory(atPath: directory.path + "/d", withIntermediateDirectories: false)
        #expect(try refusal("d") == unopened("d", EISDIR))
        #expect(try refusal("d")?.hint == "name a file in it")
        #expect(mknod(directory.path + "/socket", mode_t(S_IFSOCK) | 0o600, 0) == 0)
        #expect(try refusal("socket") == unopened("socket", ENXIO))

        let pipe = directory.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(try refusal("pipe") == .unreadPipe(path: pipe))
        var loop = RecordLoop(sensor: TenReadings(end: nil), seconds: 0.05)
        #expect(throws: ToolError.recording(SystemError("open", pipe, errno: ENXIO), rows: 0)) {
            try loop.run(to: pipe, overwrite: true)
        }
        let reader = try OwnedDescriptor.open(pipe, O_RDONLY | O_NONBLOCK)
        #expect(try refusal("pipe") == nil)
        var other = RecordLoop(sensor: TenReadings(end: nil), seconds: 0.05)
        try other.run(to: pipe, overwrite: true)
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(reader.raw, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasSuffix("dropped=0\n"))
    }

    @Test func `takes no other user's file, which that one could read, unless root does`() throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("log", "theirs")
        let (command, owner) = (try RecordCommand.parse([log, "--force"]), geteuid())
        let error = #expect(throws: ToolError.othersFile(path: log, owner: owner)) {
            try command.refuseOthers(RecordLimits(), user: owner + 1)
        }
        #expect(error?.description == "\(log) is of user \(owner), who could read what is recorded to it")
        #expect(error?.exitCode == 1 && error?.hint == "choose another name, or take that one away")
        for user in [owner, 0] { try command.refuseOthers(RecordLimits(), user: user) }
    }

    @Test func `says how many rows are whole in a log that a full disk cut off`() throws {
        let directory = try ScratchDirectory()
        let head = "#tiltlog=1\n#name=1\nt_ns,ax,ay,az\n"
        let log = try directory.file("log", head + "-1,0,0,9.8\n2,0,0,9.8\n3,0,0,9.")
        let full = ToolError.recording(SystemError("write", log, errno: 28), rows: 472)
        let error = RecordCommand.withWholeRows(full, in: log)
        #expect(error.description.hasPrefix("recording ended with 2 whole rows in \(log): write "))
        #expect(error.hint == full.hint && error.exitCode == 1)
        for path in ["-", "/dev/full", directory.path + "/none"] {
            #expect(RecordCommand.withWholeRows(full, in: path) == full)
        }
        let refused = ToolError.recording(SystemError("open", log, errno: 13), rows: 0)
        #expect(RecordCommand.withWholeRows(refused, in: log) == refused)
    }

    @Test func `says so when the disk is full`() throws {
        var loop = RecordLoop(sensor: TenReadings(end: nil), seconds: 0.05)
        let error = #expect(throws: ToolError.self) { try loop.run(to: "/dev/full", overwrite: true) }
        #expect(error?.description.contains("No space left") == true)
        #expect(error?.hint?.contains("free some space") == true)
    }
}
