import Foundation
import Testing

@testable import TiltCore

@Suite struct `Yaw assist` {
    @Test func `follows a turn, leaks back with two seconds, and never passes twenty degrees`() {
        var yaw = YawAssist()
        var time = Timestamp(nanoseconds: 0)
        func step(_ rate: Double, _ count: Int) {
            for _ in 0..<count {
                time = time.advanced(by: 10_000_000)
                yaw.update(turnRate: rate, at: time)
            }
        }
        yaw.update(turnRate: 0, at: time)
        step(0.5, 40)
        // The closed form of y' = r - y/τ after 0.4 s.
        #expect(abs(yaw.angle - 0.5 * 2 * (1 - exp(-0.4 / 2))) < 0.002)
        let turned = yaw.angle
        step(0, 200)
        #expect(abs(yaw.angle - turned * exp(-1)) < 1e-9)
        step(100, 1000)
        #expect(abs(yaw.angle - 20 * Double.pi / 180) < 1e-12)
    }

    @Test(arguments: [
        (Up<DeviceAxes>(x: 0, y: 1, z: 0), 2.0, 0.0), (Up(x: 1, y: 0, z: 0), 0, 2),
        (Up(x: 0, y: 0, z: 1), 0, 0),
    ])
    func `moves the shadow along the horizontal of an upright picture only`(
        up: Up<DeviceAxes>, x: Double, y: Double
    ) throws {
        func offset(_ assists: Bool) throws -> ShadowOffset {
            var options = ShadowMapper.Options()
            options.mapping = .projection
            options.assistsYaw = assists
            var mapper = ShadowMapper(options)
            let motion = Motion(
                time: Timestamp(nanoseconds: 0), state: .tracking, estimate: GravityEstimate(up: up),
                fade: 1,
                yaw: 0.2)
            let view = mapper.view(of: motion)
            return try #require(view).offset
        }
        let moved = try offset(true) - offset(false)
        #expect(abs(moved.x - x) < 1e-12 && abs(moved.y - y) < 1e-12)
    }
}
