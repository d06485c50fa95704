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

    @Test func `gives up a first line that has no end`() {
        let log = ImportSession([UInt8](repeating: 0x78, count: 300_000))
        guard case .log(.unknownFormat)? = log.failure else {
            Issue.record("\(String(describing: log.failure))")
            return
        }
    }
}
