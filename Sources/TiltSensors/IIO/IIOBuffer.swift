import CLinux
import LinuxSystem
package import TiltCore

/// An open IIO buffer: owns the character device, and undoes in sysfs what was switched on for it.
///
/// The kernel lets one process open it; the others get `EBUSY`. An unplugged device never wakes `epoll`, so it is found
/// by reading: a read then gives `ENODEV`.
package final class IIOBuffer {
    /// Scans that the kernel keeps for us: 1.3 s at 200 Hz.
    static let capacity = 256

    package let device: IIODevice
    /// What a scan holds; fixed while the buffer runs.
    package private(set) var layout = ScanLayout([])
    /// The rate that the driver tells, in Hz.
    package private(set) var rateHz: Double?

    private let node: OwnedDescriptor
    private let clock: () -> Int64
    private var isRunning = false
    private var enabledElements: [String] = []
    private var scans = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var byteCount = 0
    private var repair = StampRepair(rateHz: nil)

    private init(adopting node: consuming OwnedDescriptor, device: IIODevice, clock: @escaping () -> Int64) {
        self.node = node
        self.device = device
        self.clock = clock
    }

    deinit {
        if isRunning { try? device.directory.write("0", to: "buffer/enable") }
        for element in enabledElements { try? device.directory.write("0", to: element) }
        scans.deallocate()
    }

    /// Opens the node and starts the buffer with the channels named, and with timestamps where there are any.
    ///
    /// `clock` is CLOCK_MONOTONIC in nanoseconds, which timestamps are held against.
    ///
    /// - Throws: ``SensorError/busy(path:holder:)`` where somebody else has it, ``SensorError/accessDenied(path:)`` with
    ///   the file that may not be written, ``SensorError/gone(path:)``, ``SensorError/unsupported(path:text:)``.
    package static func open(
        _ device: IIODevice, channels: [IIODevice.Channels], samplingHz: Double, trustsTrigger: Bool,
        clock: @escaping () -> Int64
    ) throws(SensorError) -> IIOBuffer {
        // Before the node is opened: a reader that opens it only for a moment would find it busy.
        if device.feedsOthers {
            throw .busy(
                path: device.node, holder: IIOSensorProxy.running() ?? "a program that switched its buffer on"
            )
        }
        let node: OwnedDescriptor
        do throws(SystemError) {
            node = try .open(device.node, O_RDONLY | O_NONBLOCK)
        } catch {
            throw SensorError(error, path: device.node)
        }
        let buffer = IIOBuffer(adopting: node, device: device, clock: clock)
        try buffer.start(channels, samplingHz: samplingHz, trustsTrigger: trustsTrigger)
        return buffer
    }

    private func start(
        _ channels: [IIODevice.Channels], samplingHz: Double, trustsTrigger: Bool
    ) throws(SensorError) {
        let directory = device.directory
        var setup = IIOBufferSetup(device: device)
        defer { enabledElements = setup.enabledElements }
        // Left on by a tiltshadowd that was killed: nobody has the node open.
        if directory.text("buffer/enable") == "1" { try setup.set("buffer/enable", to: "0") }
        // Without it stamps are on another clock, which StampRepair shifts.
        try? setup.set("current_timestamp_clock", to: "monotonic")
        try setup.enableElements(channels)
        for sensor in channels {
            let rate = device.setRate(of: sensor, atLeast: samplingHz)
            rateHz = rateHz ?? rate
        }
        let rate = try setup.chooseTrigger(samplingHz: samplingHz, trustsCurrent: trustsTrigger)
        rateHz = rate ?? rateHz
        try? setup.set("buffer/length", to: Self.capacity.description)
        // One for good, also of a chip with a FIFO of its own: while the buffer is on the kernel refuses another (EBUSY), and a
        // chip that is turned off and on for it says nothing for tens of milliseconds, just as the device begins to move.
        try? setup.set("buffer/watermark", to: "1")

        layout = try setup.layout()
        guard layout.byteCount > 0 else {
            throw .unsupported(path: device.node, text: "no channel of its buffer could be switched on")
        }
        scans = .allocate(byteCount: layout.byteCount * Self.capacity, alignment: 8)
        repair = StampRepair(rateHz: rateHz)
        try setup.enable()
        isRunning = true
    }

    /// Appends every scan that the kernel holds to `readings`, oldest first.
    ///
    /// - Throws: ``SensorError/gone(path:)`` after an unplug, ``SensorError/system(_:)``.
    package func drain(into readings: inout [Reading]) throws(SensorError) {
        while let start = scans.baseAddress {
            let room = scans.count - byteCount
            let count = read(node.raw, start + byteCount, room)
            if count < 0 {
                let error = SystemError("read", device.node)
                if error.errno == EINTR { continue }
                guard error.errno == EAGAIN else { throw SensorError(error, path: device.node) }
                return
            }
            byteCount += count
            decode(from: start, into: &readings)
            // A read that did not fill its room has emptied the kernel's buffer.
            if count < room { return }
        }
    }

    private func decode(from start: UnsafeMutableRawPointer, into readings: inout [Reading]) {
        let size = layout.byteCount
        let whole = byteCount / size
        guard whole > 0 else { return }
        let newest = layout.decode(start + (whole - 1) * size).time.nanoseconds
        repair.begin(newest: newest, count: whole, now: clock())
        for index in 0..<whole {
            var reading = layout.decode(start + index * size)
            reading.time.nanoseconds = repair.time(of: reading.time.nanoseconds, after: whole - 1 - index)
            readings.append(reading)
        }
        byteCount -= whole * size
        start.copyMemory(from: start + whole * size, byteCount: byteCount)
    }

    /// Looks whether the device is there and its buffer still on.
    ///
    /// - Throws: ``SensorError/gone(path:)``, or ``SensorError/stolen(path:text:)`` where another program switched the
    ///   buffer off, as iio-sensor-proxy does when its last client leaves.
    package func probe() throws(SensorError) {
        guard device.directory.has("name") || device.directory.has("buffer/enable") else {
            throw .gone(path: device.node)
        }
        guard device.directory.text("buffer/enable") != "0" else {
            throw .stolen(path: device.node, text: "another program switched its buffer off")
        }
    }
}
