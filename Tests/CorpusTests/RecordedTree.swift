import CLinux
import Foundation
import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// A recorded IIO device: its sysfs in umockdev's format, and what reads of it gave.
///
/// `P: path`, `N: node`, `E: property`, `A: attribute=text` and `L: link=target` are umockdev's. To these come
/// `R: node t_ns hex`, the bytes that read(2) gave at an instant of CLOCK_MONOTONIC, and `S: t_ns x y z`, the texts that
/// the three `in_accel_*_raw` attributes held then. The tree is made below a temporary directory with a FIFO for each
/// node, and the project's own code opens it like any device, with the log's clock for its own.
struct RecordedTree {
    private struct Device {
        var path = ""
        var node: String?
        var properties: [String: String] = [:]
        var attributes: [(name: String, text: String)] = []
        var links: [(name: String, target: String)] = []
    }

    private struct Read {
        let node: String
        let time: Int64
        let bytes: [UInt8]
    }

    private struct Poll {
        let time: Int64
        let texts: [String]
    }

    private enum Malformed: Error { case line(Int, String) }

    private final class Clock { var now: Int64 = 0 }

    private var devices: [Device] = []
    private var reads: [Read] = []
    private var polls: [Poll] = []

    init(_ file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let mark = line.first, mark != "#" else { continue }
            guard line.dropFirst().hasPrefix(": "), take(mark, String(line.dropFirst(3))) else {
                throw Malformed.line(index + 1, String(line))
            }
        }
    }

    /// Takes what follows a mark; false where it makes no sense.
    private mutating func take(_ mark: Character, _ rest: String) -> Bool {
        let words = rest.split(separator: " ").map(String.init)
        let halves = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        if mark == "P" {
            devices.append(Device(path: rest))
            return true
        }
        guard !devices.isEmpty else { return false }
        let last = devices.count - 1
        switch (mark, halves.count, words.count) {
        case ("N", _, _): devices[last].node = rest
        case ("E", 2, _): devices[last].properties[halves[0]] = halves[1]
        case ("A", 2, _): devices[last].attributes.append((halves[0], halves[1].replacing("\\n", with: "\n")))
        case ("L", 2, _): devices[last].links.append((halves[0], halves[1]))
        case ("R", _, 3...):
            guard let time = Int64(words[1]), let bytes = Self.bytes(words[2...].joined()) else {
                return false
            }
            reads.append(Read(node: words[0], time: time, bytes: bytes))
        case ("S", _, 4):
            guard let time = Int64(words[0]) else { return false }
            polls.append(Poll(time: time, texts: Array(words[1...])))
        default: return false
        }
        return true
    }

    private static func bytes(_ hex: String) -> [UInt8]? {
        let digits = hex.compactMap(\.hexDigitValue)
        guard digits.count == hex.count, digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// Opens the best sensor of the tree and reads it from the first read to the last.
    func decoded(_ settings: Settings) throws -> CorpusRun.Decoded {
        let root = FileManager.default.temporaryDirectory.appending(path: "tiltshadow-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for folder in ["sys/bus/iio/devices", "dev"] { try Self.makeFolder(root.appending(path: folder)) }
        var options = settings.sensorOptions
        (options.sysRoot, options.devRoot) = (root.path + "/sys", root.path + "/dev")
        var records: [DeviceRecord] = []
        for device in devices { records += try make(device, below: root).map { [$0] } ?? [] }
        let survey = SensorSurvey(options: options, records: records)

        var decoded = CorpusRun.Decoded()
        let kind: SensorDescription.Kind = reads.isEmpty ? .iioPoll : .iioBuffer
        let candidates = survey.candidates()
        guard let candidate = candidates.first(where: { $0.kind == kind }) ?? candidates.first else {
            decoded.refusal = "no accelerometer"
            return decoded
        }
        decoded.notes = candidate.details
        guard candidate.rank != nil else {
            decoded.refusal = candidate.reason
            return decoded
        }
        do throws(SensorError) {
            if kind == .iioBuffer {
                try stream(candidate, survey, root, into: &decoded)
            } else {
                try poll(candidate, survey, into: &decoded)
            }
        } catch { decoded.refusal = error.description.replacing(root.path, with: "") }
        return decoded
    }

    /// Drains the buffer at the instant of each read, with what that gave.
    private func stream(
        _ candidate: SensorCandidate, _ survey: SensorSurvey, _ root: URL,
        into decoded: inout CorpusRun.Decoded
    ) throws(SensorError) {
        let clock = Clock()
        clock.now = reads.first?.time ?? 0
        let sensor = try survey.open(candidate) { clock.now }
        decoded.sensor = sensor.description
        var next = reads[...]
        while let time = next.first?.time {
            clock.now = time
            while let read = next.first, read.time == time {
                Self.write(read.bytes, to: root.path + "/dev/" + read.node)
                next = next.dropFirst()
            }
            try sensor.drain { decoded.readings.append($0) }
        }
    }

    /// Writes into a FIFO; nothing where nobody has it open, as a device that is off gives nothing.
    private static func write(_ bytes: [UInt8], to fifo: String) {
        guard let file = try? OwnedDescriptor.open(fifo, O_WRONLY | O_NONBLOCK) else { return }
        _ = bytes.withUnsafeBytes { CLinux.write(file.raw, $0.baseAddress, $0.count) }
    }

    /// Reads the raw attributes at the instant of each poll, with the texts they held.
    private func poll(
        _ candidate: SensorCandidate, _ survey: SensorSurvey, into decoded: inout CorpusRun.Decoded
    ) throws(SensorError) {
        decoded.sensor = try survey.open(candidate).description
        let directory = SysfsDirectory(candidate.sysPath)
        do throws(SystemError) {
            let axes = try IIORawAxes.open(.accelerometer, in: directory)
            for poll in polls {
                for (axis, text) in zip(["x", "y", "z"], poll.texts) {
                    try directory.write(text + "\n", to: "in_accel_\(axis)_raw")
                }
                do throws(SystemError) {
                    let counts = try axes.read()
                    decoded.readings.append(
                        Reading(time: Timestamp(nanoseconds: poll.time), accelerometer: counts))
                } catch { decoded.skipped.append("no number: " + poll.texts.joined(separator: " ")) }
            }
        } catch { throw .system(error) }
    }

    /// Makes the directory and node of a device; its record as udev would have it, where it is one of ours.
    private func make(_ device: Device, below root: URL) throws -> DeviceRecord? {
        let directory = root.appending(path: "sys" + device.path)
        try Self.makeFolder(directory)
        for (name, text) in device.attributes {
            let file = directory.appending(path: name)
            try Self.makeFolder(file.deletingLastPathComponent())
            try Self.write(text, to: file.path)
        }
        for (name, target) in device.links {
            try FileManager.default.createSymbolicLink(
                atPath: directory.appending(path: name).path, withDestinationPath: target)
        }
        guard device.properties["SUBSYSTEM"] == "iio" else { return nil }
        try FileManager.default.createSymbolicLink(
            at: root.appending(path: "sys/bus/iio/devices/" + directory.lastPathComponent),
            withDestinationURL: directory)
        let node = device.node.map { root.path + "/dev/" + $0 }
        if let node, mkfifo(node, 0o600) != 0 { throw SystemError("mkfifo", node) }
        return DeviceRecord(
            subsystem: .iio, sysPath: SysfsDirectory(directory.path).resolved?.path ?? directory.path,
            node: node, mountMatrix: device.properties["ACCEL_MOUNT_MATRIX"],
            location: device.properties["ACCEL_LOCATION"])
    }

    /// Calls `fputs`: Foundation would wait for the disk, 800 times.
    private static func write(_ text: String, to path: String) throws(SystemError) {
        guard let file = fopen(path, "w") else { throw SystemError("fopen", path) }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else { throw SystemError("fputs", path) }
    }

    private static func makeFolder(_ place: URL) throws {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
}
