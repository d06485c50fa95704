/// Accelerometers that firmware describes, and the driver of each.
///
/// Sources: the tables of ids in `drivers/iio/accel` and `drivers/iio/imu`.
struct KnownChip: Equatable {
    /// Ids of ACPI and, in lower case, the names of I2C and SPI devices and the last part of a `compatible`.
    let ids: [String]
    /// What people call it.
    let name: String
    /// The module with its driver, as its file is called.
    let module: String
    /// The option of the kernel's configuration that builds it.
    let option: String

    /// The chip that an id stands for; `nil` where it is none of these.
    static func named(_ id: String) -> KnownChip? { all.first { $0.ids.contains(id) } }

    static let all = [
        KnownChip(
            ids: [
                "BOSC0200", "BMA250E", "BMA222E", "BMA0255", "BMC150A", "BMI055A", "BSBA0150", "DUAL250E",
                "bmc150_accel", "bma222e", "bma250e", "bma253", "bma254", "bma255", "bma280",
            ],
            name: "Bosch BMA2xx", module: "bmc150-accel-i2c", option: "CONFIG_BMC150_ACCEL"),
        KnownChip(
            ids: ["BMI0160", "10EC5280", "bmi160"], name: "Bosch BMI160", module: "bmi160_i2c",
            option: "CONFIG_BMI160_I2C"),
        KnownChip(
            ids: ["BMI0260", "BMI0270", "bmi260", "bmi270"], name: "Bosch BMI270", module: "bmi270_i2c",
            option: "CONFIG_BMI270_I2C"),
        KnownChip(ids: ["bmi323"], name: "Bosch BMI323", module: "bmi323_i2c", option: "CONFIG_BMI323_I2C"),
        KnownChip(
            ids: [
                "KXCJ1013", "KXCJ1008", "KXCJ9000", "KIOX0008", "KIOX0009", "KIOX000A", "KIOX010A",
                "KIOX020A",
                "KXTJ1009", "KXJ2109", "SMO8500", "kxcj91008", "kxtj2-1009", "kxtj21009", "kxcjk1013",
                "kxtf9",
                "kx022-1020", "kx023-1025",
            ],
            name: "Kionix KX", module: "kxcjk-1013", option: "CONFIG_KXCJK1013"),
        KnownChip(
            ids: [
                "SMO8840", "SMO8A90", "lis2dh12-accel", "lis3dh-accel", "lis2dw12", "lis331dlh-accel",
                "lis3de", "lng2dm", "lis2hh12",
            ],
            name: "ST LIS", module: "st_accel_i2c", option: "CONFIG_IIO_ST_ACCEL_I2C_3AXIS"),
        KnownChip(
            ids: ["MXC4005", "MXC6655", "MDA6655", "mxc4005", "mxc6655"], name: "Memsic MXC4005",
            module: "mxc4005", option: "CONFIG_MXC4005"),
        KnownChip(
            ids: ["MXC6225", "MXC6255", "mxc6225", "mxc6255"], name: "Memsic MXC6255", module: "mxc6255",
            option: "CONFIG_MXC6255"),
        KnownChip(
            ids: ["MIRAACC", "NSA2513", "da217", "da226", "da280"], name: "MiraMEMS DA280", module: "da280",
            option: "CONFIG_DA280"),
        KnownChip(
            ids: ["INVN6500", "mpu6050", "mpu6500", "mpu6515", "mpu9250", "icm20608", "icm20689"],
            name: "InvenSense MPU-6500", module: "inv-mpu6050-i2c", option: "CONFIG_INV_MPU6050_I2C"),
        KnownChip(
            ids: ["STK8312", "stk8312"], name: "Sensortek STK8312", module: "stk8312",
            option: "CONFIG_STK8312"),
        KnownChip(
            ids: ["STK8BA50", "stk8ba50"], name: "Sensortek STK8BA50", module: "stk8ba50",
            option: "CONFIG_STK8BA50"),
        KnownChip(
            ids: ["MMA7660", "mma7660"], name: "Freescale MMA7660", module: "mma7660",
            option: "CONFIG_MMA7660"),
        KnownChip(
            ids: ["SMO8B30", "lsm6ds3", "lsm6dsl", "lsm6dsm", "lsm6dso", "lsm6ds3tr-c"],
            name: "ST LSM6DS", module: "st_lsm6dsx_i2c", option: "CONFIG_IIO_ST_LSM6DSX"),
        KnownChip(
            ids: ["sc7a20", "silan,sc7a20"], name: "Silan SC7A20", module: "st_accel_i2c",
            option: "CONFIG_IIO_ST_ACCEL_I2C_3AXIS"),
    ]
}
