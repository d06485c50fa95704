import CLinux
import Foundation
import LinuxSystem
import Testing
import TiltCore
import TiltSensors

@Suite struct `IIO poll sensor` {
    private static let directory = "sys/devices/i2c/1-000e/iio:device0"

    private func open(_ tree: FakeTree) throws -> any Sensor {
        let catalog = SensorCatalog(options: tree.options())
        let candidate = try #require(catalog.candidates().first { $0.kind == .iioPoll })
        return try catalog.open(candidate, now: Timestamp(nanoseconds: MonotonicClock.now()))
    }

    private func tree() throws -> FakeTree {
        let tree = try FakeTree()
        try tree.addIIO(
            0, below: "i2c/1-000e",
            [
                "name": "kxcjk1013", "in_accel_x_raw": "100", "in_accel_y_raw": "-200",
                "in_accel_z_raw": "16384",
                "in_accel_scale": "0.000598550", "in_accel_y_scale": "0.000600000",
                "in_accel_z_offset": "-12",
                "sampling_frequency": "0.781000", "sampling_frequency_available": "0.781 12.5 25 50 100 200",
            ])
        return tree
    }

    /// How long to wait for the thread that polls, in ns.
    private static let timeout: Int64 = 60_000_000_000

    /// Drains until there is a reading; gives up where none comes.
    private func nextReading(_ sensor: any Sensor) throws -> Reading? {
        let deadline = MonotonicClock.now() + Self.timeout
        var newest: Reading?
        while newest == nil, MonotonicClock.now() < deadline {
            try sensor.drain { newest = $0 }
            usleep(1_000)
        }
        return newest
    }

    /// One of 256 scans may be another tiltshadow's.
    @Test(arguments: [("0", "128", "50"), ("1", "128", "0.781000"), ("1", "256", "0.781000")])
    func `asks for its rate, unless the buffer is on`(
        enable: String, length: String, rate: String
    ) throws {
        let tree = try tree()
        try tree.write(["buffer/enable": enable, "buffer/length": length], below: Self.directory)
        let sensor = try open(tree)
        #expect(sensor.description.kind == .iioPoll)
        #expect(tree.text(Self.directory + "/sampling_frequency") == rate)
    }

    /// As `bmc150_accel` has them: it refuses what is not in its list.
    @Test func `takes the nearest rate of a list that is for the whole device`() throws {
        let tree = try tree()
        try tree.write(
            [
                "in_accel_sampling_frequency": "15.620000",
                "sampling_frequency_available": "15.620000 31.260000 62.50000 125 250 500 1000 2000",
            ], below: Self.directory)
        _ = try open(tree)
        #expect(tree.text(Self.directory + "/in_accel_sampling_frequency") == "62.50000")
    }

    @Test func `hands over counts with their times, and reads scale and offset by axis`() throws {
        let tree = try tree()
        let sensor = try open(tree)
        let before = MonotonicClock.now()
        let reading = try #require(try nextReading(sensor))
        #expect(reading.accelerometer == .init(x: 100, y: -200, z: 16384))
        #expect((before - 1_000_000_000...MonotonicClock.now()).contains(reading.time.nanoseconds))
        let calibration = sensor.description.calibration.accelerometer
        #expect(calibration.scale == .init(x: 0.00059855, y: 0.0006, z: 0.00059855))
        #expect(calibration.offset == .init(x: 0, y: 0, z: -12))
        #expect(tree.text(Self.directory + "/sampling_frequency") == "50")
    }

    @Test func `takes each new value, and ends with the attributes`() throws {
        let tree = try tree()
        let sensor = try open(tree)
        _ = try nextReading(sensor)
        try tree.write(["in_accel_x_raw": "-7"], below: Self.directory)
        let deadline = MonotonicClock.now() + Self.timeout
        var x: Double?
        while x != -7, MonotonicClock.now() < deadline { x = try nextReading(sensor)?.accelerometer?.x }
        #expect(x == -7)
        try sensor.probe()
        try FileManager.default.removeItem(atPath: tree.path(Self.directory))
        #expect(throws: SensorError.gone(path: tree.path(Self.directory))) { try sensor.probe() }
    }

    @Test func `is let go, and its thread then closes everything`() throws {
        let tree = try tree()
        var sensor: (any Sensor)? = try open(tree)
        _ = try nextReading(try #require(sensor))
        #expect(!openFiles(below: tree.path(Self.directory)).isEmpty)
        sensor = nil
        let deadline = MonotonicClock.now() + Self.timeout
        while !openFiles(below: tree.path(Self.directory)).isEmpty, MonotonicClock.now() < deadline {
            usleep(1_000)
        }
        #expect(openFiles(below: tree.path(Self.directory)).isEmpty)
    }

    private func openFiles(below path: String) -> [String] {
        let descriptors = SysfsDirectory("/proc/self/fd")
        return descriptors.names().compactMap { descriptors.link($0) }.filter { $0.hasPrefix(path) }
    }

    @Test func `gives up on an attribute that holds no number, and says so`() throws {
        let tree = try tree()
        try tree.write(["in_accel_y_raw": "1,5"], below: Self.directory)
        let sensor = try open(tree)
        #expect(throws: SensorError.self) { try nextReading(sensor) }
        #expect(throws: SensorError.self) { try sensor.drain { _ in } }
    }
}
