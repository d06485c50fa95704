import Testing
import TiltCore

@Suite struct `Rest check` {
    private static func check(
        _ force: Acceleration<DeviceAxes>, seconds: Int, noise: Double = 0.02, into check: inout RestCheck,
        from start: Int = 0
    ) {
        var random = SplitMix64(seed: 5)
        for index in (start * 100)..<((start + seconds) * 100) {
            check.take(
                Acceleration(
                    x: force.x + noise * random.signed(), y: force.y + noise * random.signed(),
                    z: force.z + noise * random.signed()),
                at: Timestamp(nanoseconds: Int64(index) * 10_000_000))
        }
    }

    @Test(arguments: [
        (9.81, true), (8.0, true), (11.5, true), (7.5, false), (12.5, false), (1.0, false), (96.2, false),
    ])
    func `finds gravity too short or too long only beyond a fifth`(length: Double, isRight: Bool) {
        var check = RestCheck(reportsOnlyChanges: false)
        Self.check(Acceleration(x: 0, y: 0.6 * length, z: 0.8 * length), seconds: 5, into: &check)
        #expect((check.lengthFault == nil) == isRight)
        if case .gravityLength(let ratio)? = check.lengthFault {
            #expect(abs(ratio * standardGravity / length - 1) < 0.01)
        }
    }

    @Test func `says nothing of a device in motion, and takes back what rest disproves`() {
        var check = RestCheck(reportsOnlyChanges: false)
        Self.check(Acceleration(x: 0, y: 0, z: 5), seconds: 10, noise: 4, into: &check)
        #expect(check.lengthFault == nil)
        Self.check(Acceleration(x: 0, y: 0, z: 5), seconds: 5, into: &check, from: 10)
        #expect(check.lengthFault != nil)
        Self.check(Acceleration(x: 0, y: 0, z: 9.8), seconds: 3, into: &check, from: 15)
        #expect(check.lengthFault == nil)
    }

    @Test func `counts a dead accelerometer as gravity without length`() {
        var check = RestCheck(reportsOnlyChanges: false)
        Self.check(.zero, seconds: 5, noise: 0, into: &check)
        #expect(check.lengthFault == .gravityLength(ratio: 0))
    }

    @Test func `suspects a device that only ever rests on its face, until it rests otherwise`() {
        var check = RestCheck(reportsOnlyChanges: false)
        Self.check(Acceleration(x: 0, y: 0, z: -9.8), seconds: 8, into: &check)
        #expect(check.directionFault == nil)
        Self.check(Acceleration(x: 0, y: 0, z: -9.8), seconds: 8, into: &check, from: 8)
        #expect(check.directionFault == .alwaysFaceDown)
        Self.check(Acceleration(x: 0, y: 9.8, z: 0), seconds: 3, into: &check, from: 16)
        #expect(check.directionFault == nil)
        Self.check(Acceleration(x: 0, y: 0, z: -9.8), seconds: 60, into: &check, from: 19)
        #expect(check.directionFault == nil)
    }

    @Test func `finds a face that is down as soon where somebody taps beside it`() {
        for tap in [0.0, 0.5] {
            var check = RestCheck(reportsOnlyChanges: false)
            for index in 0..<1150 {
                let force = -9.8 + (index % 50 == 20 ? tap : index % 50 == 30 ? -tap : 0)
                check.take(
                    Acceleration(x: 0, y: 0, z: force), at: Timestamp(nanoseconds: Int64(index) * 10_000_000))
            }
            #expect(check.directionFault == .alwaysFaceDown, "\(tap)")
        }
    }

    @Test func `lets no taps find and end a wrong length by turns`() {
        for length in stride(from: 11.4, to: 11.8, by: 0.02) {
            var check = RestCheck(reportsOnlyChanges: false)
            var changes = 0
            for index in 0..<12_000 {
                let side = index / 400 % 2 == 0 ? 0.57 : -0.57
                let force = length + (index % 50 == 20 ? side : 0)
                let before = check.lengthFault == nil
                check.take(
                    Acceleration(x: 0, y: 0, z: force), at: Timestamp(nanoseconds: Int64(index) * 10_000_000))
                if before != (check.lengthFault == nil) { changes += 1 }
            }
            #expect(changes <= 1, "\(length)")
        }
    }

    @Test func `judges a sensor that reports only changes by the little it says`() {
        for isSparse in [true, false] {
            var check = RestCheck(reportsOnlyChanges: isSparse)
            for second in 0..<10 {
                check.take(
                    Acceleration(x: 0, y: 0, z: 1), at: Timestamp(nanoseconds: Int64(second) * 3_000_000_000))
            }
            #expect((check.lengthFault != nil) == isSparse)
        }
    }
}
