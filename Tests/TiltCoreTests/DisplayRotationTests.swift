import Testing
import TiltCore

@Suite struct `Display rotation` {
    @Test(arguments: try GoldenVectors.read().turned)
    func `turns up into the picture's axes`(row: GoldenVectors.Turned) throws {
        let rotation = try #require(DisplayRotation(rawValue: row.angle))
        let up = rotation(GoldenVectors.direction(row.up))
        #expect(up == GoldenVectors.direction(row.remappedUp))
        let offset = ShadowMapping.tilt(up, gain: 10)
        let golden = row.tiltOffsetGain10
        #expect(abs(offset.x - golden[0]) < 2e-5 && abs(offset.y - golden[1]) < 2e-5)
    }

    /// What every text says of 90: the picture is turned clockwise against the device, whose right edge is up.
    @Test func `has the picture's top at the device's right edge at 90`() {
        let up = DisplayRotation.quarter(Up<DeviceAxes>(x: 1, y: 0, z: 0))
        #expect(up == Up(x: 0, y: 1, z: 0))
        let meaning = FrameOption.named("display-rotation")?.setting.meaning ?? ""
        #expect(meaning.contains("turned clockwise, 90 where its top is at the device's right edge"))
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
