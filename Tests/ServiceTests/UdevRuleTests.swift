import Foundation
import Testing

@Suite struct `Udev rule` {
    /// The shell commands of the rule, as udev would run them for the device at `path`, for a group that exists here.
    private func commands(at path: String) throws -> [String] {
        let group = try ShellCommand(["id", "-gn"]).output.trimmingCharacters(in: .newlines)
        return try SourceTree.text("config/61-tiltshadow.rules").split(separator: "\n").compactMap { line in
            guard let start = line.firstRange(of: "/bin/sh -c '")?.upperBound,
                let end = line.lastIndex(of: "'")
            else { return nil }
            return String(line[start..<end]).replacing("%S%p", with: path).replacing("$$", with: "$")
                .replacing("chgrp tiltshadow", with: "chgrp \(group)")
        }
    }

    @Test func `lets the group write what sets up a buffer, and nothing else`() throws {
        try SourceTree.withScratch { scratch in
            let writable = [
                "buffer/enable", "buffer/length", "buffer/watermark", "scan_elements/in_accel_x_en",
                "scan_elements/in_timestamp_en", "trigger/current_trigger", "current_timestamp_clock",
                "sampling_frequency", "in_accel_sampling_frequency",
            ]
            let others = [
                "in_accel_x_calibbias", "in_accel_scale", "scan_elements/in_accel_x_index", "power/control",
            ]
            for name in writable + others {
                let file = scratch.appending(path: name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try "0".write(to: file, atomically: false, encoding: .utf8)
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            }
            for command in try commands(at: scratch.path) {
                let run = try ShellCommand(["sh", "-c", command])
                #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
            }
            for name in writable + others {
                let path = scratch.appending(path: name).path
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                let mode = attributes[.posixPermissions] as? Int
                #expect(mode == (writable.contains(name) ? 0o664 : 0o644), "\(name)")
            }
        }
    }

    @Test func `jumps only to labels that stand below`() throws {
        let lines = try SourceTree.text("config/61-tiltshadow.rules").split(separator: "\n").map(String.init)
        for (number, line) in lines.enumerated() where !line.hasPrefix("#") {
            for part in line.components(separatedBy: "GOTO=\"").dropFirst() {
                let label = try #require(part.split(separator: "\"").first)
                #expect(lines[number...].contains("LABEL=\"\(label)\""), "\(label)")
            }
        }
    }
}
