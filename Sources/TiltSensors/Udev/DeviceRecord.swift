/// One device as udev's database has it, or as sysfs shows it where there is no udev.
package struct DeviceRecord: Equatable, Sendable {
    /// The kernel subsystems that are looked at.
    package enum Subsystem: String, CaseIterable, Sendable {
        case iio, input
    }

    package var subsystem: Subsystem
    /// Its directory in sysfs, links resolved.
    package var sysPath: String
    /// Its device node; `nil` for triggers and IIO devices without a buffer.
    package var node: String?
    /// `ID_INPUT_ACCELEROMETER`.
    package var isTaggedAccelerometer: Bool
    /// `ID_INPUT_JOYSTICK`.
    package var isTaggedJoystick: Bool
    /// `ACCEL_MOUNT_MATRIX`.
    package var mountMatrix: String?
    /// `ACCEL_LOCATION`.
    package var location: String?

    package init(
        subsystem: Subsystem, sysPath: String, node: String? = nil, isTaggedAccelerometer: Bool = false,
        isTaggedJoystick: Bool = false, mountMatrix: String? = nil, location: String? = nil
    ) {
        self.subsystem = subsystem
        self.sysPath = sysPath
        self.node = node
        self.isTaggedAccelerometer = isTaggedAccelerometer
        self.isTaggedJoystick = isTaggedJoystick
        self.mountMatrix = mountMatrix
        self.location = location
    }

    /// The last component of the path: `event3`, `iio:device0`, `trigger0`.
    package var sysName: String { SysfsDirectory(sysPath).name }

    /// True for an event node; udev tags `inputN`, `eventN` and `jsN` of one device alike.
    package var isEventNode: Bool { subsystem == .input && sysName.hasPrefix("event") }

    /// True for an IIO device, false for a trigger.
    package var isIIODevice: Bool { subsystem == .iio && sysName.hasPrefix("iio:device") }

    /// The devices of a sysfs that udev knows nothing of, such as a test's.
    package static func all(sysRoot: String, devRoot: String) -> [DeviceRecord] {
        func records(_ subsystem: Subsystem, in listing: String, nodes: String) -> [DeviceRecord] {
            let listing = SysfsDirectory(sysRoot + listing)
            return listing.names().map { name in
                let directory = listing.directory(name)
                return DeviceRecord(
                    subsystem: subsystem, sysPath: (directory.resolved ?? directory).path, node: nodes + name)
            }
        }
        return records(.iio, in: "/bus/iio/devices", nodes: devRoot + "/")
            + records(.input, in: "/class/input", nodes: devRoot + "/input/")
    }
}
