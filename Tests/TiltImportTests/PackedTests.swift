import Foundation
import Testing
import TiltCore
import TiltImport

/// Packed by Python and by `zstd`, not by the library that unpacks.
@Suite struct `Packed logs` {
    private static let csv = "t,ax,ay,az\n" + (0..<5000).map { "0.\(10000 + $0),0,0,9.\($0)\n" }.joined()

    private static let gzip =
        "import gzip,sys; open(sys.argv[2],'wb').write(gzip.compress(open(sys.argv[1],'rb').read()))"

    @Test(.enabled(if: Python.isThere), arguments: [1, 7, 4096])
    func `by gzip are read in whatever pieces, and two behind each other as one`(piece: Int) throws {
        let half = Self.csv.utf8.count / 2
        let bytes = Array(Self.csv.utf8)
        let packed =
            try Python.run(Self.gzip, Array(bytes[..<half])) + Python.run(Self.gzip, Array(bytes[half...]))
        let log = ImportSession(packed, piece: piece)
        #expect(log.failure == nil && log.skipped == [] && log.readings.count == 5000)
        // Zeroes behind the last member fill a tape's block.
        #expect(ImportSession(packed + [0, 0, 0, 0], piece: piece).readings.count == 5000)
        #expect(ImportSession(packed + [0, 0, 0, 0], piece: piece).doubts == log.doubts)
        let cut = ImportSession(Array(packed.dropLast(packed.count / 4)), piece: piece)
        #expect(cut.readings.count > 1000)
        // As any log that is cut off: read to its last whole row, with a warning.
        #expect(cut.failure == nil && cut.skipped == [.log(.cutOff(rows: cut.readings.count))])
        let nothing = ImportSession(Array(packed.prefix(12)), piece: piece)
        #expect(nothing.failure == .cutOff(format: "gzip"))
    }

    @Test(.enabled(if: Python.isThere), arguments: [1, 7, 4096])
    func `by gzip in members that are parted or damaged are not lost in silence`(piece: Int) throws {
        let bytes = Array(Self.csv.utf8)
        let half = bytes.count / 2
        let first = try Python.run(Self.gzip, Array(bytes[..<half]))
        var second = try Python.run(Self.gzip, Array(bytes[half...]))
        let parted = ImportSession(first + [UInt8](repeating: 0, count: 512) + second, piece: piece)
        #expect(parted.failure == nil && parted.skipped == [] && parted.readings.count == 5000)
        let endless = ImportSession(first + [UInt8](repeating: 0, count: (1 << 20) + 2), piece: 4096)
        #expect(endless.failure == nil && (2000..<3000).contains(endless.readings.count))
        #expect(endless.doubts.contains { $0.contains("no gzip") }, "\(endless.doubts)")
        second[0] ^= 1
        let damaged = ImportSession(first + second, piece: piece)
        #expect(damaged.failure == nil && (2000..<3000).contains(damaged.readings.count))
        let doubt = damaged.doubts.first { $0.contains("what follows its end is no gzip") }
        #expect(doubt?.contains("missing") == true, "\(damaged.doubts)")
    }

    @Test(.enabled(if: Python.isThere)) func `by gzip give what lies before the damage, in whatever pieces`()
        throws
    {
        var packed = try Python.run(Self.gzip, Array(Self.csv.utf8))
        for index in packed.count / 2..<packed.count / 2 + 8 { packed[index] = 0xff }
        let whole = ImportSession(packed, piece: 1 << 16)
        let pieces = ImportSession(packed, piece: 3)
        // Damage comes out as rows that make no sense, too.
        #expect(whole.failure == nil && whole.skipped == pieces.skipped && whole.doubts == pieces.doubts)
        #expect(whole.doubts.contains { $0.contains("may be wrong") })
        #expect(whole.readings.count > 100 && whole.readings == pieces.readings)
    }

    @Test(arguments: [UInt8(0x50), 0x5f])
    func `by zstd are read behind a frame that is to be skipped`(first: UInt8) throws {
        let directory = try ScratchDirectory()
        let source = try directory.file("in.csv", Self.csv)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["zstd", "-q", "-f", source, "-o", directory.path + "/out"]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return }
        let packed = Array(try Data(contentsOf: URL(fileURLWithPath: directory.path + "/out")))
        let skipped: [UInt8] = [first, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]
        let log = ImportSession(skipped + packed)
        #expect(log.failure == nil && log.readings.count == 5000, "\(String(describing: log.failure))")
    }

    @Test func `by zstd are read in whatever pieces`() throws {
        for piece in [1, 100, 1 << 16] {
            let log = ImportSession(try fixtureBytes("rows.csv.zst"), piece: piece)
            #expect(log.failure == nil && log.skipped == [] && log.readings.count == 500)
        }
        let bytes = try fixtureBytes("rows.csv.zst")
        let cut = ImportSession(Array(bytes.dropLast(20)))
        #expect(cut.failure == .cutOff(format: "zstd"))
        #expect(cut.failure?.description == "the zstd data are cut off")
        var broken = bytes
        broken[broken.count / 2] ^= 0xff
        guard case .packed(format: "zstd", _)? = ImportSession(broken).failure else {
            Issue.record("broken data were read")
            return
        }
    }

    private static let zip = """
        import zipfile,sys
        z=zipfile.ZipFile(sys.argv[2],'w',zipfile.ZIP_DEFLATED)
        head='time,seconds_elapsed,z,y,x\\n'
        for name,v in [('walk/Accelerometer.csv',1),('walk/Gravity.csv',9),('walk/Gyroscope.csv',0.5)]:
            z.writestr(name, head+''.join('%d,0.1,%g,0,0\\n'%(1000*(i+1),v) for i in range(50)))
        z.writestr('walk/Metadata.csv','platform,standardisation\\nios,false\\n', zipfile.ZIP_STORED)
        z.writestr('walk/Annotation.csv','time,seconds_elapsed,text\\n1,2,x\\n')
        z.close()
        """

    @Test(.enabled(if: Python.isThere))
    func `by zip are a folder: a whole export of Sensor Logger`() throws {
        let bytes = try Python.run(Self.zip, [])
        let directory = try ScratchDirectory()
        for log in [ImportSession(bytes), ImportSession(path: try directory.file("export", bytes))] {
            #expect(log.failure == nil && log.skipped == [])
            #expect(log.readings.count == 50 && log.header?.sensor.mounting.rawSign == -1)
            #expect(log.readings.first?.accelerometer?.z == 10 && log.readings.first?.gyroscope?.z == 0.5)
        }
    }

    @Test(.enabled(if: Python.isThere))
    func `by zip that are cut or changed anywhere never crash, and say what is wrong`() throws {
        let bytes = try Python.run(Self.zip, [])
        for cut in stride(from: 4, to: bytes.count, by: 41) {
            let log = ImportSession(Array(bytes[..<cut]))
            #expect(log.failure != nil || log.doubts.contains { $0.hasPrefix("the zip is cut off") })
        }
        for place in stride(from: 4, to: bytes.count, by: 17) {
            var changed = bytes
            changed[place] ^= 0xff
            let log = ImportSession(changed)
            let isWhole = log.readings.count == 50 && log.skipped == []
            #expect(log.failure != nil || isWhole || log.doubts.contains { $0.contains("may be wrong") })
        }
    }

    @Test(.enabled(if: Python.isThere), arguments: [3, 3000])
    func `by zip with a wrong checksum are read, and that is said`(rows: Int) throws {
        let code = """
            import zipfile,sys
            z=zipfile.ZipFile(sys.argv[2],'w',zipfile.ZIP_DEFLATED)
            z.writestr('a.csv', 't,ax,ay,az\\n'+''.join('%d,0,%d,9.8\\n'%(i,i*i%7) for i in range(\(rows))))
            z.close()
            """
        var bytes = try Python.run(code)
        #expect(ImportSession(bytes).doubts == [])
        for place in bytes.indices where bytes[place...].starts(with: [0x50, 0x4b, 1, 2]) {
            bytes[place + 16] ^= 0xff
        }
        let log = ImportSession(bytes)
        #expect(log.failure == nil && log.readings.count == rows)
        #expect(
            log.doubts == [
                "a.csv does not have its checksum: of its \(rows) rows that were read some may be wrong, and others "
                    + "may be missing"
            ])
    }

    @Test(.enabled(if: Python.isThere)) func `by zip with a password are named`() throws {
        var bytes = try Python.run(Self.zip, [])
        for place in bytes.indices where bytes[place...].starts(with: [0x50, 0x4b, 1, 2]) {
            bytes[place + 8] |= 1
        }
        let failure = try #require(ImportSession(bytes).failure)
        #expect(failure.description.hasSuffix(".csv has a password"))
        #expect(failure.hint == "unpack it with the password, and give what comes out")
    }

    @Test(.enabled(if: Python.isThere))
    func `that are bombs end at the first line`() throws {
        let code = "import gzip,sys; open(sys.argv[2],'wb').write(gzip.compress(b'0'*(1<<26)))"
        guard case .log(.unknownFormat)? = ImportSession(try Python.run(code, [])).failure else {
            Issue.record("a bomb was read")
            return
        }
    }

    @Test func `in a folder that cannot be unpacked are named`() throws {
        let directory = try ScratchDirectory()
        try directory.file("walk.csv", Self.csv)
        try directory.file("backup.gz", [0x1f, 0x8b, 8, 0, 0])
        let failure = ImportSession(path: directory.path).failure
        #expect(failure?.description == "backup.gz: the gzip data are cut off")
    }

    @Test(arguments: [
        ["one/Accelerometer.csv", "one/Gravity.csv", "two/TotalAcceleration.csv"],
        ["TotalAcceleration.csv", "desk.csv"], ["TotalAcceleration.csv", "imu.csv"],
    ])
    func `of different kinds in one folder are all named`(names: [String]) throws {
        let directory = try ScratchDirectory()
        for name in names {
            if let parent = name.split(separator: "/").dropLast().first {
                try FileManager.default.createDirectory(
                    atPath: directory.path + "/" + parent, withIntermediateDirectories: true)
            }
            let text =
                switch name {
                case "desk.csv": Self.csv
                case "imu.csv":
                    "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],"
                        + "a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],a_RS_S_z [m s^-2]\n1000,0,0,0,0,0,9.8\n"
                default: "time,seconds_elapsed,z,y,x\n1000,0.1,9,0,0\n2000,0.2,9,0,0\n"
                }
            try directory.file(name, text)
        }
        guard case .severalLogs(let found)? = ImportSession(path: directory.path).failure else {
            Issue.record("one of \(names) was taken")
            return
        }
        #expect(Set(found) == Set(names.filter { !$0.hasSuffix("Gravity.csv") }))
    }

    @Test func `in a folder with another are both named, not one of them taken`() throws {
        let directory = try ScratchDirectory()
        for name in ["a.csv", "b.csv"] { _ = try directory.file(name, Array("t,ax,ay,az\n1,0,0,9.8\n".utf8)) }
        let failure = ImportSession(path: directory.path).failure
        #expect(failure == .severalLogs(names: ["a.csv", "b.csv"]))
        #expect(failure?.description == "more than one of these is a log: a.csv, b.csv")
    }

    @Test(.enabled(if: Python.isThere))
    func `of two recordings in one zip are not mixed`() throws {
        let code = """
            import zipfile,sys
            z=zipfile.ZipFile(sys.argv[2],'w')
            for name in open(sys.argv[1]).read().split():
                z.writestr(name, 'time,seconds_elapsed,z,y,x\\n'+''.join('%d,0.1,9,0,0\\n'%(1000*(i+1)) for i in range(50)))
            z.close()
            """
        let two = try Python.run(code, Array("a/TotalAcceleration.csv b/TotalAcceleration.csv".utf8))
        #expect(
            ImportSession(two).failure
                == .severalLogs(names: ["a/TotalAcceleration.csv", "b/TotalAcceleration.csv"]))
        let mixed = try Python.run(code, Array("a/TotalAcceleration.csv b/Gyroscope.csv".utf8))
        #expect(ImportSession(mixed).readings.count == 50)
        #expect(ImportSession(mixed).header?.sensor.hasGyroscope == false)
        #expect(ImportSession(try Python.run(code, [])).failure == .noLog(names: []))
    }
}
