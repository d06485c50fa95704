import Testing
import TiltCore
import TiltSensors

@Suite struct `Scales that drivers tell wrong` {
    /// An IMU of this name, with these scales.
    private static func device(_ tree: FakeTree, _ name: String, _ force: String, _ rate: String) throws
        -> IIODevice
    {
        var files = ["name": name, "in_accel_scale": force, "in_anglvel_scale": rate]
        for axis in ["x", "y", "z"] {
            files["in_accel_\(axis)_raw"] = "0"
            files["in_anglvel_\(axis)_raw"] = "0"
        }
        try tree.addIIO(0, below: "spi", files)
        let records = DeviceRecord.all(sysRoot: tree.sysRoot, devRoot: tree.devRoot)
        let survey = SensorSurvey(options: tree.options(), records: records)
        return survey.device(try #require(records.first { $0.isIIODevice }))
    }

    @Test(arguments: [
        // A data sheet's counts of 1 g and of 1 °/s.
        ("smi240", "0.000500", "0.010000", 2000.0, 100.0),
        ("adis16550", "0.000000095", "0.000000003", 102_400_000, 5_242_880),
    ])
    func `are put right, which is said`(
        name: String, force: String, rate: String, perG: Double, perDegree: Double
    ) throws {
        let tree = try FakeTree()
        let device = try Self.device(tree, name, force, rate)
        let forces = try #require(device.calibration(of: .accelerometer)).scale
        let rates = try #require(device.calibration(of: .gyroscope)).scale
        for scale in [forces.x, forces.y, forces.z] {
            #expect(abs(scale * perG / standardGravity - 1) < 1e-6)
        }
        for scale in [rates.x, rates.y, rates.z] { #expect(abs(scale * perDegree * 180 / .pi - 1) < 1e-6) }
        #expect(device.mistoldScales(of: [.accelerometer, .gyroscope]).count == 2)
        let records = DeviceRecord.all(sysRoot: tree.sysRoot, devRoot: tree.devRoot)
        let found = SensorSurvey(options: tree.options(), records: records).candidates()
        #expect(found.first?.details.contains { $0.hasPrefix("the driver tells in_accel_scale") } == true)
        let ours = SensorSurvey(options: tree.options(accelScale: 0.01), records: records).candidates()
        #expect(ours.first?.details.contains { $0.hasPrefix("the driver tells in_accel_scale") } == false)
    }

    @Test(arguments: [
        // What a mended driver would tell, and what others do.
        ("smi240", "0.004903", "0.000174533"), ("bmi160", "0.000500", "0.010000"),
    ])
    func `are those of a driver and a number, and no others`(name: String, force: String, rate: String) throws
    {
        let tree = try FakeTree()
        let device = try Self.device(tree, name, force, rate)
        #expect(device.calibration(of: .accelerometer)?.scale.x == Double(force))
        #expect(device.calibration(of: .gyroscope)?.scale.x == Double(rate))
        #expect(device.mistoldScales(of: [.accelerometer, .gyroscope]) == [])
    }
}
