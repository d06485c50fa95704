import CardMotion
import Foundation
import Testing

@Suite struct `A spring` {
    @Test(arguments: try Golden.read().spring)
    func `has the numbers worked out independently`(row: Golden.SpringRow) {
        let spring = Spring(
            duration: row.duration, dampingRatio: row.dampingRatio, initialVelocity: row.initialVelocity)
        #expect(abs(spring.angularFrequency - row.omega0) < 1e-6)
        #expect(abs(spring.stiffness - row.stiffness) < 1e-4 && abs(spring.damping - row.damping) < 1e-4)
        #expect(row.progress.count == 10)
        for (milliseconds, progress) in row.progress {
            let time = (Double(milliseconds) ?? .nan) / 1000
            #expect(abs(spring.progress(at: time) - progress) < 1e-6, "at \(milliseconds) ms")
        }
    }

    @Test func `has the named springs of the originals`() throws {
        let rows = try Golden.read().spring
        let named: [(String, Spring)] = [
            ("bounce-press", .press), ("bounce-release", .release), ("cell-press-0.96", .calmPress),
            ("card-transition", .transition),
        ]
        for (name, spring) in named {
            let row = try #require(rows.first { $0.name == name })
            #expect(abs(spring.angularFrequency - row.omega0) < 1e-6, "\(name)")
        }
    }

    /// Each duration with each damping ratio and velocity, critical and nearly critical ones among them.
    private static let survey: [Spring] = [0.1, 0.5, 3].flatMap { duration in
        [0.05, 0.25, 0.4, 0.8, 0.95, 0.9999, 1].flatMap { ratio in
            [-5.0, 0, 0.2, 8].map { Spring(duration: duration, dampingRatio: ratio, initialVelocity: $0) }
        }
    }

    @Test func `solves its equation of motion, by Runge and Kutta's integration of it`() {
        for spring in Self.survey {
            var (x, v) = (1.0, -spring.initialVelocity)
            let steps = Int(spring.angularFrequency * spring.duration * 100)
            let dt = spring.duration / Double(steps)
            func pull(_ x: Double, _ v: Double) -> Double { -spring.damping * v - spring.stiffness * x }
            var (worst, worstVelocity) = (0.0, 0.0)
            for step in 1...steps {
                let (x1, v1) = (v, pull(x, v))
                let (x2, v2) = (v + dt / 2 * v1, pull(x + dt / 2 * x1, v + dt / 2 * v1))
                let (x3, v3) = (v + dt / 2 * v2, pull(x + dt / 2 * x2, v + dt / 2 * v2))
                let (x4, v4) = (v + dt * v3, pull(x + dt * x3, v + dt * v3))
                x += dt / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
                v += dt / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
                let time = Double(step) * dt
                worst = max(worst, abs(spring.progress(at: time) - (1 - x)))
                worstVelocity = max(worstVelocity, abs(spring.velocity(at: time) + v))
            }
            let scale = spring.angularFrequency
            #expect(worst < 1e-7 && worstVelocity < 1e-7 * scale, "\(spring): \(worst), \(worstVelocity)")
        }
    }

    @Test func `starts at 0 with its velocity`() {
        for spring in Self.survey {
            #expect(spring.progress(at: 0) == 0)
            #expect(abs(spring.velocity(at: 0) - spring.initialVelocity) < 1e-12)
        }
    }

    @Test func `has settled after its duration`() {
        for spring in Self.survey {
            // The community's envelope has b where the true one of a·cos + b·sin has √(a² + b²): ε/ζ for v = 0.
            let isSlow = spring.initialVelocity * spring.duration < 0.2
            let allowed = isSlow ? 0.0012 / spring.dampingRatio : 0.025
            for percent in 100...200 {
                let time = spring.duration * Double(percent) / 100
                #expect(abs(spring.progress(at: time) - 1) < allowed, "\(spring) at \(time)")
            }
        }
    }

    @Test(arguments: [-5.0, 0, 0.2, 2, 8, 30])
    func `changes little by little as the damping becomes critical`(velocity: Double) {
        func spring(_ ratio: Double) -> Spring {
            Spring(duration: 0.5, dampingRatio: ratio, initialVelocity: velocity)
        }
        var last = spring(0.85)
        for step in 1...1500 {
            let next = spring(0.85 + Double(step) / 10_000)
            for time in [0.016, 0.05, 0.1, 0.2, 0.4] {
                #expect(
                    abs(next.progress(at: time) - last.progress(at: time)) < 0.001, "ζ \(next.dampingRatio)")
            }
            last = next
        }
        #expect(abs(spring(1 - 1e-9).progress(at: 0.1) - spring(1).progress(at: 0.1)) < 1e-6)
    }

    @Test func `takes over a motion that is faster than any spring of that duration`() {
        var last = Spring(duration: 0.5, dampingRatio: 0.4, initialVelocity: 0).angularFrequency
        for velocity in 1...1000 {
            let spring = Spring(duration: 0.5, dampingRatio: 0.4, initialVelocity: Double(velocity))
            #expect(abs(spring.angularFrequency - last) < 8, "\(velocity)")
            #expect(abs(spring.progress(at: 0.5) - 1) < 0.005, "\(velocity)")
            last = spring.angularFrequency
        }
    }

    @Test(arguments: [
        (Double.nan, Double.nan, Double.nan), (0, 0, 0), (-1, -1, -.infinity), (.infinity, .infinity, 1e300),
        (1e-300, 2, -1e300),
    ])
    func `has numbers whatever it is made of`(duration: Double, ratio: Double, velocity: Double) {
        let spring = Spring(duration: duration, dampingRatio: ratio, initialVelocity: velocity)
        for time in [0, spring.duration / 2, spring.duration] {
            #expect(spring.progress(at: time).isFinite && spring.velocity(at: time).isFinite, "\(spring)")
        }
    }

    @Test func `turns around without a jerk`() {
        // Pressed for 60 ms, then let go: the way back begins where the card is and as fast as it moves.
        let (press, time) = (Spring.press, 0.06)
        let scale = 1 - 0.05 * press.progress(at: time)
        let speed = -0.05 * press.velocity(at: time)
        let back = Spring(duration: 0.5, dampingRatio: 0.4, initialVelocity: speed / (1 - scale))
        func scaleBack(_ t: Double) -> Double { scale + (1 - scale) * back.progress(at: t) }
        #expect(scaleBack(0) == scale)
        #expect(abs((scaleBack(1e-6) - scale) / 1e-6 - speed) < 1e-3)
        #expect(abs(scaleBack(0.5) - 1) < 1e-3)
    }
}
