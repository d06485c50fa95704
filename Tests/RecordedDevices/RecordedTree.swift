import CLinux
package import LinuxSystem
import TiltCore
package import TiltSensors

/// A recorded IIO device: its sysfs in umockdev's format, and what reads of it gave.
///
/// `P: path`, `N: node`, `E: property`, `A: attribute=text` and `L: link=target` are umockdev's. To these come
/// `R: node t_ns hex`, the bytes that read(2) gave at an instant of CLOCK_MONOTONIC, and `S: t_ns x y z`, the texts that
/// the three `in_accel_*_raw` attributes held then. The tree is made below a directory with a FIFO for each node, and the
/// project's own code opens it like any device, with the log's clock for its own. It needs no Foundation, so that the same
/// is done on other processors.
package struct RecordedTree {
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

    /// A line that makes no sense.
    package enum Malformed: Error { case line(Int, String) }

    private final class Clock { var now: Int64 = 0 }

    private var devices: [Device] = []
    private var reads: [Read] = []
    private var polls: [Poll] = []

    /// Reads the text of a `.iio` file.
    package init(_ text: String) throws(Malformed) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let mark = line.first, mark != "#" else { continue }
            guard line.dropFirst().hasPrefix(": "), take(mark, String(line.dropFirst(3))) else {
                throw .line(index + 1, String(line))
            }
        }
    }

    /// Takes what follows a mark; false where it makes no sense.
    private mutating func take(_ mark: Character, _ rest: String) -> Bool {
        let words = rest.split(separator: " ").map { String($0) }
        let halves = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0) }
        if mark == "P" {
            devices.append(Device(path: rest))
            return true
        }
        guard !devices.isEmpty else { return false }
        let last = devices.count - 1
        switch (mark, halves.count, words.count) {
        case ("N", _, _): devices[last].node = rest
        case ("E", 2, _): devices[last].properties[halves[0]] = halves[1]
        case ("A", 2, _): devices[last].attributes.append((halves[0], halves[1].replacing("\\n", by: "\n")))
        case ("L", 2, _): devices[last].links.append((halves[0], halves[1]))
        case ("R", _, 3...):
            guard let time = Int64(words[1]), let bytes = Self.bytes(words[2...]) else { return false }
            reads.append(Read(node: words[0], time: time, bytes: bytes))
        case ("S", _, 4):
            guard let time = Int64(words[0]) else { return false }
            polls.append(Poll(time: time, texts: Array(words[1...])))
        default: return false
        }
        return true
    }

    private static func bytes(_ words: ArraySlice<String>) -> [UInt8]? {
        var bytes: [UInt8] = []
        for word in words {
            let digits = Array(word.utf8)
            guard digits.count % 2 == 0 else { return nil }
            for place in stride(from: 0, to: digits.count, by: 2) {
                let pair = String(decoding: digits[place..<(place + 2)], as: UTF8.self)
                guard let byte = UInt8(pair, radix: 16) else { return nil }
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// Opens the best sensor of the tree and reads it from the first read to the last.
    ///
    /// - Parameters:
    ///   - root: an empty directory to make the tree in; the caller removes it.
    ///   - options: what settings say about sensors.
    /// - Returns: what was read, or why there is nothing.
    /// - Throws: ``SystemError`` where the tree cannot be made.
    package func decoded(below root: String, _ options: SensorOptions) throws(SystemError) -> Decoded {
        for folder in ["sys/bus/iio/devices", "dev"] { try Self.makeFolder(root + "/" + folder) }
        var options = options
        (options.sysRoot, options.devRoot) = (root + "/sys", root + "/dev")
        var records: [DeviceRecord] = []
        for device in devices {
            if let record = try make(device, below: root) { records.append(record) }
        }
        let survey = SensorSurvey(options: options, records: records)

        var decoded = Decoded()
        let kind: SensorDescription.Kind = reads.isEmpty ? .iioPoll : .iioBuffer
        let candidates = survey.candidates()
        guard let candidate = candidates.first(where: { $0.kind == kind }) ?? candidates.first else {
            decoded.refusal = "no accelerometer"
            return decoded
        }
        decoded.notes = candidate.details + candidate.warnings.map { "warning: " + $0 }
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
        } catch { decoded.refusal = error.description.replacing(root, by: "") }
        return decoded
    }

    /// Drains the buffer at the instant of each read, with what that gave.
    private func stream(
        _ candidate: SensorCandidate, _ survey: SensorSurvey, _ root: String, into decoded: inout Decoded
    ) throws(SensorError) {
        let clock = Clock()
        clock.now = reads.first?.time ?? 0
        let sensor = try survey.open(candidate) { clock.now }
        decoded.sensor = sensor.description
        var next = reads[...]
        while let time = next.first?.time {
            clock.now = time
            while let read = next.first, read.time == time {
                Self.write(read.bytes, to: root + "/dev/" + read.node)
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
        _ candidate: SensorCandidate, _ survey: SensorSurvey, into decoded: inout Decoded
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
    private func make(_ device: Device, below root: String) throws(SystemError) -> DeviceRecord? {
        let directory = SysfsDirectory(root + "/sys" + device.path)
        try Self.makeFolder(directory.path)
        for (name, text) in device.attributes {
            let file = directory.path + "/" + name
            if let end = file.lastIndex(of: "/") { try Self.makeFolder(String(file[..<end])) }
            try Self.write(text, to: file)
        }
        for (name, target) in device.links { try Self.link(directory.path + "/" + name, to: target) }
        guard device.properties["SUBSYSTEM"] == "iio" else { return nil }
        try Self.link(root + "/sys/bus/iio/devices/" + directory.name, to: directory.path)
        let node = device.node.map { root + "/dev/" + $0 }
        if let node, mkfifo(node, 0o600) != 0 { throw SystemError("mkfifo", node) }
        return DeviceRecord(
            subsystem: .iio, sysPath: (directory.resolved ?? directory).path, node: node,
            mountMatrix: device.properties["ACCEL_MOUNT_MATRIX"],
            location: device.properties["ACCEL_LOCATION"])
    }

    private static func write(_ text: String, to path: String) throws(SystemError) {
        guard let file = fopen(path, "w") else { throw SystemError("fopen", path) }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else { throw SystemError("fputs", path) }
    }

    private static func link(_ path: String, to target: String) throws(SystemError) {
        guard symlink(target, path) == 0 else { throw SystemError("symlink", path) }
    }

    /// Makes a directory, and those above it.
    private static func makeFolder(_ path: String) throws(SystemError) {
        guard mkdir(path, 0o700) != 0, clinux_errno() != EEXIST else { return }
        guard clinux_errno() == ENOENT, let end = path.lastIndex(of: "/") else {
            throw SystemError("mkdir", path)
        }
        try makeFolder(String(path[..<end]))
        guard mkdir(path, 0o700) == 0 else { throw SystemError("mkdir", path) }
    }
}

extension String {
    /// The text with every `part` in it replaced, by bytes.
    fileprivate func replacing(_ part: String, by other: String) -> String {
        let (whole, part) = (Array(utf8), Array(part.utf8))
        var bytes: [UInt8] = []
        var place = 0
        while place < whole.count {
            if !part.isEmpty, whole[place...].starts(with: part) {
                bytes += Array(other.utf8)
                place += part.count
            } else {
                bytes.append(whole[place])
                place += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
