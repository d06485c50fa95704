import Foundation
import Testing
import TiltCore
import TiltImport

/// Made by Python's zipfile, which is told that far smaller archives need zip64.
@Suite(.enabled(if: Python.isThere)) struct `Archives of zip64` {
    private static let everywhere = "zipfile.ZIP64_LIMIT=0"
    /// Python leaves in the end record what has room in it; others leave that to the record of zip64.
    private static let unsaid = """
        bytes=bytearray(open(sys.argv[2],'rb').read())
        end=bytes.rfind(b'PK\\x05\\x06')
        bytes[end+8:end+20]=b'\\xff'*12
        open(sys.argv[2],'wb').write(bytes)
        """

    /// A whole export of Sensor Logger, after a setting of the module and before a change to the file.
    private static func archive(
        _ setting: String = everywhere, then afterwards: String = unsaid, stored: Bool = false
    ) throws -> [UInt8] {
        try Python.run(
            """
            import zipfile,sys
            \(setting)
            z=zipfile.ZipFile(sys.argv[2],'w',zipfile.\(stored ? "ZIP_STORED" : "ZIP_DEFLATED"))
            head='time,seconds_elapsed,z,y,x\\n'
            for name,v in [('walk/Accelerometer.csv',1),('walk/Gravity.csv',9),('walk/Gyroscope.csv',0.5)]:
                with z.open(name, 'w', force_zip64=True) as member:
                    member.write((head+''.join('%d,0.1,%g,0,0\\n'%(1000*(i+1),v) for i in range(50))).encode())
            z.close()
            \(afterwards)
            """)
    }

    /// Where four bytes stand for the last time.
    private static func place(of word: [UInt8], in bytes: [UInt8]) throws -> Int {
        try #require((0...(bytes.count - 4)).last { Array(bytes[$0..<($0 + 4)]) == word })
    }

    @Test(arguments: [
        (everywhere, unsaid, false), (everywhere, unsaid, true), (everywhere, "", false),
        ("zipfile.ZIP64_LIMIT=700", "", false), ("", "", true),
    ])
    func `are read like any others, in whatever place the large numbers stand`(
        setting: String, afterwards: String, stored: Bool
    ) throws {
        let bytes = try Self.archive(setting, then: afterwards, stored: stored)
        let directory = try ScratchDirectory()
        for log in [ImportSession(bytes), ImportSession(path: try directory.file("export", bytes))] {
            #expect(log.failure == nil && log.skipped == [] && log.readings.count == 50)
            #expect(log.readings.first?.accelerometer?.z == 10 && log.readings.first?.gyroscope?.z == 0.5)
        }
    }

    @Test(
        arguments: [
            ([0x50, 0x4b, 0x06, 0x07], "no zip64 locator stands at byte #"),
            ([0x50, 0x4b, 0x06, 0x06], "no zip64 end record stands at byte #"),
            ([0x50, 0x4b, 0x01, 0x02], "its directory is damaged at byte #"),
            ([0x50, 0x4b, 0x03, 0x04], "walk/Gyroscope.csv is not at byte #, where the directory says"),
        ] as [([UInt8], String)])
    func `that are damaged say what and where`(signature: [UInt8], reason: String) throws {
        var bytes = try Self.archive()
        let place = try Self.place(of: signature, in: bytes)
        bytes[place] = 0
        let reason = reason.replacingOccurrences(of: "#", with: String(place))
        let failure = ImportSession(bytes).failure
        #expect(failure == .packed(format: "zip", reason: reason))
    }

    @Test func `whose sizes are missing say so`() throws {
        var bytes = try Self.archive()
        // The last entry's extra field, 46 bytes and a name behind the entry's beginning, becomes another one.
        let entry = try Self.place(of: [0x50, 0x4b, 0x01, 0x02], in: bytes)
        bytes[entry + 46 + "walk/Gyroscope.csv".utf8.count] = 2
        #expect(
            ImportSession(bytes).failure
                == .packed(format: "zip", reason: "walk/Gyroscope.csv lacks its zip64 sizes at byte \(entry)")
        )
    }

    @Test(arguments: [8, 24, 32, 40, 48])
    func `with any number of the end records set to the largest are refused, and never crash`(field: Int)
        throws
    {
        let intact = try Self.archive()
        for signature in [[0x50, 0x4b, 0x06, 0x06], [0x50, 0x4b, 0x06, 0x07]] as [[UInt8]] {
            for value in [0x7f, 0xff] as [UInt8] {
                var bytes = intact
                let place = try Self.place(of: signature, in: bytes)
                guard place + field + 8 <= bytes.count else { continue }
                bytes.replaceSubrange(
                    place + field..<place + field + 8, with: [UInt8](repeating: value, count: 8))
                let log = ImportSession(bytes)
                #expect(log.failure != nil || log.readings.count == 50)
            }
        }
    }

    @Test func `that are cut or changed anywhere never crash`() throws {
        let bytes = try Self.archive()
        for cut in stride(from: 4, to: bytes.count, by: 23) {
            let log = ImportSession(Array(bytes[..<cut]))
            #expect(log.failure != nil || log.readings.count == 50)
        }
        for place in stride(from: 4, to: bytes.count, by: 5) {
            var changed = bytes
            changed[place] ^= 0xff
            let log = ImportSession(changed)
            let isWhole = log.readings.count == 50 && log.skipped == []
            #expect(log.failure != nil || isWhole || log.doubts.contains { $0.contains("may be wrong") })
        }
    }

    @Test func `of more files than any export has are refused`() throws {
        let bytes = try Python.run(
            """
            import zipfile,sys
            z=zipfile.ZipFile(sys.argv[2],'w')
            for i in range(65536): z.writestr(zipfile.ZipInfo('%d.csv'%i), '')
            z.close()
            """)
        #expect(ImportSession(bytes).failure == .tooLarge(format: "zip directory", limit: 1 << 20))
    }
}
