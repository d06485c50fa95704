import Testing
import TiltCore

@Suite struct `Poses that another engine has made` {
    /// An engine with a remote sensor, in steps of one tick.
    private struct Scene {
        var engine = TiltEngine()
        var now = Timestamp(nanoseconds: 1_000_000_000)

        /// A tick, with a pose or without; what is shown then.
        mutating func step(_ pose: Up<DeviceAxes>? = nil) -> Motion {
            now = now.advanced(by: 20_000_000)
            if let pose {
                let counts = Reading.Counts(x: pose.x, y: pose.y, z: pose.z)
                engine.take(given: Reading(time: now, accelerometer: counts))
            }
            engine.advance(to: now)
            return engine.motion
        }
    }

    private static let poses = [Up<DeviceAxes>(x: 0, y: 0.6, z: 0.8), Up(x: 0.6, y: 0, z: 0.8)]

    @Test func `show on while their sensor is lost and found again, until the next one comes`() throws {
        var scene = Scene()
        scene.engine.sensorAppeared(reportsOnlyChanges: false)
        for pose in Self.poses {
            for _ in 0..<200 { _ = scene.step(pose) }
            scene.engine.sensorLost()
            #expect(scene.step().estimate?.up == pose)
            scene.engine.sensorAppeared(reportsOnlyChanges: false)
            // Nothing has been heard of it yet, and what was shown is not gone.
            let motion = scene.step()
            #expect(motion.state == .none)
            #expect(motion.estimate?.up == pose)
        }
    }

    @Test func `are eased to where the sensor was lost and found again`() throws {
        var scene = Scene()
        scene.engine.sensorAppeared(reportsOnlyChanges: false)
        for _ in 0..<200 { _ = scene.step(Self.poses[0]) }
        scene.engine.sensorLost()
        scene.engine.sensorAppeared(reportsOnlyChanges: false)
        var last = try #require(scene.step().estimate?.up)
        var longest = 0.0
        for _ in 0..<200 {
            let up = try #require(scene.step(Self.poses[1]).estimate?.up)
            longest = max(longest, 1 - up.dot(last))
            last = up
        }
        #expect(longest < 0.002, "less than four degrees at a tick")
        #expect(last == Self.poses[1])
    }

    @Test func `are forgotten once nothing of them shows`() {
        var scene = Scene()
        scene.engine.sensorAppeared(reportsOnlyChanges: false)
        for _ in 0..<200 { _ = scene.step(Self.poses[0]) }
        scene.engine.sensorLost()
        for _ in 0..<200 { _ = scene.step() }
        scene.engine.sensorAppeared(reportsOnlyChanges: false)
        #expect(scene.step().fade == 0)
        #expect(scene.step(Self.poses[1]).estimate?.up == Self.poses[1])
    }
}
