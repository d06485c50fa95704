import Foundation
import Testing

@testable import TiltCore

/// A device that is read twelve times a second while it lies still, beside one that is always read fifty times.
@Suite struct `Ticks while a device lies still` {
    private static let degree = Double.pi / 180
    private static let everyday: Int64 = 20_000_000

    /// What somebody saw who wanted changes alone.
    private struct Seen {
        /// The largest step from one frame to the next, in points.
        var largestStep = 0.0
        /// From the turn to the first frame that shows it, in seconds.
        var delay: Double?
        var slowTicks = 0
    }

    /// Plays a device that is turned at `start`, in seconds; `rests` where it is read slowly while it lies still.
    private static func watch(_ device: RestingDevice, from start: Double, rests: Bool) throws -> Seen {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        var (seen, mapper, pace) = (Seen(), ShadowMapper(), StillPace())
        var (last, held, isStill): (ShadowOffset?, ShadowOffset?, Bool) = (nil, nil, false)
        var next: Int64 = 2_000_000
        // The engine is moved by this loop alone.
        device.samples(seconds: start + 1.5) { sample in
            while next < sample.time.nanoseconds {
                engine.advance(to: Timestamp(nanoseconds: next))
                let motion = engine.motion.rounded()
                let time = Double(next) * 1e-9
                pace.note(motion)
                if let view = mapper.view(of: motion) {
                    isStill = view.isStill
                    if let last, time > 2 {
                        seen.largestStep = max(seen.largestStep, (view.offset - last).length)
                    }
                    last = view.offset
                    if time < start { held = view.offset }
                    if seen.delay == nil, time >= start, let held, (view.offset - held).length > 0.002 {
                        seen.delay = time - start
                    }
                }
                let isSlow = rests && isStill && pace.isStill
                seen.slowTicks += isSlow ? 1 : 0
                next += isSlow ? StillPace.period : everyday
            }
            engine.ingest(sample)
        }
        return seen
    }

    /// A turn, in degrees, and how long it takes, in seconds.
    @Test(
        arguments: [(2, 0.05), (2, 0.2), (10, 0.1), (10, 0.3), (30, 0.15), (45, 0.5)] as [(Double, Double)],
        [false, true])
    func `show a turn 80 ms later at most, and in no larger steps`(
        turn: (degrees: Double, seconds: Double), hasGyroscope: Bool
    ) throws {
        for part in 0..<8 {
            let start = 8 + 0.0107 * Double(part)
            var device = RestingDevice(hasGyroscope: hasGyroscope)
            device.angle = { time in
                time < start ? 0 : turn.degrees * Self.degree * min(1, (time - start) / turn.seconds)
            }
            let slow = try Self.watch(device, from: start, rests: true)
            let fast = try Self.watch(device, from: start, rests: false)
            #expect(slow.slowTicks > 50)
            #expect(slow.largestStep <= fast.largestStep + 0.2)
            #expect(try #require(slow.delay) <= #require(fast.delay) + 0.08)
        }
    }

    private static func motion(_ milliseconds: Int64, x: Double = 0, _ state: TrackingState = .tracking)
        -> Motion
    {
        let up = Up<DeviceAxes>(x: x, y: 0, z: 1)
        return Motion(
            time: Timestamp(nanoseconds: milliseconds * 1_000_000), state: state,
            estimate: GravityEstimate(up: up),
            fade: 1)
    }

    @Test func `are slow after a second of the same, and fast from the first that is other`() {
        var pace = StillPace()
        #expect(!pace.isStill)
        let slow = (0..<200).filter { tick in
            pace.note(Self.motion(20 * Int64(tick), x: tick < 120 ? 0 : 0.0001))
            return pace.isStill
        }
        #expect(slow == Array(50..<120) + Array(170..<200))
    }

    @Test func `are fast where nothing moves because nothing is heard`() {
        var pace = StillPace()
        for tick in 0..<200 { pace.note(Self.motion(20 * Int64(tick), .stale)) }
        #expect(!pace.isStill)
    }

    @Test func `leave nobody without a frame for more than a second`() {
        // Of the distance of the ticks and the rate: how long after the last frame the first is that is not left out.
        for (ticks, rateHz, milliseconds) in [
            (20, 50, 1000), (20, 25, 1000), (20, 30, 980), (50, 1.2, 850), (50, 1, 1000), (50, 2, 1000),
            (80, 50, 960), (80, 1.2, 880),
        ] {
            let (ticks, frames) = (Int64(ticks) * 1_000_000, SharedTicks.framePeriod(rateHz))
            let longest = StillPace.longestSilence(frames: frames, ticks: ticks)
            var (due, tick) = (Int64?.some(frames), Int64(0))
            repeat {
                tick += ticks
            } while !SharedTicks.isDue(&due, at: tick, period: frames) || tick < longest
            #expect(tick == Int64(milliseconds) * 1_000_000, "\(rateHz) Hz")
        }
    }
}
