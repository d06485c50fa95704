import CLinux
import Testing

@testable import TiltDaemon

/// What is wrong with the files of the command line, before anything is served.
@Suite struct `File check` {
    private static let rotation = RecordLimits(bytes: 4096, files: 2)

    @Test(arguments: [
        ("/proc/nonexistent.tiltlog", "cannot replay: open /proc/nonexistent.tiltlog: No such file"),
        ("/tmp", "Is a directory"), ("/proc/self/status", "no sensor log"), ("/dev/zero", "cannot replay: "),
    ])
    func `refuses what is no log to replay`(path: String, says: String) throws {
        let refusal = try #require(FileCheck.refusal(replay: path))
        #expect(refusal.contains(says), "\(refusal)")
    }

    /// What is read of a pipe is gone, so nobody looks into it.
    @Test func `has nothing against a log, nor against a pipe that may bring one`() throws {
        let directory = try ScratchDirectory()
        #expect(FileCheck.refusal(replay: try directory.write("l.csv", TestLog.rocking())) == nil)
        #expect(mkfifo(directory.path("pipe"), 0o600) == 0)
        #expect(FileCheck.refusal(replay: directory.path("pipe")) == nil)
        #expect(FileCheck.refusal(replay: "-") == nil && FileCheck.refusal(replay: nil) == nil)
    }

    @Test(arguments: [
        ("/proc/self/status", RecordLimits(), "open /proc/self/status: File exists"),
        (
            "/proc/nonexistent/l.tiltlog", RecordLimits(),
            "cannot record: open /proc/nonexistent/l.tiltlog: No such"
        ),
        (#filePath + "/l.tiltlog", RecordLimits(), "Not a directory"),
        ("/dev/full", RecordLimits(), "/dev/full is a device; name another file"),
        ("/tmp", RecordLimits(), "/tmp is a directory; name another file"),
        ("/dev/null", rotation, "/dev/null is a device; name another file"),
        (#filePath, rotation, "is no recording, and is left alone; name another file"),
    ])
    func `refuses a place that nothing can be recorded to`(
        path: String, limits: RecordLimits, says: String
    ) throws {
        let refusal = try #require(FileCheck.refusal(record: path, limits: limits))
        #expect(refusal.contains(says), "\(refusal)")
        #expect(!refusal.contains("name another file;"), "one thing to try")
    }

    /// The one before is put aside only where some are kept.
    @Test func `has nothing against a new file, nor against a recording that is followed by another`() throws
    {
        let directory = try ScratchDirectory()
        #expect(FileCheck.refusal(record: directory.path("new.tiltlog"), limits: RecordLimits()) == nil)
        #expect(FileCheck.refusal(record: "-", limits: RecordLimits()) == nil)
        #expect(FileCheck.refusal(record: nil, limits: RecordLimits()) == nil)
        let kept = try directory.write("kept.tiltlog", TestLog.counts(rows: 2))
        #expect(FileCheck.refusal(record: kept, limits: Self.rotation) == nil)
        #expect(FileCheck.refusal(record: kept, limits: RecordLimits())?.contains("File exists") == true)
    }
}
