import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Waiting for rest` {
    /// A force at each hundredth of a second, and whether it makes a second of rest at the end.
    private typealias Motion = (name: String, force: @Sendable (Double) -> MatrixRow, rests: Bool)

    private static let motions: [Motion] = [
        ("still", { _ in MatrixRow(x: 0, y: 0, z: 9.8) }, true),
        ("in g", { MatrixRow(x: 0, y: 0.01 * wave($0, 9), z: 1) }, true),
        ("a trembling hand: 0.01 g at 9 Hz", { MatrixRow(x: 0, y: 9.8, z: 0.14 * wave($0, 9)) }, true),
        ("noise of half a m/s²", { MatrixRow(x: 0.7 * wave($0, 31), y: 0, z: 9.8) }, false),
        ("turning by 6° a second", { MatrixRow(x: 1.03 * $0, y: 0, z: 9.7) }, false),
        ("rocking", { MatrixRow(x: 3 * wave($0, 1), y: 0, z: 9.3) }, false),
        ("swinging", { MatrixRow(x: 1.5 * wave($0, 0.5), y: 0, z: 9.7) }, false),
        ("nothing at all", { _ in MatrixRow(x: .nan, y: 0, z: 0) }, false),
    ]

    /// A triangle wave of amplitude 1, which starts at 0.
    @Sendable private static func wave(_ time: Double, _ hertz: Double) -> Double {
        let phase = (time * hertz + 0.25).truncatingRemainder(dividingBy: 1)
        return 4 * (phase - 0.5).magnitude - 1
    }

    private static func time(_ seconds: Double) -> Timestamp { Timestamp(nanoseconds: Int64(seconds * 1e9)) }

    @Test(arguments: motions.indices)
    func `knows rest from motion`(index: Int) {
        let motion = Self.motions[index]
        var window = RestWindow(needed: 1)
        var wasFull = false
        for tick in 0..<300 {
            let seconds = Double(tick) * 0.01
            window.take(motion.force(seconds), at: Self.time(seconds))
            wasFull = wasFull || window.isFull
        }
        #expect(wasFull == motion.rests, "\(motion.name)")
    }

    @Test func `gives the mean and the deviation of what rested, without what moved before`() {
        var window = RestWindow(needed: 1)
        for tick in 0..<50 {
            window.take(MatrixRow(x: Double(tick), y: 0, z: 0), at: Self.time(Double(tick) * 0.01))
        }
        // The last of the motion begins the rest, and is thrown out by what follows.
        for tick in 50..<200 {
            let side = tick % 2 == 0 ? 0.1 : -0.1
            window.take(MatrixRow(x: side, y: 0, z: 9.8), at: Self.time(Double(tick) * 0.01))
        }
        #expect(window.isFull && window.share == 1)
        #expect((window.mean - MatrixRow(x: 0, y: 0, z: 9.8)).length < 0.002)
        #expect((window.deviation - 0.1).magnitude < 0.002)
        #expect((window.seconds - 1.49).magnitude < 1e-9)
    }

    @Test func `begins anew after a gap, and where time goes back`() {
        var window = RestWindow(needed: 1)
        let force = MatrixRow(x: 0, y: 0, z: 9.8)
        for seconds in [0, 0.3, 0.6, 2.0] { window.take(force, at: Self.time(seconds)) }
        #expect(window.seconds == 0)
        window.take(force, at: Self.time(1))
        #expect(window.seconds == 0 && window.count == 1)
    }
}
