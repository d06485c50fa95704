import CLinux
package import LinuxSystem

/// The present devices of the subsystems `iio` and `input`, read from sysfs and udev's database without libudev.
///
/// The same as ``UdevEnumeration``, in the same order. Where there is no database, as without udevd, a device has what the
/// kernel says of it.
package struct UdevDatabase {
    /// Where sysfs is, without a slash at its end.
    private let sysRoot: String
    /// Where udev's database is.
    private let dataRoot: String

    /// Reads from `sysRoot` and `dataRoot`, which a test has elsewhere.
    package init(sysRoot: String = "/sys", dataRoot: String = "/run/udev/data") {
        self.sysRoot = sysRoot
        self.dataRoot = dataRoot
    }

    /// The devices of this machine.
    ///
    /// - Throws: ``SystemError`` where the process, or the machine, has no descriptor or no memory left: a device without its
    ///   mount matrix would be worse than none.
    package static func records() throws(SystemError) -> [DeviceRecord] { try UdevDatabase().records() }

    /// The devices, sorted by their paths.
    package func records() throws(SystemError) -> [DeviceRecord] {
        var records: [DeviceRecord] = []
        for subsystem in DeviceRecord.Subsystem.allCases {
            for listing in ["/bus/" + subsystem.rawValue + "/devices", "/class/" + subsystem.rawValue] {
                let listing = SysfsDirectory(sysRoot + listing)
                for name in try listing.entries() {
                    guard let directory = listing.directory(name).resolved,
                        let record = try record(of: directory, in: subsystem)
                    else { continue }
                    records.append(record)
                }
            }
        }
        return records.sorted { $0.sysPath.utf8.lexicographicallyPrecedes($1.sysPath.utf8) }
    }

    /// One device; `nil` where it vanished since the listing.
    private func record(
        of directory: SysfsDirectory, in subsystem: DeviceRecord.Subsystem
    ) throws(SystemError) -> DeviceRecord? {
        guard let uevent = try text(directory.path + "/uevent") else { return nil }
        var properties = UdevProperties()
        properties.take(uevent: uevent)
        if let data = try text(dataRoot + "/" + name(of: directory, subsystem, properties)) {
            properties.take(database: data)
        }
        return DeviceRecord(
            subsystem: subsystem, sysPath: directory.path, node: properties.node,
            isTaggedAccelerometer: properties.accelerometer == "1",
            isTaggedJoystick: properties.joystick == "1",
            mountMatrix: properties.mountMatrix, location: properties.location)
    }

    /// The file of a device in the database: by the number of its node, or its name where it has none.
    private func name(
        of directory: SysfsDirectory, _ subsystem: DeviceRecord.Subsystem, _ properties: UdevProperties
    ) -> String {
        if let major = properties.major, let minor = properties.minor { return "c" + major + ":" + minor }
        return "+" + subsystem.rawValue + ":" + directory.name
    }

    /// The longest file that is read, in bytes: the kernel's have at most 4096, udev's on an input device some hundred.
    private static let limit = 16_384

    /// A file; `nil` where it is not there, or not for us.
    private func text(_ path: String) throws(SystemError) -> [UInt8]? {
        do throws(WholeFile.Failure) { return try WholeFile.readRegular(path, limit: Self.limit) } catch {
            guard case .system(let error) = error, error.passesByItself else { return nil }
            throw error
        }
    }
}

extension SysfsDirectory {
    /// The names in the directory, sorted; none where it is not there.
    ///
    /// - Throws: ``SystemError`` where that cannot be told.
    fileprivate func entries() throws(SystemError) -> [String] {
        do throws(SystemError) { return try listing() } catch {
            guard error.passesByItself else { return [] }
            throw error
        }
    }
}

extension SystemError {
    /// True for what is lacking only for now: descriptors or memory.
    fileprivate var passesByItself: Bool { errno == EMFILE || errno == ENFILE || errno == ENOMEM }
}
