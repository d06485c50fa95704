import Testing
import TiltSensors

@Suite struct `Evdev quirks` {
    @Test(arguments: [
        ("ST LIS3LV02DL Accelerometer", EvdevQuirk.Content.axes(countsPerG: 1000)),
        ("ADXL34x accelerometer", .axes(countsPerG: 256)),
        ("mma8450", .axes(countsPerG: 1024)),
        ("Nintendo Wii Remote Accelerometer", .rotationAxes(countsPerG: 104)),
        ("Pegatron Lucid Tablet Accelerometer", .unknownScale),
        ("Apple Motion Sensor", .unusable(reason: .zeroedAtLoad)),
        ("hdaps", .unusable(reason: .twoAxes)),
    ])
    func `are found by the device's name`(name: String, content: EvdevQuirk.Content) {
        #expect(EvdevQuirk.named(name)?.content == content)
    }

    @Test func `have one entry a name, and none for drivers that tell everything themselves`() {
        let names = EvdevQuirk.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(EvdevQuirk.named("Nintendo Switch Pro Controller IMU") == nil)
        #expect(EvdevQuirk.named("Nintendo Wii Remote Motion Plus") == nil)
    }
}
