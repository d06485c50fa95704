import Foundation
import Testing
import TiltCore
import TiltImport

@Suite struct `Every importer` {
    private static let names = [
        "accel.evemu", "pad.evemu", "two.yml", "accel.events", "accel.ioctl", "accel.umockdev",
        "rows.csv.zst",
    ]

    /// A generator that gives the same numbers every time (Vigna's SplitMix64).
    private struct Noise {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var value = state
            value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
            value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
            return value ^ (value >> 31)
        }
    }

    private static let samples = [
        "time,seconds_elapsed,z,y,x\n1,0.1,1,2,3\n", "\"Time (s)\";\"Acceleration x (m/s^2)\"\n0,1\n",
        "#timestamp [ns],w_RS_S_x [rad s^-1]\n1,2\n", "# timestamp ax ay az\n1 2 3 4\n",
        "t,ax,ay,az\n1,2,3,4\n",
        "#tiltlog=1\nt_ns,ax,ay,az\n1,2,3,4\n#end samples=1 dropped=0\n", "d 0 /dev/x\nr 1 ^@\n",
        "PK\u{3}\u{4}rubbish",
    ]

    @Test func `takes arbitrary bytes without crashing`() throws {
        var noise = Noise(state: 1)
        let seeds =
            try Self.names.map { Array(try fixtureBytes($0).prefix(4000)) }
            + Self.samples.map { Array($0.utf8) }
        for seed in seeds {
            for _ in 0..<40 {
                var bytes = seed
                for _ in 0..<(1 + Int(noise.next() % 8)) where !bytes.isEmpty {
                    let place = Int(noise.next() % UInt64(bytes.count))
                    switch noise.next() % 4 {
                    case 0: bytes[place] = UInt8(truncatingIfNeeded: noise.next())
                    case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + Int(noise.next() % 20)))
                    case 2: bytes.insert(contentsOf: Array("-99999999999999999999,".utf8), at: place)
                    default: bytes = Array(bytes[..<place])
                    }
                }
                do throws(ImportError) { try Import.read(bytes) } catch {
                    #expect(!error.description.isEmpty)
                }
            }
        }
    }

    @Test(arguments: ["pad.evemu", "two.yml"])
    func `gives what is whole of a file that is cut off anywhere`(name: String) throws {
        let bytes = try fixtureBytes(name)
        let all = ImportSession(bytes).readings
        for cut in stride(from: bytes.count / 2, to: bytes.count, by: 997) {
            let readings = ImportSession(Array(bytes[..<cut])).readings
            #expect(readings == Array(all.prefix(readings.count)))
        }
    }

    @Test func `reads the same whatever the pieces`() throws {
        for name in Self.names.prefix(3) {
            let bytes = try fixtureBytes(name)
            let whole = ImportSession(bytes)
            for piece in [1, 13, 1000] {
                #expect(ImportSession(bytes, piece: piece).readings == whole.readings)
            }
        }
    }

    @Test(arguments: [1, 13, 1 << 16])
    func `reads lines that end in CR alone, as spreadsheets on a Mac write them`(piece: Int) {
        let rows = (0..<9000).map { "\(Double($0) / 50),0.1,0.2,9.8\n" }.joined()
        for header in ["t,ax,ay,az\n", "time (s);AccX (m/s2);AccY (m/s2);AccZ (m/s2)\n"] {
            let text = header + (header.contains(";") ? rows.replacing(",", with: ";") : rows)
            let whole = ImportSession(text)
            let log = ImportSession(Array(text.replacing("\n", with: "\r").utf8), piece: piece)
            #expect(whole.readings.count == 9000 && log.readings == whole.readings && log.skipped == [])
        }
    }

    @Test(arguments: ["no,log\n", "a b c d\n1 2 3 4\n"])
    func `says of what is no log how counts of a chip are read`(text: String) throws {
        let failure = try #require(ImportSession(text).failure)
        #expect(failure.hint.contains("where it holds a chip's counts --accel-scale"), "\(failure.hint)")
    }

    @Test func `gives up a first line that has no end`() {
        let log = ImportSession([UInt8](repeating: 0x78, count: 300_000))
        guard case .log(.unknownFormat)? = log.failure else {
            Issue.record("\(String(describing: log.failure))")
            return
        }
    }

    @Test func `quotes the beginning of a first line without an end`() {
        let log = ImportSession(String(repeating: "x", count: 10_000_000))
        #expect(log.failure == .log(.unknownFormat(firstLine: String(repeating: "x", count: 256))))
    }

    @Test func `leaves out a line without an end among those that describe a device`() throws {
        let text = String(decoding: try fixtureBytes("two.yml"), as: UTF8.self)
        let long = "devices:\n# " + String(repeating: "x", count: 1_000_000) + "\n"
        let log = ImportSession(text.replacing("devices:\n", with: long, maxReplacements: 1))
        #expect(log.failure == nil && log.readings == ImportSession(text).readings)
        #expect(log.skipped.map { $0.description }.first?.contains("longer than 65536 bytes") == true)
    }

    @Test(
        arguments: [
            ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], "xz"), (Array("BZh91AY".utf8), "bzip2"),
            ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "7z"), (Array("Rar!".utf8), "rar"),
            ([0x04, 0x22, 0x4d, 0x18], "lz4"), ([0xff, 0xfe, 0x74, 0x00], "UTF-16"),
            (Array(repeating: 0, count: 257) + Array("ustar".utf8), "tar"),
        ] as [([UInt8], String)])
    func `names what would unpack what it does not`(start: [UInt8], format: String) {
        let failure = ImportSession(start + Array(repeating: 0, count: 400)).failure
        #expect(failure?.description == "it is in \(format), which is not read here")
        #expect(failure?.hint.hasPrefix("`") == true)
    }

    @Test(
        arguments: [
            (String.Encoding.utf16LittleEndian, [], "UTF-16LE"), (.utf16BigEndian, [], "UTF-16BE"),
            (.utf16LittleEndian, [0xff, 0xfe], "UTF-16"), (.utf16BigEndian, [0xfe, 0xff], "UTF-16"),
            (.utf32LittleEndian, [0xff, 0xfe, 0, 0], "UTF-32"),
            (.utf32BigEndian, [0, 0, 0xfe, 0xff], "UTF-32"),
        ] as [(String.Encoding, [UInt8], String)])
    func `names the writing of a text that has more than a byte for each letter`(
        encoding: String.Encoding, mark: [UInt8], name: String
    ) throws {
        for header in ["t,ax,ay,az\n", "time,acc_x,acc_y,acc_z\n"] {
            let text = header + (0..<20).map { "\($0),0.1,0.2,9.8\n" }.joined()
            let failure = ImportSession(mark + Array(try #require(text.data(using: encoding)))).failure
            #expect(failure == .foreign(format: name, command: "iconv -f \(name) -t UTF-8 FILE"))
        }
    }
}
