import Foundation
import LinuxSystem
import Testing
import TiltCore
import TiltSensors

/// What must hold on a machine that umockdev simulates from recordings of real drivers; `UmockdevTests.swift` starts it.
@Suite(.enabled(if: Umockdev.suite == "InsideUmockdev", "run by the umockdev suite"), .serialized)
struct InsideUmockdev {
    /// How long to wait for what umockdev replays, in ns: it lags where others work beside it.
    private let timeout: Int64 = 60_000_000_000

    @Test func `udev lists each event node once, pads last, and the hub with its matrix`() throws {
        let found = SensorCatalog(options: SensorOptions()).candidates()
        #expect(
            found.filter { $0.kind == .evdev }.map(\.device)
                == ["/dev/input/event1", "/dev/input/event2", "/dev/input/event3"])
        #expect(found.suffix(2).allSatisfy { $0.location == .pad })
        let buffer = try #require(found.first { $0.kind == .iioBuffer })
        #expect(buffer.device == "/dev/iio:device0")
        #expect(buffer.id == "iio-buffer:accel_3d:HID-SENSOR-200073")
        #expect(buffer.details.first?.contains("0,1,0;-1,0,0;0,0,1 from udev") == true)
        #expect(buffer.details.first?.contains("hid signs, raw sign -1") == true)
        #expect(found.first == buffer)
    }

    @Test func `an event node gives its state, then its events, in m/s² and in order`() throws {
        let catalog = SensorCatalog(options: SensorOptions())
        let candidate = try #require(catalog.candidates().first { $0.device == "/dev/input/event1" })
        let start = MonotonicClock.now()
        let sensor = try catalog.open(candidate, now: Timestamp(nanoseconds: start))
        #expect(sensor.description.name == "uaccel test accelerometer")
        #expect(
            sensor.description.calibration.accelerometer
                == .init(scale: standardGravity / 16384, range: -32768...32768))
        #expect(!sensor.description.hasGyroscope)
        #expect(sensor.urgentDescriptor == nil)
        var readings: [Reading] = []
        let deadline = start + timeout
        let recorded = Reading.Counts(x: 164, y: -164, z: 14909)
        func isEnough() -> Bool { readings.count >= 10 && readings.contains { $0.accelerometer == recorded } }
        while !isEnough(), MonotonicClock.now() < deadline {
            try sensor.drain { readings.append($0) }
            usleep(5_000)
        }
        try #require(isEnough(), "\(readings)")
        // EVIOCGABS as it was recorded: x 770, y -770, z 15516, at 16384 counts a g.
        #expect(readings[0].accelerometer == .init(x: 770, y: -770, z: 15516))
        #expect(
            zip(readings, readings.dropFirst()).allSatisfy { $0.time < $1.time },
            "\(start): \(readings.map(\.time))")
        // On this machine's clock: a second beside its own, at most, from the opening until now.
        let times = (start - 1_000_000_000)...(MonotonicClock.now() + 1_000_000_000)
        #expect(readings.allSatisfy { times.contains($0.time.nanoseconds) })
    }

    @Test func `a pad gives accelerations and rates together, and asks to be watched`() throws {
        let catalog = SensorCatalog(options: SensorOptions())
        let candidate = try #require(catalog.candidates().first { $0.device == "/dev/input/event2" })
        #expect(candidate.hasGyroscope)
        let sensor = try catalog.open(candidate, now: Timestamp(nanoseconds: MonotonicClock.now()))
        #expect(sensor.urgentDescriptor != nil)
        #expect(
            sensor.description.calibration.accelerometer
                == .init(scale: standardGravity / 8192, range: -32768...32767))
        #expect(
            sensor.description.calibration.gyroscope
                == .init(scale: .pi / 180 / 1024, range: -2097152...2097152))
        var readings: [Reading] = []
        let deadline = MonotonicClock.now() + timeout
        while readings.count < 5, MonotonicClock.now() < deadline {
            try sensor.drain { readings.append($0) }
            usleep(1_000)
        }
        // The state first; then only what changed was sent, and the rest kept.
        #expect(readings.map { $0.accelerometer?.x } == [100, 110, 111, 112, 113])
        #expect(readings.allSatisfy { $0.accelerometer?.y == -200 && $0.accelerometer?.z == 8192 })
        #expect(readings.map { $0.gyroscope?.y } == [-20, -25, -25, -27, -27])
        #expect(readings.allSatisfy { $0.gyroscope?.x == 10 && $0.gyroscope?.z == 30 })
    }

    @Test func `a Wii remote is known by name and read from its rotational axes`() throws {
        let catalog = SensorCatalog(options: SensorOptions())
        let candidate = try #require(catalog.candidates().first { $0.device == "/dev/input/event3" })
        let sensor = try catalog.open(candidate, now: Timestamp(nanoseconds: MonotonicClock.now()))
        #expect(!sensor.description.hasGyroscope)
        var reading: Reading?
        try sensor.drain { reading = $0 }
        #expect(reading?.accelerometer == .init(x: 3, y: -5, z: 104))
        #expect(reading.map { sensor.description.sample(from: $0) }?.acceleration?.z == standardGravity)
        #expect(throws: Never.self) { try sensor.probe() }
    }

    @Test func `the polled hub gives its raw values`() throws {
        let catalog = SensorCatalog(options: SensorOptions())
        let candidate = try #require(catalog.candidates().first { $0.kind == .iioPoll })
        let sensor = try catalog.open(candidate, now: Timestamp(nanoseconds: MonotonicClock.now()))
        var reading: Reading?
        let deadline = MonotonicClock.now() + timeout
        while reading == nil, MonotonicClock.now() < deadline {
            try sensor.drain { reading = $0 }
            usleep(1_000)
        }
        #expect(reading?.accelerometer == .init(x: 20, y: -20, z: 920))
    }

    @Test func `hotplug can be listened for`() {
        let catalog = SensorCatalog(options: SensorOptions())
        #expect(catalog.hotplugError == nil)
        #expect(catalog.hotplugDescriptor != nil)
        #expect(catalog.drainHotplug() == .nothing)
    }

    @Test func `our own reader tells what libudev does`() throws {
        #expect(try UdevDatabase.records() == UdevEnumeration.records())
        let monitor = try UeventMonitor.open()
        #expect(monitor.drain() == .nothing)
    }
}
