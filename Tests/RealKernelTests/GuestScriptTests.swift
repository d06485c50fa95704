import Foundation
import Testing

/// What the benches' scripts promise, without booting a machine.
struct `Scripts of the real kernel` {
    /// The guest's shell, and the one of Debian, which reads the same scripts with systemd.
    static let shells = ["busybox sh", "sh"]

    @Test(
        arguments: shells,
        [
            ("check passes true", 0), ("check fails false", 1), ("check fails false; check passes true", 1),
            ("check fails false; exit 0", 1), ("check passes true; exit 3", 0), ("true", 1),
        ] as [(String, Int32)])
    func `a scenario ends with 0 only where checks ran and all passed`(
        shell: String, scenario: (checks: String, status: Int32)
    ) throws {
        let status = try status(
            of: """
                cd '\(Bench.directory.path)/guest'
                . ./checks.sh
                . ./conclude.sh
                name=scenario
                show_logs() { :; }
                clean_up() { :; }
                trap conclude EXIT
                \(scenario.checks)
                """, in: shell)
        #expect(status.status == scenario.status, "\(status.output)")
    }

    @Test func `each group of the guest has a number of its own`() throws {
        let groups = try status(of: ". '\(Bench.directory.path)/bench/base.sh'; udev_groups", in: "bash")
            .output
            .split(separator: "\n").map { $0.split(separator: ":").map(String.init) }
        #expect(groups.count > 10)
        #expect(groups.allSatisfy { $0.count == 3 })
        #expect(groups.first == ["root", "x", "0"])
        #expect(Set(groups.map { $0[2] }).count == groups.count)
        #expect(Set(groups.map { $0[0] }).count == groups.count)
    }

    /// Runs `script` by a shell, and says how it ended and what it printed.
    private func status(of script: String, in shell: String) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = shell.split(separator: " ").map(String.init) + ["-c", script]
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }
}
