import Foundation

/// Whether recorded devices can be simulated here, and whether that is being done.
enum Umockdev {
    static let program = "/usr/bin/umockdev-run"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// The suite that `umockdev-run` was started for; `nil` in any other process.
    static var suite: String? { ProcessInfo.processInfo.environment[key] }

    private static let key = "TILTSHADOW_INSIDE_UMOCKDEV"

    /// Runs a suite of these tests where `umockdev-run` simulates the devices that its arguments name, and gives what the run
    /// printed.
    static func run(_ suite: String, with devices: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments =
            devices + ["--", try testProgram(), "--testing-library", "swift-testing", "--filter", suite]
        process.environment = ProcessInfo.processInfo.environment.merging([key: suite]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// The program that runs these tests.
    private static func testProgram() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }
}
