import Testing
import TiltCore

@Suite struct `Display rotation` {
    @Test(arguments: GoldenVectors.turned)
    func `turns up into the picture's axes`(row: GoldenVectors.Turned) throws {
        let rotation = try #require(DisplayRotation(rawValue: row.degrees))
        let up = rotation(Up(x: row.up.0, y: row.up.1, z: row.up.2))
        #expect(up == Up(x: row.remapped.0, y: row.remapped.1, z: row.remapped.2))
        let offset = ShadowMapping.tilt(up, gain: 10)
        #expect(abs(offset.x - row.offset.0) < 2e-5 && abs(offset.y - row.offset.1) < 2e-5)
    }

    @Test func `is a rotation: a quarter four times over is nothing`() {
        var random = SplitMix64(seed: 2)
        let up: Up<DeviceAxes> = random.direction()
        var turned = up
        for _ in 0..<4 {
            let once = DisplayRotation.quarter(turned)
            turned = Up(x: once.x, y: once.y, z: once.z)
        }
        #expect(turned == up)
        let there = DisplayRotation.quarter(up)
        let back = DisplayRotation.threeQuarters(Up(x: there.x, y: there.y, z: there.z))
        #expect(back == Up(x: up.x, y: up.y, z: up.z))
    }
}
