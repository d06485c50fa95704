/// Accelerometers that firmware describes, and the driver of each.
///
/// Sources: the tables of ids in `drivers/iio/accel` and `drivers/iio/imu`, up to Linux 6.17.
struct KnownChip: Equatable {
    /// A module of the kernel, and what builds it.
    struct Driver: Equatable {
        /// The module as its file is called.
        let module: String
        /// The option of the kernel's configuration.
        let option: String
    }

    /// Ids of ACPI and, in lower case, the names of I2C and SPI devices and the last part of a `compatible`.
    let ids: [String]
    /// What people call it.
    let name: String
    /// Those for I2C; more than one where chips share an id, of which each driver takes its own.
    let drivers: [Driver]

    init(_ name: String, _ module: String, _ option: String, or other: (String, String)? = nil, ids: [String])
    {
        self.ids = ids
        self.name = name
        drivers =
            [Driver(module: module, option: option)]
            + (other.map { [Driver(module: $0.0, option: $0.1)] } ?? [])
    }

    /// Those for a bus: what is built for each has its name in that of the module.
    func drivers(on bus: String) -> [Driver] {
        guard bus == "spi" else { return drivers }
        return drivers.map {
            Driver(
                module: $0.module.replacing("i2c", with: bus),
                option: $0.option.replacing("I2C", with: bus.uppercased()))
        }
    }

    /// The chip that an id stands for; `nil` where it is none of these.
    static func named(_ id: String) -> KnownChip? { all.first { $0.ids.contains(id) } }

    static let all = bosch + kionix + st + invenSense + freescale + others

    private static let bosch = [
        KnownChip(
            "Bosch BMA2xx or BMI323", "bmc150-accel-i2c", "CONFIG_BMC150_ACCEL",
            or: ("bmi323_i2c", "CONFIG_BMI323_I2C"), ids: ["BOSC0200"]),
        KnownChip(
            "Bosch BMA2xx", "bmc150-accel-i2c", "CONFIG_BMC150_ACCEL",
            ids: [
                "BMA0255", "BMA0280", "BMA222", "BMA222E", "BMA250E", "BMC150A", "BMI055A", "BSBA0150",
                "DUAL250E", "bma222", "bma222e", "bma250e", "bma253", "bma254", "bma255", "bma280",
                "bmc150_accel", "bmc156_accel", "bmi055_accel",
            ]),
        KnownChip(
            "Bosch BMI160 or BMI260", "bmi160_i2c", "CONFIG_BMI160_I2C",
            or: ("bmi270_i2c", "CONFIG_BMI270_I2C"), ids: ["BMI0160"]),
        KnownChip("Bosch BMI160", "bmi160_i2c", "CONFIG_BMI160_I2C", ids: ["10EC5280", "bmi160"]),
        KnownChip("Bosch BMI270", "bmi270_i2c", "CONFIG_BMI270_I2C", ids: ["BMI0260", "bmi260", "bmi270"]),
        KnownChip("Bosch BMI323", "bmi323_i2c", "CONFIG_BMI323_I2C", ids: ["bmi323"]),
        KnownChip("Bosch BMA400", "bma400_i2c", "CONFIG_BMA400_I2C", ids: ["bma400"]),
        KnownChip(
            "Bosch BMA180", "bma180", "CONFIG_BMA180",
            ids: ["bma023", "bma150", "bma180", "bma250", "smb380"]),
    ]

    private static let kionix = [
        KnownChip(
            "Kionix KX", "kxcjk-1013", "CONFIG_KXCJK1013",
            ids: [
                "KXCJ1013", "KXCJ1008", "KXCJ9000", "KIOX0008", "KIOX0009", "KIOX000A", "KIOX010A",
                "KIOX020A",
                "KXTJ1009", "KXJ2109", "SMO8500", "kxcj91008", "kxtj21009", "kxcjk1013", "kxtf9",
                "kx023-1025",
            ]),
        KnownChip(
            "Kionix KX022A", "kionix-kx022a-i2c", "CONFIG_IIO_KX022A_I2C",
            ids: ["kx022a", "kx132-1211", "kx132acr-lbz"]),
    ]

    private static let st = [
        KnownChip(
            "ST LIS", "st_accel_i2c", "CONFIG_IIO_ST_ACCEL_I2C_3AXIS",
            ids: [
                "SMO8840", "SMO8A90", "lis3lv02d", "lis3lv02dl-accel", "lis3lv02dl_accel", "lsm303dlh-accel",
                "lsm303dlh_accel", "lsm303dlhc-accel", "lsm303dlhc_accel", "lis3dh-accel", "lis3dh",
                "lsm330dlc-accel", "lsm330dlc_accel", "lis331dl-accel", "lis331dl_accel", "lis331dlh-accel",
                "lis331dlh", "lsm303agr-accel", "lsm303agr_accel", "lis2dh12-accel", "lis2dh12_accel",
                "lng2dm-accel", "lng2dm", "lis2dw12", "lis3de", "lis2de12", "lis2hh12", "sc7a20",
            ]),
        KnownChip(
            "ST LSM6DS", "st_lsm6dsx_i2c", "CONFIG_IIO_ST_LSM6DSX",
            ids: [
                "SMO8B30", "lsm6ds3", "lsm6ds3h", "lsm6dsl", "lsm6dsm", "ism330dlc", "lsm6dso", "asm330lhh",
                "lsm6dsox", "lsm6dsr", "lsm6ds3tr-c", "ism330dhcx", "lsm9ds1-imu", "lsm6ds0", "lsm6dsrx",
                "lsm6dst", "lsm6dsop", "lsm6dsv", "lsm6dsv16x",
            ]),
    ]

    private static let invenSense = [
        KnownChip(
            "InvenSense MPU-6500", "inv-mpu6050-i2c", "CONFIG_INV_MPU6050_I2C",
            ids: [
                "INVN6500", "INVN6000", "mpu6000", "mpu6050", "mpu6500", "mpu6515", "mpu6880", "mpu9150",
                "mpu9250",
                "mpu9255", "icm20608", "icm20609", "icm20689", "icm20600", "icm20602", "icm20690", "iam20680",
            ]),
        KnownChip(
            "InvenSense ICM-426xx", "inv-icm42600-i2c", "CONFIG_INV_ICM42600_I2C",
            ids: ["icm42600", "icm42602", "icm42605", "icm42622", "icm42631", "icm42686", "icm42688"]),
    ]

    private static let freescale = [
        KnownChip(
            "Freescale MMA8452", "mma8452", "CONFIG_MMA8452",
            ids: ["fxls8471", "mma8451", "mma8452", "mma8453", "mma8652", "mma8653"]),
        KnownChip(
            "NXP FXLS8962AF", "fxls8962af-i2c", "CONFIG_FXLS8962AF_I2C", ids: ["fxls8962af", "fxls8964af"]),
        KnownChip("Freescale MMA7660", "mma7660", "CONFIG_MMA7660", ids: ["MMA7660", "mma7660"]),
    ]

    private static let others = [
        KnownChip(
            "Memsic MXC4005", "mxc4005", "CONFIG_MXC4005",
            ids: ["MXC4005", "MXC6655", "MDA6655", "mxc4005", "mxc6655"]),
        KnownChip(
            "Memsic MXC6255", "mxc6255", "CONFIG_MXC6255", ids: ["MXC6225", "MXC6255", "mxc6225", "mxc6255"]),
        KnownChip(
            "MiraMEMS DA280", "da280", "CONFIG_DA280", ids: ["MIRAACC", "NSA2513", "da217", "da226", "da280"]),
        KnownChip(
            "Analog Devices ADXL345", "adxl345_i2c", "CONFIG_ADXL345_I2C", ids: ["adxl345", "adxl375"]),
        KnownChip("MEMSensing MSA311", "msa311", "CONFIG_MSA311", ids: ["msa311"]),
        KnownChip("Sensortek STK8312", "stk8312", "CONFIG_STK8312", ids: ["STK8312", "stk8312"]),
        KnownChip("Sensortek STK8BA50", "stk8ba50", "CONFIG_STK8BA50", ids: ["STK8BA50", "stk8ba50"]),
    ]
}
