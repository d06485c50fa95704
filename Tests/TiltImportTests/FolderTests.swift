import Foundation
import Testing
import TiltCore
import TiltImport

/// Without what they are tested for, these would wait for ever.
@Suite(.timeLimit(.minutes(1))) struct `A folder` {
    private static let csv = "t,ax,ay,az\n0,0,0,9.8\n0.01,0,0,9.8\n"
    private static let head = "time,seconds_elapsed,z,y,x\n"

    /// A folder with a FIFO that nobody writes, a socket, and links to nothing and to a folder.
    private static func odd(fifo: String = "a-fifo.csv") throws -> ScratchDirectory {
        let directory = try ScratchDirectory()
        try #require(mkfifo(directory.path + "/" + fifo, 0o600) == 0)
        try #require(mknod(directory.path + "/a-socket", S_IFSOCK | 0o600, 0) == 0)
        try #require(symlink("/nowhere/at/all", directory.path + "/a-link.csv") == 0)
        try #require(symlink("/", directory.path + "/b-link.csv") == 0)
        return directory
    }

    @Test func `with nothing but another file of a recording's name say how it begins`() throws {
        let directory = try ScratchDirectory()
        try directory.file("TotalAcceleration.csv", "latitude,longitude\n1,2\n")
        try directory.file("notes.txt", "hello\n")
        let failure = try #require(ImportSession(path: directory.path).failure)
        #expect(
            failure.description.hasPrefix(
                "TotalAcceleration.csv: this is no sensor log: it begins with \"latitude,longitude\""),
            "\(failure)")
    }

    @Test func `is read without what is no file in it`() throws {
        let directory = try Self.odd()
        try directory.file("walk.csv", Self.csv)
        let log = ImportSession(path: directory.path)
        #expect(log.failure == nil && log.skipped == [] && log.readings.count == 2)
    }

    @Test(arguments: ["link", "directory", "fifo"])
    func `says that its gyroscope's file is none`(kind: String) throws {
        let directory = try ScratchDirectory()
        try directory.file(
            "TotalAcceleration.csv", Self.head + "1000,0.1,9,0,0\n2000,0.2,9,0,0\n3000,0.3,7,2,1\n")
        let path = directory.path + "/Gyroscope.csv"
        switch kind {
        case "link": try #require(symlink("/nowhere/at/all", path) == 0)
        case "directory":
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        default: try #require(mkfifo(path, 0o600) == 0)
        }
        let log = ImportSession(path: directory.path)
        #expect(log.failure == nil && log.readings.count == 3)
        #expect(log.doubts.contains { $0.contains("Gyroscope.csv is no table of it") }, "\(log.doubts)")
    }

    @Test func `with a log and a table that would be one names the one that is left`() throws {
        let directory = try ScratchDirectory()
        try directory.file("base.csv", Self.csv)
        let rows = (0..<20).map { "\(Double($0) / 50),0.1,0.2,9.8\n" }.joined()
        try directory.file("names.csv", "time,acc_x,acc_y,acc_z\n" + rows)
        try directory.file("notes.csv", "a,b,c,d\n" + rows)
        let log = ImportSession(path: directory.path)
        #expect(log.failure == nil && log.readings.count == 2)
        let said = "base.csv is read, and not names.csv: to have another, name it; unpack an archive first"
        #expect(log.doubts == [said], "\(log.doubts)")
    }

    @Test func `whose rates alone are of a known program has the acceleration of the table beside`() throws {
        let directory = try ScratchDirectory()
        try directory.file(
            "Gyroscope.csv", "\"Time (s)\",\"X (rad/s)\",\"Y (rad/s)\",\"Z (rad/s)\"\n0,1,2,3\n")
        let rows = (0..<20).map { "\(Double($0) / 50),0.01,0.02,1\n" }.joined()
        try directory.file("Accelerometer.csv", "\"Time (s)\",\"X (g)\",\"Y (g)\",\"Z (g)\"\n" + rows)
        let log = ImportSession(path: directory.path)
        #expect(log.failure == nil && log.readings.count == 20, "\(log)")
        #expect(log.doubts.contains { $0.hasPrefix("Accelerometer.csv is read, and not Gyroscope.csv") })
    }

    @Test(arguments: ["TotalAcceleration", "AccelerometerUncalibrated"])
    func `of which the gyroscope is named says which file to name`(force: String) throws {
        let directory = try ScratchDirectory()
        try directory.file(force + ".csv", Self.head + "1000,0.1,9,0,0\n2000,0.2,9,0,0\n")
        let path = try directory.file("Gyroscope.csv", Self.head + "1000,0.1,0,0,0\n2000,0.2,0,0,0\n")
        let failure = try #require(ImportSession(path: path).failure)
        #expect(failure.description.contains("holds angular rates without acceleration"), "\(failure)")
        #expect(failure.hint.hasPrefix("give \(force).csv instead"), "\(failure.hint)")
        try directory.file("Gravity.csv", Self.head + "1000,0.1,9,0,0\n2000,0.2,9,0,0\n")
        #expect(ImportSession(path: path).failure?.hint.hasPrefix("give \(force).csv instead") == true)
    }

    @Test func `is read with a link to a file elsewhere`() throws {
        let elsewhere = try ScratchDirectory()
        let directory = try Self.odd()
        let file = try elsewhere.file("walk.csv", Self.csv)
        try #require(symlink(file, directory.path + "/walk.csv") == 0)
        #expect(ImportSession(path: directory.path).readings.count == 2)
    }

    @Test func `is searched down to the first level that has a log`() throws {
        let directory = try Self.odd()
        for name in ["mav0/imu0/data.csv", "mav0/cam0/data/1.png", "mav0/old/deep/data.csv", "notes.txt"] {
            let parent = name.split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(
                atPath: directory.path + "/" + parent, withIntermediateDirectories: true)
            try directory.file(name, name.hasSuffix("csv") ? Self.csv : "no log\n")
        }
        #expect(ImportSession(path: directory.path).readings.count == 2)
        try directory.file("mav0/old/data.csv", Self.csv)
        let failure = try #require(ImportSession(path: directory.path).failure)
        #expect(failure == .severalLogs(names: ["mav0/imu0/data.csv", "mav0/old/data.csv"]))
        // No deeper than three levels below.
        let deep = directory.path + "/mav0/old/deep"
        try FileManager.default.moveItem(
            atPath: deep + "/data.csv", toPath: directory.path + "/mav0/cam0/data/data.csv")
        for name in ["imu0", "old"] {
            try FileManager.default.removeItem(atPath: directory.path + "/mav0/\(name)")
        }
        #expect(ImportSession(path: directory.path).readings.count == 2)
        try FileManager.default.createDirectory(
            atPath: directory.path + "/mav0/cam0/data/more", withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            atPath: directory.path + "/mav0/cam0/data/data.csv",
            toPath: directory.path + "/mav0/cam0/data/more/data.csv")
        #expect(
            ImportSession(path: directory.path).failure
                == .noLog(names: ["notes.txt", "mav0/cam0/data/1.png"]))
    }

    @Test func `is read without empty files, which those of procfs look like`() throws {
        let directory = try ScratchDirectory()
        try directory.file("empty.csv", "")
        #expect(ImportSession(path: directory.path).failure == .noLog(names: []))
        try directory.file("walk.csv", Self.csv)
        #expect(ImportSession(path: directory.path).readings.count == 2)
    }

    @Test func `that holds no file at all is refused kindly`() throws {
        for directory in [try ScratchDirectory(), try Self.odd()] {
            let failure = try #require(ImportSession(path: directory.path).failure)
            #expect(failure == .noLog(names: []))
            #expect(failure.description == "there is no file in it to read")
            #expect(failure.hint == "give the recording itself")
        }
    }

    @Test func `does not make a table wait for a FIFO beside it`() throws {
        let directory = try Self.odd(fifo: "Gravity.csv")
        let path = try directory.file("TotalAcceleration.csv", Self.head + "1000,0.1,9,0,0\n")
        #expect(ImportSession(path: path).readings.count == 1)
        #expect(ImportSession(path: directory.path).readings.count == 1)
    }
}
