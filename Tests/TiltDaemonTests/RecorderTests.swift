import CLinux
import Foundation
import LinuxSystem
import Strangers
import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `The recorder` {
    private let directory: ScratchDirectory
    private let sensor = SensorDescription(
        id: "i", name: "n", kind: .evdev, device: "/dev/e", rateHz: 100,
        calibration: Calibration(accelerometer: Calibration.Axes(scale: 0.01)))

    init() throws { directory = try ScratchDirectory() }

    private func reading(_ index: Int) -> Reading {
        Reading(
            time: Timestamp(nanoseconds: Int64(index) * 10_000_000),
            accelerometer: Reading.Counts(x: Double(index), y: -1, z: 0.5))
    }

    private func time(_ seconds: Double) -> Timestamp { Timestamp(nanoseconds: Int64(seconds * 1e9)) }

    @Test func `writes a header at once, rows once a second and the end`() throws {
        let path = directory.path("a.tiltlog")
        let recorder = try Recorder(path: path, sensor: sensor, overwrite: false, now: time(0))
        #expect(directory.text("a.tiltlog").hasSuffix("t_ns,ax,ay,az\n"))
        for index in 1...99 { try recorder.append(reading(index), now: time(Double(index) / 100)) }
        #expect(directory.text("a.tiltlog").hasSuffix("az\n"))
        try recorder.append(reading(100), now: time(1))
        #expect(directory.text("a.tiltlog").hasSuffix("\n1000000000,100,-1,0.5\n"))
        try recorder.finish(dropped: 2)
        #expect(directory.text("a.tiltlog").hasSuffix("\n#end samples=100 dropped=2\n"))
        #expect(LogFileCheck.problem(in: path) == nil)
    }

    @Test func `leaves a file that is there alone unless it is told to overwrite`() throws {
        let path = try directory.write("a.tiltlog", "mine")
        #expect(throws: SystemError("open", path, errno: EEXIST)) {
            _ = try Recorder(path: path, sensor: sensor, overwrite: false, now: time(0))
        }
        #expect(directory.text("a.tiltlog") == "mine")
        try Recorder(path: path, sensor: sensor, overwrite: true, now: time(0)).finish()
        #expect(directory.text("a.tiltlog").hasPrefix("#tiltlog=1\n"))
    }

    @Test func `is for its owner alone, whoever could read the file before, and in the same place`() throws {
        let path = try directory.write("a.tiltlog", "mine")
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("link"), withDestinationPath: "a.tiltlog")
        for name in ["a.tiltlog", "link"] {
            #expect(chmod(path, 0o666) == 0)
            try Recorder(path: directory.path(name), sensor: sensor, overwrite: true, now: time(0)).finish()
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o600, "\(name)")
            #expect(directory.text("a.tiltlog").hasSuffix("#end samples=0 dropped=0\n"))
        }
        var status = stat()
        #expect(stat("/dev/null", &status) == 0)
        try Recorder(path: "/dev/null", sensor: sensor, overwrite: true, now: time(0)).finish()
        var after = stat()
        #expect(stat("/dev/null", &after) == 0 && after.st_mode == status.st_mode)
    }

    @Test func `says that the disk is full`() throws {
        #expect(throws: SystemError("write", "/dev/full", errno: ENOSPC)) {
            _ = try Recorder(path: "/dev/full", sensor: sensor, overwrite: true, now: time(0))
        }
        #expect(throws: SystemError("open", directory.path("no/where"), errno: ENOENT)) {
            _ = try Recorder(path: directory.path("no/where"), sensor: sensor, overwrite: true, now: time(0))
        }
    }

    @Test func `cuts standard output back to its last whole row, and nothing of another's`() throws {
        var header = ByteBuffer(capacity: 256)
        LogHeader(sensor: sensor).append(to: &header)
        let output = try FullFile(butFor: header.count + 25)
        let recorder = try Recorder(
            path: "-", sensor: sensor, overwrite: false, now: time(0), standardOutput: output.file.raw)
        for index in 1...3 { try recorder.append(reading(index), now: time(0)) }
        #expect(throws: SystemError("write", "standard output", errno: EPERM)) { try recorder.finish() }
        let rows = String(decoding: header.bytes, as: UTF8.self) + "10000000,1,-1,0.5\n"
        #expect(try text(of: output) == output.kept + rows)
    }

    @Test func `takes back from standard output what is of no use without the rest of its header`() throws {
        let output = try FullFile(butFor: 30)
        let raw = output.file.raw
        #expect(throws: SystemError("write", "standard output", errno: EPERM)) {
            _ = try Recorder(
                path: "-", sensor: sensor, overwrite: false, now: time(0), standardOutput: raw)
        }
        #expect(try text(of: output) == output.kept)
    }

    private func text(of output: FullFile) throws -> String {
        try String(contentsOfFile: "/proc/self/fd/\(output.file.raw)", encoding: .utf8)
    }
}
