import TiltCore

/// A scale that a driver tells in another unit than IIO's ABI has, or rounded so far that it is wrong.
///
/// The ABI has m/s² and rad/s a count (`Documentation/ABI/testing/sysfs-bus-iio`). A row counts for exactly the number
/// that it names: a kernel that is mended tells another, which is then taken as it is.
struct MistoldScale {
    /// What the device is called.
    let device: String
    let channels: IIODevice.Channels
    /// The numbers that the driver tells, as sysfs has them.
    let told: [Double]
    /// What is wrong with them: one sentence part.
    let fault: String
    /// What is a count in m/s² or rad/s, by what is told.
    let factor: Double

    /// The row of a scale that the driver of this device is known to tell wrong.
    static func find(_ device: String, _ channels: IIODevice.Channels, _ scale: Double) -> MistoldScale? {
        all.first { row in
            row.device == device && row.channels == channels
                && row.told.contains { ($0 - scale).magnitude < 1e-6 * $0 }
        }
    }

    /// Every row; the numbers are those of the driver's file, of the newest Linux that was looked at, 6.13 or later.
    static var all: [MistoldScale] {
        [
            // drivers/iio/imu/smi240.c: "(1 / 2000) * 1e6" of a chip of 2000 counts a g, "(1 / 100) * 1e6" of one of
            // 100 counts a °/s. The driver came with Linux 6.13.
            inG("smi240", [0.0005]),
            MistoldScale(
                device: "smi240", channels: .gyroscope, told: [0.01], fault: "in °/s instead of rad/s",
                factor: .pi / 180),
            // drivers/iio/imu/adis16550.c: the fractions 1 / IIO_M_S_2_TO_G(102400000) and 1 / IIO_RAD_TO_DEGREE(80 << 16),
            // of which sysfs prints nine decimals: two digits, and one.
            MistoldScale(
                device: "adis16550", channels: .accelerometer, told: [0.000_000_095],
                fault: "with two digits", factor: standardGravity / 102_400_000 / 0.000_000_095),
            MistoldScale(
                device: "adis16550", channels: .gyroscope, told: [0.000_000_003], fault: "with one digit",
                factor: .pi / 180 / Double(80 << 16) / 0.000_000_003),
            // drivers/iio/accel/sca3300.c: {0, 370}, {0, 741}, {0, 185} of 2700, 1350 and 5400 counts a g; {0, 167},
            // {0, 333}, {0, 83} of 6000, 3000 and 12000.
            inG("sca3300", [0.000_370, 0.000_741, 0.000_185]),
            inG("scl3300", [0.000_167, 0.000_333, 0.000_083]),
            // drivers/iio/imu/fxos8700_core.c: 244, 488 and 976 µg of 4096, 2048 and 1024 counts a g.
            inG("fxos8700", [0.000_244, 0.000_488, 0.000_976]),
            // drivers/iio/accel/dmard06.c: 31250 µg of 32 counts a g, 15625 of 64.
            inG("dmard06", [0.031_250, 0.015_625]),
        ]
    }

    private static func inG(_ device: String, _ told: [Double]) -> MistoldScale {
        MistoldScale(
            device: device, channels: .accelerometer, told: told, fault: "in g instead of m/s²",
            factor: standardGravity)
    }
}
