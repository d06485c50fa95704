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
        let node = "/dev/input/event1"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Umockdev.program)
        process.arguments =
            [
                "-d", fixture("evdev.umockdev"), "-d", fixture("iio.umockdev"), "-i",
                "\(node)=\(fixture("accel.ioctl"))",
                "-e", "\(node)=\(fixture("accel.events"))", "--", try testProgram(),
            ] + ["--testing-library", "swift-testing", "--filter", "InsideUmockdev"]
        process.environment = ProcessInfo.processInfo.environment.merging(["TILTSHADOW_INSIDE_UMOCKDEV": "1"])
        { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains("with 4 tests"), "\(text)")
    }

    /// The program that runs these tests.
    private func testProgram() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }
}
