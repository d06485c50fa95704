package import TiltCore

/// What the settings say about sensors.
package struct SensorOptions: Equatable, Sendable {
    /// The sensor to prefer: a candidate's id, its device node or its name.
    ///
    /// Default: none, the best one wins.
    package var device: String?
    /// m/s² per count, where the driver tells none or a wrong one.
    ///
    /// Default: what the driver says.
    package var accelScale: Double?
    /// Sensor axes to device axes.
    ///
    /// Default: udev's, then sysfs's, then that of a known device, then identity.
    package var mountMatrix: MountMatrix?
    /// What the signs of the mount matrix mean.
    ///
    /// Default: HID from udev and ACPI, kernel otherwise.
    package var matrixConvention: Mounting.Convention?
    /// -1 where the driver reports gravity, +1 where it reports the reaction.
    ///
    /// Default: -1 for HID sensor hubs.
    package var rawSign: Double?
    /// The rate to ask a sensor for, in Hz.
    ///
    /// Default: the settings'.
    package var samplingHz: Double
    /// Where sysfs is; another place makes the catalog look there without udev.
    ///
    /// Default: `/sys`.
    package var sysRoot: String
    /// Where the device nodes of that sysfs are.
    ///
    /// Default: `/dev`.
    package var devRoot: String

    /// Creates options that leave everything to the devices.
    package init(
        device: String? = nil, accelScale: Double? = nil, mountMatrix: MountMatrix? = nil,
        matrixConvention: Mounting.Convention? = nil, rawSign: Double? = nil,
        samplingHz: Double = Settings().sensor.samplingHz,
        sysRoot: String = "/sys", devRoot: String = "/dev"
    ) {
        self.device = device
        self.accelScale = accelScale
        self.mountMatrix = mountMatrix
        self.matrixConvention = matrixConvention
        self.rawSign = rawSign
        self.samplingHz = samplingHz
        self.sysRoot = sysRoot
        self.devRoot = devRoot
    }
}
