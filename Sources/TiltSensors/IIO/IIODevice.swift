import CLinux
import LinuxSystem
package import TiltCore

/// An IIO device as its sysfs directory describes it; opens nothing.
package struct IIODevice: Equatable, Sendable {
    /// A sensor that the device may hold, by the prefix of its channels.
    package enum Channels: String, Sendable {
        case accelerometer = "in_accel"
        case gyroscope = "in_anglvel"

        /// The three channels, such as `in_accel_x`.
        package var axes: [String] { [rawValue + "_x", rawValue + "_y", rawValue + "_z"] }
    }

    /// The device's directory, such as `/sys/bus/iio/devices/iio:device0` with links resolved.
    package let directory: SysfsDirectory
    /// The character device, which exists only where there is a buffer.
    package let node: String
    /// The driver's name for it, such as `accel_3d`.
    package let name: String
    /// Where all IIO devices and triggers are listed.
    package let bus: SysfsDirectory

    package init(directory: SysfsDirectory, node: String, bus: SysfsDirectory) {
        self.directory = directory
        self.node = node
        self.bus = bus
        name = directory.text("name") ?? directory.name
    }

    /// The number in `iio:deviceN`, as text.
    package var number: String {
        String(decoding: directory.name.utf8.reversed().prefix { $0 &- 48 < 10 }.reversed(), as: UTF8.self)
    }

    /// True where each axis can be read by itself.
    package func hasRawAxes(_ channels: Channels) -> Bool {
        channels.axes.allSatisfy { directory.has($0 + "_raw") }
    }

    /// True where a scan can hold each axis.
    package func hasScanAxes(_ channels: Channels) -> Bool {
        channels.axes.allSatisfy { directory.has("scan_elements/" + $0 + "_en") }
    }

    /// True where its buffer is on and not of our making: its settings are somebody else's.
    ///
    /// One of our length was left on by a tiltshadowd that was killed, or its node is open. One that is full, while no
    /// iio-sensor-proxy runs that may read it later, was left on by a program that is gone.
    package var feedsOthers: Bool { Self.feedsOthers(directory) }

    /// The same of a device that is known by its directory alone.
    static func feedsOthers(_ directory: SysfsDirectory) -> Bool {
        guard directory.text("buffer/enable") == "1", let length = directory.text("buffer/length"),
            length != IIOBuffer.capacity.description
        else { return false }
        return directory.text("buffer/data_available") != length || IIOSensorProxy.running() != nil
    }

    /// True where another program has its node open, or its buffer on.
    package var isHeld: Bool { Self.isHeld(directory, node: node) }

    /// The same of a device that is known by its directory and its node.
    ///
    /// Opening the node of an IIO buffer asks only who else has it, not the hardware (`iio_chrdev_open`); where the buffer is
    /// on for somebody else it is left alone, who may open it now and then.
    static func isHeld(_ directory: SysfsDirectory, node: String) -> Bool {
        if feedsOthers(directory) { return true }
        do throws(SystemError) {
            _ = try OwnedDescriptor.open(node, O_RDONLY | O_NONBLOCK)
            return false
        } catch {
            return error.errno == EBUSY
        }
    }

    /// Unit per count and offset of the three axes, or `nil` where no scale is told.
    ///
    /// A scale that the driver is known to tell wrong is put right.
    package func calibration(of channels: Channels) -> Calibration.Axes? {
        let scales = channels.axes.compactMap { told("scale", of: $0, channels) }.filter { $0 != 0 }
            .map { $0 * (MistoldScale.find(name, channels, $0)?.factor ?? 1) }
        guard scales.count == 3 else { return nil }
        let offsets = channels.axes.map { told("offset", of: $0, channels) ?? 0 }
        return Calibration.Axes(
            scale: .init(x: scales[0], y: scales[1], z: scales[2]),
            offset: .init(x: offsets[0], y: offsets[1], z: offsets[2]), range: range(of: channels))
    }

    /// A number of an axis, which stands there, at the sensor or at the device, whichever the driver prefers.
    @inline(never)  // Six times as large as a call.
    private func told(_ kind: String, of axis: String, _ channels: Channels) -> Double? {
        directory.number(axis + "_" + kind) ?? directory.number(channels.rawValue + "_" + kind)
            ?? directory.number(kind)
    }

    /// What is said where the driver is known to tell a scale of these sensors wrong; one sentence part for each.
    package func mistoldScales(of channels: [Channels]) -> [String] {
        channels.compactMap { channels in
            guard let scale = told("scale", of: channels.axes[0], channels),
                let row = MistoldScale.find(name, channels, scale)
            else { return nil }
            var number = ByteBuffer(capacity: 24)
            number.append(significant: scale * row.factor)
            return "the driver tells " + channels.rawValue + "_scale " + row.fault + "; " + number.text
                + " is used"
        }
    }

    /// The counts that the valid bits of the three axes can hold, from their scan types; `nil` where there are none.
    package func range(of channels: Channels) -> ClosedRange<Double>? {
        let ranges = channels.axes.compactMap { axis in
            directory.text("scan_elements/" + axis + "_type").flatMap { try? ScanType(parsing: $0).range }
        }
        guard ranges.count == 3 else { return nil }
        let low = min(ranges[0].lowerBound, ranges[1].lowerBound, ranges[2].lowerBound)
        return low...max(ranges[0].upperBound, ranges[1].upperBound, ranges[2].upperBound)
    }

    /// The change that the firmware holds back, as the driver tells it in m/s²; 0 where it sends every sample.
    package var hysteresis: Double {
        let names = ["in_accel_hysteresis"] + Channels.accelerometer.axes.map { $0 + "_hysteresis" }
        return names.compactMap { directory.number($0) }.filter { $0.isFinite }.reduce(0, max)
    }

    /// True where the firmware holds back small changes, so that a device at rest sends nothing.
    package var filtersSmallChanges: Bool { hysteresis > 0 }

    /// True for the accelerometer of a HID sensor hub, which reports gravity instead of the reaction to it.
    ///
    /// Source: `drivers/iio/accel/hid-sensor-accel-3d.c` passes the HID usage 0x200073 through unchanged.
    package var reportsGravity: Bool {
        let parent = directory.parent
        return name == "accel_3d" || parent.name.containsText("HID-SENSOR-200073")
            || parent.link("driver").map { SysfsDirectory($0).name } == "hid_sensor_accel_3d"
    }

    /// True where ACPI described the device: its matrix then comes from `ROTM`, written for Windows.
    ///
    /// A device tree and a board file (software node) follow the kernel's own document.
    package var isFromACPI: Bool {
        let parent = directory.parent
        return parent.has("firmware_node") && !parent.has("of_node") && !parent.has("software_node")
    }

    /// Where the name of what it sits on says it is: of two accelerometers of a convertible, one is in the base.
    ///
    /// Of two that have a table each, KIOX010A is the display's and KIOX020A the base's, as `kxcjk-1013.c` in
    /// drivers/iio/accel labels them since Linux 5.13; of two in one table the second, whose name ends in `:base`, is the
    /// base's. `bmc150-accel-core.c` labels those of DUAL250E since 5.14, and those of BOSC0200 only where firmware has a matrix
    /// for each (ROMS, ROMK) and not the one of ROTM.
    package var placeByName: SensorCandidate.Location? {
        let parent = directory.parent.name
        if parent.containsText("KIOX010A") { return .display }
        if parent.containsText("KIOX020A") || parent.hasSuffix(":base") { return .base }
        return nil
    }

    /// True where the gyroscope has a matrix of its own that differs, which one mounting cannot express.
    package var gyroscopeIsMountedApart: Bool {
        guard
            let gyroscope = directory.text("in_anglvel_mount_matrix").flatMap({
                try? MountMatrix(parsing: $0)
            })
        else { return false }
        let own = MountMatrixLookup.attributes.lazy.compactMap { directory.text($0) }.first
        return own.flatMap { try? MountMatrix(parsing: $0) } ?? .identity != gyroscope
    }

    /// Every trigger of the machine, in the order of their names.
    package func triggers() -> [IIOTrigger] {
        bus.names().filter { $0.hasPrefix("trigger") }.compactMap { entry in
            let directory = bus.directory(entry)
            return directory.text("name").map {
                IIOTrigger(name: $0, directory: directory.resolved ?? directory)
            }
        }
    }
}
