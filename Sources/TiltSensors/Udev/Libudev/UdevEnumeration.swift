import CLibudev
package import LinuxSystem

/// The present devices of the subsystems `iio` and `input`, from udev's database.
package enum UdevEnumeration {
    /// Calls `udev_enumerate_scan_devices` and reads each device's properties.
    ///
    /// - Throws: ``SystemError`` where libudev cannot work at all.
    package static func records() throws(SystemError) -> [DeviceRecord] {
        guard let context = udev_new() else { throw SystemError("udev_new") }
        defer { udev_unref(context) }
        guard let enumeration = udev_enumerate_new(context) else { throw SystemError("udev_enumerate_new") }
        defer { udev_enumerate_unref(enumeration) }
        for subsystem in DeviceRecord.Subsystem.allCases {
            udev_enumerate_add_match_subsystem(enumeration, subsystem.rawValue)
        }
        let status = udev_enumerate_scan_devices(enumeration)
        guard status >= 0 else { throw SystemError("udev_enumerate_scan_devices", errno: -status) }

        var records: [DeviceRecord] = []
        var entry = udev_enumerate_get_list_entry(enumeration)
        while let current = entry {
            // A device that vanished since the scan gives NULL here and is passed over.
            if let device = udev_device_new_from_syspath(context, udev_list_entry_get_name(current)) {
                if let record = record(of: device) { records.append(record) }
                udev_device_unref(device)
            }
            entry = udev_list_entry_get_next(current)
        }
        return records
    }

    private static func record(of device: OpaquePointer) -> DeviceRecord? {
        func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
        func property(_ name: String) -> String? { text(udev_device_get_property_value(device, name)) }
        guard let path = text(udev_device_get_syspath(device)),
            let subsystem = text(udev_device_get_subsystem(device)).flatMap(DeviceRecord.Subsystem.init)
        else { return nil }
        return DeviceRecord(
            subsystem: subsystem, sysPath: path, node: text(udev_device_get_devnode(device)),
            isTaggedAccelerometer: property("ID_INPUT_ACCELEROMETER") == "1",
            isTaggedJoystick: property("ID_INPUT_JOYSTICK") == "1",
            mountMatrix: property("ACCEL_MOUNT_MATRIX"), location: property("ACCEL_LOCATION"))
    }
}
