import Testing
import TiltCore
import TiltSensors

@testable import tiltshadow

/// From a sensor whose place is known, over poses, back to frames: what is printed must be what was true.
@Suite struct `A calibration's round trip` {
    private static let identity = SensorIdentity(
        label: "", modalias: "acpi:BOSC0200:BOSC0200:", dmi: "dmi:bvnAMI:svnACME:pnTablet:")

    /// What a run found for a sensor of which only the raw sign was known.
    private static func result(_ sensor: inout PosedSensor, rawSign: Double, poses: Int = 3)
        -> CalibrationResult?
    {
        let description = SensorDescription(
            id: "iio-buffer:x", name: "x", kind: .iioBuffer, device: "/dev/iio:device0",
            mounting: Mounting(matrix: .identity, source: .identity, rawSign: rawSign))
        var knowledge = SensorKnowledge(
            description, survey: SensorSurvey(options: SensorOptions(), records: []))
        knowledge.identity = identity
        return CalibrationResult(sensor.readings(Pose.sequence(poses)), of: knowledge)
    }

    /// The mounting that the daemon makes of a settings file.
    private static func mounting(settings text: String) throws -> Mounting {
        let settings = try SettingsReader.read(Array(text.utf8), file: "x")
        #expect(settings.sensor.device == "iio-buffer:x")
        return MountMatrixLookup(
            configured: settings.sensor.mountMatrix, configuredConvention: settings.sensor.matrixConvention,
            rawSign: settings.sensor.rawSign ?? 1
        ).resolve().mounting
    }

    /// The mounting that the daemon makes of udev's property.
    private static func mounting(hwdb text: String, rawSign: Double) throws -> Mounting {
        let value = try #require(text.split(separator: "=").last)
        return MountMatrixLookup(udevText: String(value), rawSign: rawSign).resolve().mounting
    }

    /// Up as the engine has it after half a second of rest in a pose of `sensor`.
    private static func up(_ raw: MatrixRow, _ mounting: Mounting) throws -> MatrixRow {
        let description = SensorDescription(
            id: "x", name: "x", kind: .log, device: "x", mounting: mounting)
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        for index in 0..<50 {
            let time = Timestamp(nanoseconds: Int64(index) * 10_000_000)
            engine.ingest(
                description.sample(
                    from: Reading(time: time, accelerometer: .init(x: raw.x, y: raw.y, z: raw.z))))
            engine.advance(to: time)
        }
        let up = try #require(engine.motion.estimate?.up)
        return MatrixRow(x: up.x, y: up.y, z: up.z)
    }

    @Test func `gives each of the 24 ways and both signs back, as settings and as an hwdb entry`() throws {
        #expect(PosedSensor.rotations.count == 24)
        #expect(PosedSensor.rotations.allSatisfy { $0.determinant == 1 })
        var (changed, checked) = (0, 0)
        for rotation in PosedSensor.rotations {
            for rawSign in [1.0, -1] {
                var sensor = PosedSensor(rawSign * rotation)
                sensor.crookedness = 6
                let result = try #require(Self.result(&sensor, rawSign: rawSign))
                #expect(result.solution.isAxisAligned)
                #expect(result.solution.force == sensor.force)
                guard rotation != .identity else {
                    #expect(result.verdict == .right)
                    #expect(result.snippet == nil && result.entry == nil)
                    continue
                }
                changed += 1
                #expect(result.verdict == .change(rotation: rotation, rawSign: rawSign))
                let settings = try Self.mounting(settings: try #require(result.snippet).text)
                let entry = try #require(result.entry).text
                let hwdb = try Self.mounting(hwdb: entry, rawSign: rawSign)
                // iio-sensor-proxy calls face up what makes row 3 positive.
                #expect(hwdb.matrix.matrix.z.dot(sensor.reading(up: Pose.flat.up)) > 9)
                #expect(!hwdb.contradictsOwnZRow)
                for _ in 0..<5 {
                    let truth = sensor.randomUp()
                    let raw = sensor.reading(up: truth)
                    #expect((try Self.up(raw, settings) - truth).length < 1e-9)
                    #expect((try Self.up(raw, hwdb) - truth).length < 1e-9)
                    checked += 1
                }
            }
        }
        #expect(changed == 46 && checked == 230)
    }

    @Test func `turns a gyroscope with the rotation that it found`() throws {
        for rawSign in [1.0, -1] {
            let rotation = PosedSensor.rotations[7]
            var sensor = PosedSensor(rawSign * rotation)
            let result = try #require(Self.result(&sensor, rawSign: rawSign))
            for mounting in [
                try Self.mounting(settings: try #require(result.snippet).text),
                try Self.mounting(hwdb: try #require(result.entry).text, rawSign: rawSign),
            ] {
                let rate = mounting(AngularRate<SensorAxes>(x: 1, y: 2, z: 3))
                #expect(MatrixRow(x: rate.x, y: rate.y, z: rate.z) == rotation(MatrixRow(x: 1, y: 2, z: 3)))
            }
        }
    }

    @Test func `keeps a mounting along no axis to a degree, and says so`() throws {
        for rawSign in [1.0, -1] {
            var sensor = PosedSensor(rawSign * PosedSensor.oblique)
            sensor.crookedness = 1
            let result = try #require(Self.result(&sensor, rawSign: rawSign))
            #expect(!result.solution.isAxisAligned)
            #expect((30..<42).contains(result.solution.obliqueness))
            #expect(CalibrationText(result: result).text.contains("It lies along no axis of the device"))
            let settings = try Self.mounting(settings: try #require(result.snippet).text)
            let hwdb = try Self.mounting(hwdb: try #require(result.entry).text, rawSign: rawSign)
            for _ in 0..<20 {
                let truth = sensor.randomUp()
                let raw = sensor.reading(up: truth)
                #expect(try Self.up(raw, settings).degrees(to: truth) < 1)
                #expect(try Self.up(raw, hwdb).degrees(to: truth) < 1)
            }
        }
    }

    @Test func `is not misled by the sensor's own errors: six poses tell gain and offset`() throws {
        var sensor = PosedSensor(PosedSensor.rotations[11])
        sensor.gain = 1.05
        sensor.offset = MatrixRow(x: 0.6, y: -0.4, z: 0.9)
        let result = try #require(Self.result(&sensor, rawSign: 1, poses: 6))
        #expect(result.solution.force == sensor.force)
        #expect(result.solution.worstAngle < 0.5)
        let errors = try #require(AxisErrors(result.solution.readings))
        #expect((errors.offset - sensor.offset).length < 0.03)
        #expect((errors.gain - MatrixRow(x: 1.05, y: 1.05, z: 1.05)).length < 0.005)
        #expect(AxisErrors(Array(result.solution.readings.prefix(5))) == nil)
    }

    @Test(arguments: [(0.95, false), (1.05, false), (1 / 9.80665, true), (2, true)])
    func `corrects the scale where it is off by more than a chip's tolerance`(gain: Double, isWrong: Bool)
        throws
    {
        var sensor = PosedSensor(PosedSensor.rotations[3])
        sensor.gain = gain
        sensor.noise = 0.001
        let result = try #require(Self.result(&sensor, rawSign: 1))
        #expect(result.isWrongScale == isWrong)
        guard isWrong else { return #expect(result.accelScale == nil) }
        // Counts of the description are m/s² already.
        let scale = try #require(result.accelScale)
        #expect((scale * gain - 1).magnitude < 0.01)
        let settings = try SettingsReader.read(Array(try #require(result.snippet).text.utf8), file: "x")
        #expect(((settings.sensor.accelScale ?? 0) - scale).magnitude < 1e-8)
    }
}
