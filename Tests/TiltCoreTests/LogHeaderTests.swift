import Testing
import TiltCore

@Suite struct `Log header` {
    private static func sensor() throws -> SensorDescription {
        SensorDescription(
            id: "pci-0000:00:1f.3", name: "Gravity = 9.8 µ", kind: .iioBuffer, device: "/dev/iio:device3",
            rateHz: 208.33,
            calibration: Calibration(
                accelerometer: .init(
                    scale: .init(x: 0.000598205, y: 1.0 / 3, z: 1e-7), offset: .init(x: 1, y: -2, z: 0.5),
                    range: -32768...32767),
                gyroscope: .init(
                    scale: .init(x: 0.00106526, y: 0.00106527, z: 0.001), offset: .init(x: -3, y: 4, z: 1e-3),
                    range: -2097152...2097151.5)
            ),
            mounting: Mounting(
                matrix: try MountMatrix(parsing: "0,1,0;-1,0,0;0,0,1"), source: .udev, convention: .kernel,
                rawSign: -1), reportsOnlyChanges: true)
    }

    private static func read(_ header: LogHeader) -> LogHeader? {
        LogSession(written { header.append(to: &$0) }).header
    }

    @Test func `is read back as it was written, gyroscope offsets included`() throws {
        let header = LogHeader(sensor: try Self.sensor(), clock: "boottime")
        #expect(Self.read(header) == header)
    }

    @Test func `without a gyroscope is read back as it was written`() throws {
        var sensor = try Self.sensor()
        sensor.calibration.gyroscope = nil
        sensor.rateHz = nil
        let header = LogHeader(sensor: sensor)
        #expect(Self.read(header) == header)
    }

    @Test func `keeps a stranger's name on one line`() throws {
        var sensor = try Self.sensor()
        sensor.name = "a\nt_ns,ax,ay,az\r\n1,2,3,4\u{0}b"
        let read = try #require(Self.read(LogHeader(sensor: sensor)))
        #expect(read.sensor.name == #"a\u{a}t_ns,ax,ay,az\u{d}\u{a}1,2,3,4\u{0}b"#)
        #expect(read.sensor.hasGyroscope)
    }

    @Test(arguments: SensorDescription.Kind.allCases, Mounting.Source.allCases)
    func `keeps every kind and source`(kind: SensorDescription.Kind, source: Mounting.Source) throws {
        var sensor = try Self.sensor()
        sensor.kind = kind
        sensor.mounting = Mounting(matrix: .identity, source: source)
        #expect(Self.read(LogHeader(sensor: sensor))?.sensor == sensor)
    }

    /// Row 3 is not used where the signs are those of Windows, whichever line says so.
    @Test(arguments: [
        ("#mount_source=sysfs\n#mount_convention=hid", true), ("#mount_source=udev", true), ("", false),
        ("#mount_source=udev\n#mount_convention=kernel", false),
    ])
    func `asks a matrix for the rows that its convention uses`(lines: String, isRead: Bool) throws {
        let log = LogSession(
            "#tiltlog=1\n#mount_matrix=1,0,0;0,-1,0;1,0,0\n\(lines)\nt_ns,ax,ay,az\n1,2,3,4\n#end samples=1\n"
        )
        #expect((log.header != nil) == isRead, "\(log.errors)")
        guard let header = log.header else {
            return #expect(log.errors.first?.description.contains("rows 1 and 3") == true)
        }
        #expect(header.sensor.mounting.matrix.description == "1,0,0;0,-1,0;1,0,0")
    }

    @Test func `ignores keys it does not know, and remarks`() {
        let log = LogSession(
            "#tiltlog=1\n#future=1=2\n#just a remark\n#\n# name = spaced \nt_ns,ax,ay,az\n1,2,3,4\n#end samples=1\n"
        )
        #expect(log.errors == [] && log.header?.sensor.name == "spaced")
    }

    @Test(arguments: [
        "source=usb", "mount_source=guess", "mount_convention=windows", "accel_offset=1,2,x", "gyro_scale=",
        "accel_scale=0", "accel_scale=1,0,1", "gyro_scale=-0", "rate_hz=-1", "rate_hz=nan",
        "accel_scale=1e999", "accel_range=5", "accel_range=1,2,3",
        "accel_range=2,1", "gyro_range=1,1", "gyro_range=-1e999,1", "gyro_range=,1",
    ])
    func `refuses a value that makes no sense, naming line and key`(line: String) throws {
        let key = try #require(line.split(separator: "=").first)
        let error = try #require(LogSession("#tiltlog=1\n#\(line)\n").errors.first)
        #expect(error.description.hasPrefix("line 2: \(key) is \""))
    }
}
