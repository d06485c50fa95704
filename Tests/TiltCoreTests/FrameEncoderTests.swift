import Foundation
import Testing
import TiltCore

@Suite struct `Frame encoder` {
    private static let frame = Frame(
        sequence: 1234, time: Timestamp(nanoseconds: 81_234_567_890_123), state: .tracking,
        offset: ShadowOffset(x: 1.7453, y: -0.5236), tilt: Tilt(pitch: -0.05236, roll: 0.17453),
        up: Up(x: -0.17365, y: -0.05234, z: 0.98341))

    @Test func `writes the line of the protocol`() {
        var frame = Self.frame
        frame.up = nil
        #expect(
            written { FrameEncoder.appendJSON(frame, to: &$0) } == """
                {"type":"frame","seq":1234,"t_ns":81234567890123,"state":"tracking","x":1.75,"y":-0.52,\
                "pitch_rad":-0.0524,"roll_rad":0.1745}\n
                """)
    }

    @Test(
        arguments: [
            (nil, 0, nil), (nil, 16.5, 81_234_584_390_123), (5, 0, 81_234_567_890_123),
            (5, 100, 81_234_667_890_123),
        ] as [(Int64?, Double, Int64?)])
    func `names the instant that it is true for where another was asked for, or a phase`(
        phase: Int64?, lookahead: Double, target: Int64?
    ) throws {
        var subscription = Subscription()
        subscription.phase = phase
        subscription.shadow.lookaheadMilliseconds = lookahead
        let frame = Frame(
            sequence: 1, motion: Motion(time: Self.frame.time), view: nil, subscription: subscription)
        let line = try object(written { FrameEncoder.appendJSON(frame, to: &$0) })
        #expect(line["for_ns"] as? Int64 == target && line["t_ns"] as? Int64 == 81_234_567_890_123)
        #expect(written { FrameEncoder.appendCSV(frame, to: &$0) } == "81234.567890123,0,4,,,,,,0\n")
    }

    @Test func `writes JSON that Foundation reads`() throws {
        let line = try object(written { FrameEncoder.appendJSON(Self.frame, dropped: 3, to: &$0) })
        #expect(line["seq"] as? Int == 1234 && line["t_ns"] as? Int64 == 81_234_567_890_123)
        #expect(line["up"] as? [Double] == [-0.1737, -0.0523, 0.9834])
        #expect(line["dropped"] as? Int == 3 && line.count == 10)
    }

    @Test func `leaves out what is unknown`() throws {
        let frame = Frame(
            sequence: 0, time: Timestamp(nanoseconds: 0), state: .none, offset: ShadowOffset(x: 0, y: 4))
        let line = try object(written { FrameEncoder.appendJSON(frame, to: &$0) })
        #expect(Set(line.allKeys.compactMap { $0 as? String }) == ["type", "seq", "t_ns", "state", "x", "y"])
        #expect(written { FrameEncoder.appendCSV(frame, to: &$0) } == "0.0,0,4,,,,,,0\n")
    }

    @Test func `writes a row of numbers under the header of CSV frames`() {
        #expect(FrameEncoder.csvHeader == "t,x,y,pitch_rad,roll_rad,ux,uy,uz,state\n")
        #expect(
            written { FrameEncoder.appendCSV(Self.frame, to: &$0) }
                == "81234.567890123,1.7453,-0.5236,-0.05236,0.17453,-0.17365,-0.05234,0.98341,2\n")
    }

    @Test(arguments: [(TrackingState.tracking, 2), (.stale, 1), (.none, 0)])
    func `writes the state as a word in JSON and as a number in CSV`(state: TrackingState, number: Int) throws
    {
        var frame = Self.frame
        frame.state = state
        #expect(
            try object(written { FrameEncoder.appendJSON(frame, to: &$0) })["state"] as? String
                == state.rawValue)
        #expect(written { FrameEncoder.appendCSV(frame, to: &$0) }.hasSuffix(",\(number)\n"))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -0.0, 5e-300])
    func `writes finite numbers whatever it is given`(value: Double) throws {
        var frame = Self.frame
        frame.sequence = .max
        frame.time = Timestamp(nanoseconds: .min)
        frame.offset = ShadowOffset(x: value, y: -value)
        frame.tilt = Tilt(pitch: value, roll: value)
        frame.up = Up(x: value, y: value, z: value)
        let line = try object(written { FrameEncoder.appendJSON(frame, dropped: .max, to: &$0) })
        #expect((line["x"] as? Double)?.magnitude ?? .infinity <= 9e16)
        let row = written { FrameEncoder.appendCSV(frame, to: &$0) }.dropLast().split(separator: ",")
        #expect(row.count == 9 && row.allSatisfy { Double($0)?.isFinite ?? false && $0 != "-0" })
    }
}
