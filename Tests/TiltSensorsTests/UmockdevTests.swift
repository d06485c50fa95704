import Foundation
import Testing

/// Runs ``InsideUmockdev`` under `umockdev-run`, which shows recorded devices to libudev, libevdev and sysfs.
@Suite struct `Simulated devices` {
    @Test(
        .enabled(if: Umockdev.isInstalled, "umockdev is not installed: apt-get install umockdev"),
        .disabled(if: Umockdev.isActive))
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
        try Data(try slowly(fixture("accel.events"), times: 20).utf8).write(to: lasting)
        let events = [("event1", lasting.path), ("event2", fixture("pad.events"))].flatMap {
            ["-e", "/dev/input/\($0.0)=\($0.1)"]
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Umockdev.program)
        process.arguments =
            recordings + calls + events
            + ["--", try testProgram(), "--testing-library", "swift-testing", "--filter", "InsideUmockdev"]
        process.environment = ProcessInfo.processInfo.environment.merging(["TILTSHADOW_INSIDE_UMOCKDEV": "1"])
        { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains("with 6 tests"), "\(text)")
    }

    /// The events of an evemu recording again and again, 25 times as slow.
    ///
    /// umockdev replays from the moment it starts, and what is older than the opening of a device does not count: on a
    /// busy machine that is all of a short recording. It writes to a terminal, which holds 170 events: read later than
    /// that, one comes cut in two, as the kernel's never do, and libevdev says that it is invalid.
    private func slowly(_ path: String, times: Int) throws -> String {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let events = lines.filter { $0.hasPrefix("E: ") }.map { $0.split(separator: " ") }
        let stamps = events.map { Double($0[1]) ?? 0 }
        let span = try #require(stamps.last) - stamps[0] + 0.01
        return
            (lines.filter { $0.hasPrefix("#") }.map(String.init)
            + (0..<times).flatMap { round in
                zip(events, stamps).map { event, stamp in
                    let time = stamps[0] + (stamp - stamps[0] + Double(round) * span) * 25
                    return "E: \(String(format: "%.6f", time)) \(event[2...].joined(separator: " "))"
                }
            }).joined(separator: "\n") + "\n"
    }

    /// The program that runs these tests.
    private func testProgram() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }
}
