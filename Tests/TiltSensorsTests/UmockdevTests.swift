import Foundation
import Testing

/// Runs ``InsideUmockdev`` under `umockdev-run`, which shows recorded devices to libudev, libevdev and sysfs.
@Suite struct `Simulated devices` {
    @Test(
        .enabled(if: Umockdev.isInstalled, "umockdev is not installed: apt-get install umockdev"),
        .disabled(if: Umockdev.suite != nil))
    func `behave as their recordings do`() throws {
        let fixtures = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures")
        func fixture(_ name: String) -> String { fixtures.appendingPathComponent(name).path }
        let recordings = ["evdev", "iio", "pad", "wii"].flatMap { ["-d", fixture($0 + ".umockdev")] }
        let calls = [("event1", "accel"), ("event2", "pad"), ("event3", "wii")].flatMap {
            ["-i", "/dev/input/\($0.0)=" + fixture($0.1 + ".ioctl")]
        }
        let lasting = FileManager.default.temporaryDirectory.appendingPathComponent(
            "tiltshadow-\(UUID()).events")
        defer { try? FileManager.default.removeItem(at: lasting) }
        try Data(try slowly(fixture("accel.events"), times: 10).utf8).write(to: lasting)
        let events = [("event1", lasting.path), ("event2", fixture("pad.events"))].flatMap {
            ["-e", "/dev/input/\($0.0)=\($0.1)"]
        }
        let (status, text) = try Umockdev.run("InsideUmockdev", with: recordings + calls + events)
        #expect(status == 0, "\(text)")
        #expect(text.contains("with 7 tests"), "\(text)")
    }

    /// The events of an evemu recording again and again, 60 times as slow.
    ///
    /// umockdev replays from the moment it starts, and what is older than the opening of a device does not count: on a
    /// busy machine that is all of a short recording. It writes to a terminal, which holds 170 events, 20 s of these: read
    /// later than that, one comes cut in two, as the kernel's never do, and libevdev says that it is invalid.
    private func slowly(_ path: String, times: Int) throws -> String {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let events = lines.filter { $0.hasPrefix("E: ") }.map { $0.split(separator: " ") }
        let stamps = events.map { Double($0[1]) ?? 0 }
        let span = try #require(stamps.last) - stamps[0] + 0.01
        return
            (lines.filter { $0.hasPrefix("#") }.map(String.init)
            + (0..<times).flatMap { round in
                zip(events, stamps).map { event, stamp in
                    let time = stamps[0] + (stamp - stamps[0] + Double(round) * span) * 60
                    return "E: \(String(format: "%.6f", time)) \(event[2...].joined(separator: " "))"
                }
            }).joined(separator: "\n") + "\n"
    }

    /// The devices of every recording of the corpus at once, each recording with folders and numbers of its own.
    @Test(
        .enabled(if: Umockdev.isInstalled, "umockdev is not installed: apt-get install umockdev"),
        .disabled(if: Umockdev.suite != nil))
    func `are the same for libudev and for our own reader`() throws {
        let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../Corpus").standardized
        let recordings = ["", "trees"].flatMap { folder -> [URL] in
            let folder = corpus.appending(path: folder)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.sorted().filter { $0.hasSuffix(".iio") || $0.hasSuffix(".tree") }
                .map { folder.appending(path: $0) }
        }
        try #require(recordings.count > 100)
        var text = ""
        for (index, place) in recordings.enumerated() {
            text += devices(of: try String(contentsOf: place, encoding: .utf8), number: index + 1)
        }
        let merged = FileManager.default.temporaryDirectory.appending(path: "tiltshadow-\(UUID()).umockdev")
        defer { try? FileManager.default.removeItem(at: merged) }
        try Data(text.utf8).write(to: merged)
        let (status, output) = try Umockdev.run("InsideManyDevices", with: ["-d", merged.path])
        #expect(status == 0, "\(output)")
        #expect(output.contains("with 1 test"), "\(output)")
    }

    /// A recording's IIO devices and input devices with what udev has on them; their nodes have numbers in every second one.
    private func devices(of recording: String, number: Int) -> String {
        var text = ""
        for block in recording.split(separator: "\nP: ").dropFirst() {
            let lines = block.split(separator: "\n")
            guard lines.contains("E: SUBSYSTEM=iio") || lines.contains("E: SUBSYSTEM=input") else { continue }
            let node = lines.first { $0.hasPrefix("N: ") }.map { String($0.dropFirst(3)) }
            var kept = ["P: " + lines[0].replacing("/devices/", with: "/devices/tree\(number)/")]
            kept += lines.filter { $0.hasPrefix("N: ") || $0.hasPrefix("E: ") }.map { String($0) }
            if let node {
                kept.append("E: DEVNAME=/dev/\(node)")
                if number % 2 == 0 { kept.append("A: dev=\(100 + number):\(text.utf8.count)\\n") }
            }
            for (index, line) in kept.enumerated() where !line.hasPrefix("E: ACCEL") {
                kept[index] = line.replacing(/(iio:device|event|input|trigger)(?=[0-9])/) {
                    "\($0.output.1)\(number)"
                }
            }
            text += kept.joined(separator: "\n") + "\n\n"
        }
        return text
    }
}
