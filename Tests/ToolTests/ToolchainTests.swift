import Foundation
import Testing

/// Where scripts find what belongs to the compiler.
@Suite struct `The toolchain` {
    private static let script = BuiltProducts.source(".ci/toolchain").path

    @Test func `is found behind an installer's program of the compiler's name, which starts it`() async throws
    {
        guard InstalledPrograms.have("swiftc", for: "the toolchain's folder") else { return }
        let direct = try await ToolRun.program("/bin/sh", [Self.script])
        let folder = direct.output.trimmingCharacters(in: .newlines)
        #expect(FileManager.default.isExecutableFile(atPath: folder + "/bin/swiftc"), "\(direct.errors)")

        let directory = try ScratchDirectory()
        let installer = directory.path + "/installer"
        try Data("#!/bin/sh\nexec \(folder)/bin/${0##*/} \"$@\"\n".utf8).write(
            to: URL(fileURLWithPath: installer))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: installer)
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/swiftc", withDestinationPath: "installer")
        let behind = try await ToolRun.program(
            "/bin/sh", [Self.script], environment: ["PATH": directory.path + ":/usr/bin:/bin"])
        #expect(behind.output == direct.output, "\(behind.errors)")
    }

    @Test func `is asked for in vain where the compiler does not say`() async throws {
        let directory = try ScratchDirectory()
        try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: directory.path + "/swiftc"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: directory.path + "/swiftc")
        let run = try await ToolRun.program(
            "/bin/sh", [Self.script], environment: ["PATH": directory.path + ":/usr/bin:/bin"])
        #expect(run.status == 1 && run.errors.contains("swiftc -print-target-info"), "\(run.output)")
    }
}
