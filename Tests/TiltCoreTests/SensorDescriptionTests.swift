import Testing
import TiltCore

@Suite struct `Sensor description` {
    @Test func `turns counts into physical units in device axes`() throws {
        let sensor = SensorDescription(
            id: "", name: "", kind: .iioBuffer, device: "",
            calibration: Calibration(
                accelerometer: .init(scale: .init(x: 0.5, y: 2, z: 1), offset: .init(x: 10, y: 0, z: -1)),
                gyroscope: .init(scale: 0.1)),
            mounting: Mounting(
                matrix: try MountMatrix(parsing: "0,1,0;-1,0,0;0,0,1"), source: .sysfs, rawSign: -1))
        let time = Timestamp(nanoseconds: 7)
        let sample = sensor.sample(
            from: Reading(
                time: time, accelerometer: .init(x: -8, y: 3, z: 5), gyroscope: .init(x: 10, y: 20, z: 30)))
        #expect(sample.acceleration == Acceleration(x: -6, y: 1, z: -4))
        #expect(sample.angularRate == AngularRate(x: 2, y: -1, z: 3))
        #expect(sensor.sample(from: Reading(time: time)) == Sample(time: time))
    }

    @Test func `makes of any name one that fits into a line of the protocol`() {
        let name = String(repeating: "\u{1}\u{1B}\"", count: 1000)
        let sensor = SensorDescription(id: name, name: name, kind: .evdev, device: name)
        var hello = ByteBuffer()
        ServerMessage.appendHello(
            defaults: Subscription(), blur: 16, opacity: 0.35, sensor: sensor, to: &hello)
        #expect(hello.count <= ProtocolVersion.longestLine)
        #expect(sensor.name.utf8.count <= SensorDescription.longestName)
        #expect(!sensor.name.utf8.contains { $0 < 32 })
    }

    @Test(
        arguments: [
            (kind: .evdev, onlyChanges: true, isStill: true),
            (kind: .iioBuffer, onlyChanges: true, isStill: true),
            (kind: .iioPoll, onlyChanges: true, isStill: false),
            (kind: .iioBuffer, onlyChanges: false, isStill: false),
        ] as [(kind: SensorDescription.Kind, onlyChanges: Bool, isStill: Bool)])
    func `takes silence for stillness unless the sensor has to be asked`(
        kind: SensorDescription.Kind, onlyChanges: Bool, isStill: Bool
    ) {
        let sensor = SensorDescription(
            id: "", name: "", kind: kind, device: "", reportsOnlyChanges: onlyChanges)
        #expect(sensor.restsInSilence == isStill)
    }

    @Test func `gives no rate without a gyroscope`() {
        let sensor = SensorDescription(
            id: "", name: "", kind: .evdev, device: "",
            calibration: Calibration(accelerometer: .init(scale: 1)))
        let reading = Reading(time: Timestamp(nanoseconds: 0), gyroscope: .zero)
        #expect(!sensor.hasGyroscope && sensor.sample(from: reading).angularRate == nil)
    }
}
