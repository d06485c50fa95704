import Foundation
import TiltCore
import TiltSensors

@testable import tiltshadow

/// A machine's devices as somebody reported them, in umockdev's format, with what must be true of them in its header.
///
/// `P:` a directory below /sys, `N:` its node below /dev, `E:` a property of udev's, `A:` an attribute, `L:` a link. The
/// header: `# up: x y z -> x y z`, a reading of the best sensor and where up is then, in any unit; `# up of NAME: …` of
/// another; `# chosen: ID`, `# place: display`, `# guess: yes`, `# warnings: 0`, of all sensors.
struct RecordedMachine: CustomStringConvertible {
    /// The folder of all trees.
    static let folder = BuiltProducts.source("Tests/Corpus/trees")

    let name: String
    let lines: [Substring]

    /// Every tree there is, by name.
    static let all: [RecordedMachine] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { $0.hasSuffix(".tree") }.compactMap { file in
            (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)).map {
                RecordedMachine(
                    name: String(file.dropLast(5)), lines: $0.split(separator: "\n"))
            }
        }
    }()

    var description: String { name }
    /// Where its golden text is.
    var golden: URL { Self.folder.appending(path: name + ".explained") }

    /// The header's lines of a key, and what stands between the key and its colon.
    func facts(_ key: String) -> [(of: String, text: String)] {
        lines.filter { $0.hasPrefix("# \(key)") }.compactMap { line in
            let parts = line.dropFirst(2 + key.count).split(
                separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].isEmpty || parts[0].hasPrefix(" of ") else { return nil }
            return (String(parts[0].dropFirst(4)), String(parts[1]))
        }
    }

    /// Makes its files below `root`, and looks at them as the daemon would.
    func survey(below root: String) throws -> SensorSurvey {
        var records: [DeviceRecord] = []
        for block in lines.blocks(beginningWith: "P: ") {
            let directory = root + "/sys" + block[0].dropFirst(3)
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            var properties: [Substring: String] = [:]
            var node: String?
            for line in block.dropFirst() {
                let parts = line.dropFirst(3).split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let value = parts.count > 1 ? String(parts[1]) : ""
                switch line.prefix(3) {
                case "N: ": node = root + "/dev/" + parts[0]
                case "E: ": properties[parts[0]] = value
                case "A: ": try Self.write(value + "\n", to: directory + "/" + parts[0])
                case "L: ":
                    try FileManager.default.createSymbolicLink(
                        atPath: directory + "/" + parts[0], withDestinationPath: value)
                default: break
                }
            }
            if let node { try Self.write("", to: node) }
            guard let subsystem = properties["SUBSYSTEM"].flatMap({ DeviceRecord.Subsystem(rawValue: $0) })
            else { continue }
            records.append(
                DeviceRecord(
                    subsystem: subsystem, sysPath: directory, node: node,
                    isTaggedAccelerometer: properties["ID_INPUT_ACCELEROMETER"] == "1",
                    isTaggedJoystick: properties["ID_INPUT_JOYSTICK"] == "1",
                    mountMatrix: properties["ACCEL_MOUNT_MATRIX"], location: properties["ACCEL_LOCATION"]))
        }
        return SensorSurvey(
            options: SensorOptions(sysRoot: root + "/sys", devRoot: root + "/dev"), records: records)
    }

    private static func write(_ text: String, to path: String) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: false, encoding: .utf8)
    }
}

extension [Substring] {
    /// The lines in blocks, each of which begins with a line that has `start`; what stands before the first is left out.
    fileprivate func blocks(beginningWith start: String) -> [[Substring]] {
        var blocks: [[Substring]] = []
        for line in self {
            if line.hasPrefix(start) { blocks.append([]) }
            if !blocks.isEmpty, !line.hasPrefix("#") { blocks[blocks.count - 1].append(line) }
        }
        return blocks
    }
}
