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
        let events = [("event1", "accel"), ("event2", "pad")].flatMap {
            ["-e", "/dev/input/\($0.0)=" + fixture($0.1 + ".events")]
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

    /// The program that runs these tests.
    private func testProgram() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }
}
