import Foundation
import Testing

@Suite struct `A file that is written` {
    private static let pad = BuiltProducts.source("Tests/TiltImportTests/Fixtures/pad.evemu").path

    private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    /// A log that begins well and then goes back in time for longer than a clock that was once set.
    private static func failing(in directory: ScratchDirectory) throws -> String {
        let rows = (0..<200).map { "\(1000 - $0),0,0,9.8\n" }.joined()
        return try directory.file("failing.csv", "t,ax,ay,az\n" + rows)
    }

    @Test(arguments: [
        ["convert", "IN", "OUT", "--force"], ["plot", "IN", "-o", "OUT", "--force"],
        ["replay", "IN", "--frames", "OUT", "--force"],
    ])
    func `is as it was where the new one cannot be finished`(words: [String]) async throws {
        let directory = try ScratchDirectory()
        let log = try Self.failing(in: directory)
        let old = try directory.file("old.svg", "precious\n")
        let arguments = words.map { $0 == "IN" ? log : $0 == "OUT" ? old : $0 }
        let run = try await ToolRun.tool(arguments)
        #expect(run.status == 1 && run.errors.contains("time goes back"))
        #expect(Self.text(old) == "precious\n")
        let new = arguments.map { $0 == old ? directory.path + "/new.svg" : $0 }
        #expect(try await ToolRun.tool(new).status == 1)
        // No half of one either, and nothing beside it.
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(left.sorted() == ["failing.csv", "old.svg"])
    }

    @Test func `keeps the mode of the one before, and the link it is behind`() async throws {
        let directory = try ScratchDirectory()
        let old = try directory.file("old.tiltlog", "precious\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: old)
        let link = directory.path + "/link.tiltlog"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "old.tiltlog")
        #expect(try await ToolRun.tool(["convert", Self.pad, link, "--force"]).status == 0)
        #expect(Self.text(old)?.hasPrefix("#tiltlog=1\n") == true)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "old.tiltlog")
        let mode = try FileManager.default.attributesOfItem(atPath: old)[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test func `may be where a link points to that points to nothing yet`() async throws {
        let directory = try ScratchDirectory()
        for (name, target) in [("one", "two"), ("two", directory.path + "/new.tiltlog")] {
            try FileManager.default.createSymbolicLink(
                atPath: directory.path + "/" + name, withDestinationPath: target)
        }
        let run = try await ToolRun.tool(["convert", Self.pad, directory.path + "/one"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(Self.text(directory.path + "/new.tiltlog")?.hasPrefix("#tiltlog=1\n") == true)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory.path + "/one") == "two")
    }

    @Test func `may be a device, which is not replaced and needs no leave`() async throws {
        #expect(try await ToolRun.tool(["convert", Self.pad, "/dev/null"]).status == 0)
        let full = try await ToolRun.tool(["convert", Self.pad, "/dev/full"])
        #expect(full.status == 1)
        #expect(full.errors.contains("write /dev/full: No space left on device\n  try: free some space"))
    }

    @Test(arguments: [
        (
            "/proc/nonexistent/a.tiltlog",
            "open /proc/nonexistent/a.tiltlog: No such file or directory\n  try: see whether"
        ),
        ("/tmp", "open /tmp: Is a directory\n  try: name a file in it"),
    ])
    func `that cannot be written is named, with what to try`(path: String, said: String) async throws {
        let run = try await ToolRun.tool(["convert", Self.pad, path])
        #expect(run.status == 1 && run.errors.contains(said), "\(run.errors)")
    }

    @Test func `has a name, which is quoted where it is empty`() async throws {
        for arguments in [["convert", Self.pad, ""], ["convert", "", "-"]] {
            let run = try await ToolRun.tool(arguments)
            #expect(run.status == 1 && run.errors.contains("open \"\": No such file"), "\(run.errors)")
        }
    }

    @Test func `is none of those that are read together`() async throws {
        let directory = try ScratchDirectory()
        let rows = "time,seconds_elapsed,z,y,x\n1000,0.1,9.8,0,0\n2000,0.2,9.8,0,0\n"
        let linear = try directory.file("Accelerometer.csv", rows)
        let gravity = try directory.file("Gravity.csv", rows)
        let other = try directory.file("Metadata.csv", "platform\nandroid\n")
        for log in [linear, directory.path] {
            for file in [linear, gravity] {
                let run = try await ToolRun.tool(["convert", log, file, "--force"])
                #expect(run.status == 1 && run.errors.contains("\(file) is the log itself"), "\(run.errors)")
                #expect(Self.text(file) == rows)
            }
        }
        #expect(try await ToolRun.tool(["convert", linear, other, "--force"]).status == 0)
    }
}
