import Foundation
import Testing
import TiltCore

@testable import TiltRelay

@Suite struct `A remote motion` {
    private static let period: Int64 = 20_000_000
    private static let second: Int64 = 1_000_000_000

    /// Roll of a hand that sways, in radians, at an instant in nanoseconds.
    private static func roll(_ time: Int64) -> Double { 0.3 * sin(2 * .pi * 0.7 * Double(time) * 1e-9) }

    private static func up(_ roll: Double) -> Up<DeviceAxes> { Up(x: -sin(roll), y: 0, z: cos(roll)) }

    private static func frame(_ time: Int64) -> RemoteFrame {
        RemoteFrame(sequence: 1, time: time, target: time, state: .tracking, up: nil)
    }

    /// What is shown at 60 Hz of frames that come after a delay in milliseconds, as rolls, from the third second on.
    private func shown(
        seconds: Int64, delay: (Int) -> Double
    ) -> [(time: Int64, roll: Double)] {
        var motion = RemoteMotion()
        var arrivals = (0..<Int(seconds * 50)).map { number in
            let time = Int64(number) * Self.period
            return (time: time, arrival: time + Int64(delay(number) * 1e6))
        }
        // One connection hands them over in order.
        for index in arrivals.indices.dropFirst() {
            arrivals[index].arrival = max(arrivals[index].arrival, arrivals[index - 1].arrival)
        }
        var (next, shown) = (0, [(time: Int64, roll: Double)]())
        for number in 0..<Int(seconds * 60) {
            let now = Int64(Double(number) / 60 * 1e9)
            while next < arrivals.count, arrivals[next].arrival <= now {
                let time = arrivals[next].time
                motion.take(
                    Self.up(Self.roll(time)), of: Self.frame(time), period: Self.period,
                    at: arrivals[next].arrival)
                next += 1
            }
            guard now > 3 * Self.second, let pose = motion.show(at: now) else { continue }
            shown.append((now, Tilt(of: pose.up).roll))
        }
        return shown
    }

    @Test func `is where the device is, by frames that come at once`() {
        let worst = shown(seconds: 10) { _ in 0 }.map { abs($0.roll - Self.roll($0.time)) }.max() ?? 1
        // The speed is that of 20 to 30 ms ago, at 5.8 rad/s² 0.0012 to 0.0026 from where it leads; and what each frame
        // corrects, a third of that, is smoothed over the time of three.
        #expect(worst < 0.006, "\(worst)")
    }

    /// The rolls of frames that are shown as they come, 0.3 to 0.7 ms on their way, and every `lost`th never.
    private func followed(lost: Int) -> [(time: Int64, roll: Double)] {
        var (motion, shown) = (RemoteMotion(), [(time: Int64, roll: Double)]())
        for number in 0..<500 where number % lost != lost - 1 {
            let time = Int64(number) * Self.period
            let now = time + 300_000 + Int64(number * 7 % 5) * 100_000
            motion.take(Self.up(Self.roll(time)), of: Self.frame(time), period: Self.period, at: now)
            guard let pose = motion.show(at: now + 20_000), now > 3 * Self.second else { continue }
            shown.append((now, Tilt(of: pose.up).roll))
        }
        return shown
    }

    @Test func `is where each frame says, where it is shown as it comes`() {
        let worst = followed(lost: 1000).map { abs($0.roll - Self.roll($0.time - 300_000)) }.max() ?? 1
        // 1.32 rad/s, and half a ms that another frame was slower than the fastest.
        #expect(worst < 0.001, "\(worst)")
    }

    @Test func `is soon where frames say, where one is lost now and then`() {
        let errors = followed(lost: 30).map { abs($0.roll - Self.roll($0.time - 300_000)) }.sorted()
        #expect(errors[errors.count * 9 / 10] < 0.002, "\(errors[errors.count * 9 / 10])")
        #expect((errors.last ?? 1) < 0.006, "\(errors)")
    }

    @Test func `is little farther behind than the fastest frame, and smooth, by frames that come at odds`() {
        let rolls = shown(seconds: 12) { 25 + Double($0 * 17 % 31) }
        // And as the delay is more than the 30 ms that are carried ahead.
        let worst = rolls.map { abs($0.roll - Self.roll($0.time - 43_000_000)) }.max() ?? 1
        #expect(worst < 0.015, "\(worst)")
        let bends = zip(zip(rolls, rolls.dropFirst()), rolls.dropFirst(2)).map { pair, third in
            abs(third.roll - 2 * pair.1.roll + pair.0.roll)
        }
        // The motion's own is 5.8 rad/s² over a 60th of a second squared: 0.0016.
        #expect((bends.max() ?? 1) < 0.006, "\(bends.max() ?? 1)")
    }

    @Test func `stays where it is while the device rests, to the last digit`() throws {
        var motion = RemoteMotion()
        let up = Up<DeviceAxes>(x: 0.1, y: 0.2, z: (1 - 0.05).squareRoot())
        for number in 0..<200 {
            let time = Int64(number) * Self.period
            motion.take(
                up, of: Self.frame(time), period: Self.period, at: time + Int64(number % 7) * 3_000_000)
        }
        let poses = try (0..<20).map { try #require(motion.pose(at: 4 * Self.second + $0 * 7_000_000)) }
        for pose in poses {
            #expect(pose.up.angle(to: up) < 1e-9)
            #expect(pose.rate.length < 1e-9)
        }
    }

    @Test func `sets out from rest where frames were left out, without a creep before`() throws {
        var motion = RemoteMotion()
        let rest = Self.up(0)
        for time in [0, Self.period, 2 * Self.period] {
            motion.take(rest, of: Self.frame(time), period: Self.period, at: time)
        }
        let later = Self.second
        motion.take(Self.up(0.02), of: Self.frame(later), period: Self.period, at: later)
        let pose = try #require(motion.pose(at: later))
        #expect(Tilt(of: pose.up).roll < 0.045)
        #expect(pose.rate.length < 2)
    }

    @Test func `goes on a little and stops where frames stay out`() throws {
        var motion = RemoteMotion()
        // 1 rad/s.
        for number in 0...100 {
            let time = Int64(number) * Self.period
            motion.take(
                Self.up(0.02 * Double(number) - 1), of: Self.frame(time), period: Self.period, at: time)
        }
        let end = 100 * Self.period
        let far = try #require(motion.pose(at: end + 5 * Self.second))
        #expect(abs(Tilt(of: far.up).roll - 1.1) < 0.03)
        #expect(far.rate.length < 0.001)
    }
}
