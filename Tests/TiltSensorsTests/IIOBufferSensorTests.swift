import Foundation
import LinuxSystem
import Testing
import TiltCore
import TiltSensors

@Suite struct `IIO buffer sensor` {
    private static let hub = "hub/0003:1209:0A12.0001"
    private static let accelerometer = "sys/devices/\(hub)/HID-SENSOR-200073.2.auto/iio:device0"
    private static let gyroscope = "sys/devices/\(hub)/HID-SENSOR-200076.3.auto/iio:device1"

    private func tree(_ changes: [String: String] = [:], gyroscope: [String: String]? = nil) throws
        -> FakeTree
    {
        let tree = try FakeTree()
        try tree.addIIO(
            0, below: "\(Self.hub)/HID-SENSOR-200073.2.auto",
            FakeTree.hubAccelerometer.merging(changes) { $1 })
        if let gyroscope {
            try tree.addIIO(
                1, below: "\(Self.hub)/HID-SENSOR-200076.3.auto",
                FakeTree.hubGyroscope.merging(gyroscope) { $1 })
        }
        return tree
    }

    /// Opens the best candidate of a tree, which must be a buffer.
    private func open(_ tree: FakeTree, options: SensorOptions? = nil) throws -> any Sensor {
        let catalog = SensorCatalog(options: options ?? tree.options())
        let best = try #require(catalog.candidates().first { $0.kind == .iioBuffer })
        return try catalog.open(best, now: Timestamp(nanoseconds: MonotonicClock.now()))
    }

    private func drained(_ sensor: any Sensor) throws -> [Reading] {
        var readings: [Reading] = []
        try sensor.drain { readings.append($0) }
        return readings
    }

    @Test func `sets everything up, decodes scans with their times, and leaves the device as it was`() throws
    {
        let tree = try tree()
        var sensor: (any Sensor)? = try open(tree)
        #expect(tree.text(Self.accelerometer + "/buffer/enable") == "1")
        #expect(tree.text(Self.accelerometer + "/buffer/length") == "256")
        #expect(tree.text(Self.accelerometer + "/current_timestamp_clock") == "monotonic")
        #expect(tree.text(Self.accelerometer + "/in_accel_sampling_frequency") == "200")
        #expect(tree.text(Self.accelerometer + "/scan_elements/in_timestamp_en") == "1")
        #expect(sensor?.description.rateHz == 200)
        #expect(sensor?.description.reportsOnlyChanges == false)
        #expect(sensor?.description.mounting.rawSign == -1)

        let now = MonotonicClock.now()
        let scans = try FakeScans(tree.path("dev/iio:device0"))
        scans.write(FakeScans.hubScan(10, -10, -1000, time: now - 10_000_000))
        scans.write(FakeScans.hubScan(11, -11, -1001, time: now - 5_000_000))
        let readings = try drained(try #require(sensor))
        #expect(readings.map(\.time.nanoseconds) == [now - 10_000_000, now - 5_000_000])
        #expect(
            readings.map(\.accelerometer) == [.init(x: 10, y: -10, z: -1000), .init(x: 11, y: -11, z: -1001)])
        let sample = try #require(sensor).description.sample(from: readings[0])
        #expect(abs((sample.acceleration?.z ?? 0) - standardGravity) < 0.01)
        #expect(try drained(try #require(sensor)).isEmpty)

        sensor = nil
        #expect(tree.text(Self.accelerometer + "/buffer/enable") == "0")
        #expect(tree.text(Self.accelerometer + "/scan_elements/in_accel_x_en") == "0")
    }

    @Test func `keeps the bytes of a scan that came in two pieces`() throws {
        let tree = try tree()
        let sensor = try open(tree)
        let scans = try FakeScans(tree.path("dev/iio:device0"))
        let bytes = FakeScans.hubScan(1, 2, 3, time: MonotonicClock.now())
        scans.write(Array(bytes[..<7]))
        #expect(try drained(sensor).isEmpty)
        scans.write(Array(bytes[7...]))
        #expect(try drained(sensor).map(\.accelerometer) == [.init(x: 1, y: 2, z: 3)])
    }

    @Test func `spreads scans without a usable time over the batch`() throws {
        let tree = try tree()
        let sensor = try open(tree)
        let scans = try FakeScans(tree.path("dev/iio:device0"))
        for value in 1...3 { scans.write(FakeScans.hubScan(Int16(value), 0, 0, time: 0)) }
        let readings = try drained(sensor)
        let now = MonotonicClock.now()
        #expect(readings.count == 3)
        for (earlier, later) in zip(readings, readings.dropFirst()) {
            #expect(later.time.nanoseconds - earlier.time.nanoseconds == 5_000_000)
        }
        #expect(abs(now - readings[2].time.nanoseconds) < 1_000_000_000)
    }

    @Test func `merges the readings of a hub's gyroscope by time`() throws {
        let tree = try tree(gyroscope: [:])
        let sensor = try open(tree)
        #expect(sensor.description.hasGyroscope)
        let now = MonotonicClock.now()
        let accelerations = try FakeScans(tree.path("dev/iio:device0"))
        let rates = try FakeScans(tree.path("dev/iio:device1"))
        accelerations.write(FakeScans.hubScan(1, 0, 0, time: now - 9_000_000))
        accelerations.write(FakeScans.hubScan(2, 0, 0, time: now - 4_000_000))
        rates.write(FakeScans.hubScan(3, 0, 0, time: now - 7_000_000))
        rates.write(FakeScans.hubScan(4, 0, 0, time: now - 1_000_000))
        let readings = try drained(sensor)
        #expect(readings.map { $0.accelerometer?.x } == [1, nil, 2, nil])
        #expect(readings.map { $0.gyroscope?.x } == [nil, 3, nil, 4])
        #expect(readings.map(\.time) == readings.map(\.time).sorted())
    }

    @Test(arguments: [
        ["scan_elements/in_anglvel_x_type": "le:f32/32>>0"], ["in_anglvel_scale": ""],
        ["in_anglvel_mount_matrix": "0,1,0;-1,0,0;0,0,1"],
    ])
    func `goes on without a gyroscope that cannot be used`(changes: [String: String]) throws {
        let tree = try tree(gyroscope: changes)
        let sensor = try open(tree)
        #expect(!sensor.description.hasGyroscope)
        // One that sits otherwise is none of this accelerometer.
        let isNone = changes["in_anglvel_mount_matrix"] != nil
        #expect((sensor.description.gyroscopeFault == nil) == isNone)
        let scans = try FakeScans(tree.path("dev/iio:device0"))
        scans.write(FakeScans.hubScan(1, 2, 3, time: MonotonicClock.now()))
        #expect(try drained(sensor).count == 1)
    }

    @Test func `quotes a scan type that nobody has seen`() throws {
        let tree = try tree(["scan_elements/in_accel_y_type": "le:q9/16"])
        do {
            _ = try open(tree)
            Issue.record("it was opened")
        } catch let error as SensorError {
            guard case .unsupported = error else { throw error }
            #expect(error.description.contains("in_accel_y"))
            #expect(error.description.contains("\"le:q9/16\""))
        }
        #expect(tree.text(Self.accelerometer + "/scan_elements/in_accel_x_en") == "0")
    }

    @Test func `switches off channels that another program left on`() throws {
        let tree = try tree(["scan_elements/in_extra_en": "1", "scan_elements/in_extra_index": "9"])
        try tree.write(["scan_elements/in_extra_type": "le:u8/8>>0"], below: Self.accelerometer)
        _ = try open(tree)
        #expect(tree.text(Self.accelerometer + "/scan_elements/in_extra_en") == "0")
    }

    @Test func `leaves a buffer alone that another program switched on, though its node opens`() throws {
        let tree = try tree(["buffer/enable": "1", "buffer/length": "128"])
        let node = tree.path("dev/iio:device0")
        #expect {
            try open(tree)
        } throws: { error in
            guard case .busy(node, .some)? = error as? SensorError else { return false }
            return true
        }
        #expect(tree.text(Self.accelerometer + "/buffer/enable") == "1")
        #expect(tree.text(Self.accelerometer + "/buffer/length") == "128")
        #expect(tree.text(Self.accelerometer + "/scan_elements/in_timestamp_en") == "0")
    }

    @Test func `takes over a full buffer that nobody reads any more`() throws {
        let tree = try tree([
            "buffer/enable": "1", "buffer/length": "128", "buffer/data_available": "128",
        ])
        #expect(try open(tree).description.kind == .iioBuffer)
        #expect(tree.text(Self.accelerometer + "/buffer/length") == "256")
    }

    @Test func `takes over the buffer that a killed daemon of ours left on`() throws {
        let tree = try tree(["buffer/enable": "1", "buffer/length": "256"])
        let sensor = try open(tree)
        #expect(tree.text(Self.accelerometer + "/buffer/enable") == "1")
        #expect(sensor.description.kind == .iioBuffer)
    }

    @Test func `says that a buffer which another program switched off is silent`() throws {
        let tree = try tree()
        let sensor = try open(tree)
        try sensor.probe()
        try tree.write(["buffer/enable": "0"], below: Self.accelerometer)
        #expect(throws: SensorError.self) { try sensor.probe() }
        try FileManager.default.removeItem(atPath: tree.path(Self.accelerometer))
        #expect(throws: SensorError.gone(path: tree.path("dev/iio:device0"))) { try sensor.probe() }
    }

    @Test func `knows that a hub with hysteresis is silent at rest`() throws {
        let description = try open(try tree(["in_accel_hysteresis": "0.100000"])).description
        #expect(description.reportsOnlyChanges)
        #expect(description.isLookedAtWhileSilent)
        #expect(try !open(try tree()).description.isLookedAtWhileSilent)
    }

    @Test func `hands out how a silent hub lies, which its buffer has not said`() throws {
        let tree = try tree(["in_accel_hysteresis": "0.100000"])
        let sensor = try open(tree)
        #expect(try drained(sensor).isEmpty)
        let deadline = MonotonicClock.now() + 60_000_000_000
        var seen: [Reading] = []
        while seen.isEmpty, MonotonicClock.now() < deadline {
            try sensor.probe()
            seen = try drained(sensor)
        }
        #expect(seen.map(\.accelerometer) == [.init(x: 20, y: -20, z: -1000)])
        try sensor.probe()
        #expect(try drained(sensor).isEmpty)
    }

    @Test(arguments: [(sends: true, isOn: false), (false, true), (false, false)])
    func `finds a silent gyroscope whose own buffer was switched off`(sends: Bool, isOn: Bool) throws {
        let tree = try tree(gyroscope: [:])
        let sensor = try open(tree)
        #expect(sensor.description.hasGyroscope)
        if !isOn { try tree.write(["buffer/enable": "0"], below: Self.gyroscope) }
        let scans = try FakeScans(tree.path("dev/iio:device0"))
        let rates = try FakeScans(tree.path("dev/iio:device1"))
        let now = MonotonicClock.now()
        for time in [now - 1_500_000_000, now] { scans.write(FakeScans.hubScan(1, 2, 3, time: time)) }
        if sends { rates.write(FakeScans.hubScan(1, 2, 3, time: now)) }
        guard !sends, !isOn else {
            #expect(try drained(sensor).count == (sends ? 3 : 2))
            return
        }
        let node = tree.path("dev/iio:device1")
        #expect(throws: SensorError.stolen(path: node, text: "another program switched its buffer off")) {
            try drained(sensor)
        }
        // What was read before is not lost, and neither is the accelerometer.
        scans.write(FakeScans.hubScan(1, 2, 3, time: now + 1))
        #expect(try drained(sensor).count == 1)
    }

    /// Opens the hub of a tree by a clock of the test's own.
    private func open(_ tree: FakeTree, clock: @escaping () -> Int64) throws -> any Sensor {
        let survey = SensorCatalog.survey(tree.options())
        return try survey.open(
            try #require(survey.candidates().first { $0.kind == .iioBuffer }), clock: clock)
    }

    @Test func `says that a gyroscope is held, and asks for it until it is free`() throws {
        let tree = try tree(gyroscope: ["buffer/enable": "1", "buffer/length": "128"])
        var now: Int64 = 0
        let sensor = try open(tree) { now }
        let fault = try #require(sensor.description.gyroscopeFault)
        #expect(!sensor.description.hasGyroscope)
        #expect(fault.hasPrefix(tree.path("dev/iio:device1") + " is held by"))
        now += 10_000_000_000
        #expect(try drained(sensor).isEmpty)
        try tree.write(["buffer/enable": "0"], below: Self.gyroscope)
        #expect(try drained(sensor).isEmpty)
        now += 600_000_000
        let scans = try FakeScans(tree.path("dev/iio:device0"))
        scans.write(FakeScans.hubScan(1, 2, 3, time: now))
        var readings = 0
        let free = SensorError.released(path: tree.path("dev/iio:device0"), because: .gyroscope)
        #expect(throws: free) { try sensor.drain { _ in readings += 1 } }
        #expect(readings == 1)
        now += 600_000_000
        #expect(try drained(sensor).isEmpty)
        #expect(try open(tree) { now }.description.hasGyroscope)
    }

    @Test func `tells once that its gyroscope was unplugged, where the accelerometer stays`() throws {
        let tree = try tree(gyroscope: [:])
        var now: Int64 = 0
        let sensor = try open(tree) { now }
        #expect(sensor.description.hasGyroscope)
        // What a look at it finds that is silent; a FIFO cannot give ENODEV.
        try FileManager.default.removeItem(atPath: tree.path(Self.gyroscope))
        let scans = try FakeScans(tree.path("dev/iio:device0"))
        for time in [1, 1_500_000_000] { scans.write(FakeScans.hubScan(1, 2, 3, time: Int64(time))) }
        #expect(try drained(sensor).count == 2)
        now += 400_000_000
        #expect(try drained(sensor).isEmpty)
        now += 200_000_000
        let lost = SensorError.released(
            path: tree.path("dev/iio:device0"), because: .withoutGyroscope)
        #expect(throws: lost) { try drained(sensor) }
        now += 600_000_000
        #expect(try drained(sensor).isEmpty)
    }

    @Test func `is said to have a gyroscope once that is for us, too`() throws {
        let tree = try tree(gyroscope: [:])
        let node = tree.path("dev/iio:device1")
        try FileManager.default.moveItem(atPath: node, toPath: node + "-later")
        #expect(SensorCatalog(options: tree.options()).candidates().first?.hasGyroscope == false)
        #expect(try open(tree).description.gyroscopeFault?.contains("iio:device1") == true)
        try FileManager.default.moveItem(atPath: node + "-later", toPath: node)
        #expect(SensorCatalog(options: tree.options()).candidates().first?.hasGyroscope == true)
        #expect(try open(tree).description.gyroscopeFault == nil)
    }

    @Test func `is found with the matrix that it is opened with`() throws {
        let tree = try tree(["in_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1"])
        let found = try #require(SensorCatalog(options: tree.options()).candidates().first)
        let opened = try open(tree).description.mounting
        #expect(opened.source == .sysfs)
        #expect(found.mounting == opened.mark && found.mounting != Mounting.identity.mark)
    }

    @Test func `takes the settings' scale and matrix`() throws {
        let tree = try tree(["in_accel_scale": ""])
        var options = tree.options(accelScale: 0.5)
        options.mountMatrix = try MountMatrix(parsing: "0,1,0;-1,0,0;0,0,1")
        options.rawSign = 1
        let sensor = try open(tree, options: options)
        #expect(sensor.description.calibration.accelerometer == .init(scale: 0.5, range: -32768...32767))
        #expect(sensor.description.mounting.source == .config)
        #expect(sensor.description.mounting.rawSign == 1)
    }
}
