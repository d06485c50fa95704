import Testing
import TiltCore

@testable import TiltDaemon

/// A neutral pose for others than the asker.
extension `The publisher` {
    @Test func `recentres everybody who has a neutral pose, where the asker may`() throws {
        let (relative, absolute) = (try connect(), try connect())
        _ = try ask(relative, #"{"type":"subscribe","reference":"startup"}"#)
        publish(1...2)
        // As if it had been recentred in another pose: face up.
        publishFaceUp(3)
        _ = try ask(relative, #"{"type":"recentre"}"#)
        publishFaceUp(4)
        publish(5...5)
        let moved = try messages(relative).last { $0.type == "frame" }
        #expect((moved?.number("x") ?? 0).magnitude > 3)
        let absoluteBefore = try messages(absolute).last { $0.type == "frame" }?.number("x")

        let answer = try ask(try connect(), #"{"type":"recentre","scope":"all","id":9}"#).first {
            $0.type == "ok"
        }
        #expect(answer?.type == "ok")
        #expect(answer?.number("id") == 9)
        #expect(answer?.number("recentred") == 1)
        #expect(answer?.number("left_alone") == 0)
        publish(6...6)
        #expect(try messages(relative).last { $0.type == "frame" }?.number("x") == 0)
        #expect(try messages(absolute).last { $0.type == "frame" }?.number("x") == absoluteBefore)
    }

    @Test func `recentres nobody else where that was not asked for`() throws {
        let (other, asker) = (try connect(), try connect())
        _ = try ask(other, #"{"type":"subscribe","reference":"startup"}"#)
        publishFaceUp(1)
        let answer = try ask(asker, #"{"type":"recentre"}"#).first { $0.type == "ok" }
        #expect(answer != nil)
        #expect(answer?["recentred"] == nil)
        publish(2...2)
        #expect((try messages(other).last { $0.type == "frame" }?.number("x") ?? 0).magnitude > 3)
    }

    /// Who asks, whom it concerns, and whether it may, with the daemon of user 900.
    @Test(
        arguments: [
            (1000, 1000, true), (1000, 1001, false), (1000, 0, false), (1000, 900, false), (0, 1000, true),
            (900, 1000, true), (900, 0, true), (nil, 1000, false), (nil, nil, false), (1000, nil, false),
            (0, nil, true),
        ] as [(UInt32?, UInt32?, Bool)])
    func `lets a user speak for nobody else, but root and its own`(asker: UInt32?, other: UInt32?, may: Bool)
    {
        #expect(Publisher.may(asker, speakFor: other, daemon: 900) == may)
    }

    private func publishFaceUp(_ tick: Int64) {
        publisher.publish(
            Motion(
                time: Timestamp(nanoseconds: tick * 20_000_000), state: .tracking,
                estimate: GravityEstimate(up: .faceUp), presence: 1), isAtRest: false)
    }
}
