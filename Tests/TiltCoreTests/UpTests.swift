import Foundation
import Testing
import TiltCore

@Suite struct `Up and its arithmetic` {
    @Test(arguments: [
        (0.0, 0.0, 0.0), (.nan, 0, 1), (.infinity, 0, 0), (1e300, 1e300, 0), (1e-300, 0, 0),
    ])
    func `has no direction where the vector has none`(x: Double, y: Double, z: Double) {
        #expect(Up<DeviceAxes>(of: Acceleration<DeviceAxes>(x: x, y: y, z: z)) == nil)
    }

    @Test func `has the length 1 whatever the vector's was`() throws {
        var random = SplitMix64(seed: 3)
        for power in stride(from: -100.0, through: 100, by: 10) {
            let direction: Up<DeviceAxes> = random.direction()
            let up = try #require(Up<DeviceAxes>(of: pow(10, power) * direction))
            #expect(abs(up.length - 1) < 1e-15 && up.angle(to: direction) < 1e-15)
        }
    }

    @Test(arguments: [0.0, 1e-9, 1e-4, 1, .pi / 2, 3, .pi - 1e-9, .pi])
    func `measures angles to full precision at both ends`(angle: Double) {
        let up = Up<DeviceAxes>(x: sin(angle), y: 0, z: cos(angle))
        #expect(abs(up.angle(to: .faceUp) - angle) < 1e-15)
    }

    @Test(arguments: [(3.0, 5.0), (5, 5), (10, 5)])
    func `shortens a vector to a limit and never lengthens it`(length: Double, limit: Double) {
        let vector = Acceleration<DeviceAxes>(x: 0, y: length * 0.6, z: -length * 0.8)
        let shortened = vector.shortened(to: limit)
        #expect(abs(shortened.length - min(length, limit)) < 1e-12)
        #expect(shortened.y * vector.z == shortened.z * vector.y)
    }
}
