import Foundation
import Testing

@testable import tiltshadow

@Suite struct `Chips without a driver` {
    private func chips(_ files: [String: String]) throws -> [BareChip] {
        let tree = try MachineTree(files.merging(["proc/sys/kernel/osrelease": "6.1.0\n"]) { $1 })
        return KernelFacts.gather(tree.machine).bareChips
    }

    @Test(arguments: [
        ("i2c", "i2c-BOSC0200:00", "acpi:BOSC0200:BOSC0200:", "bmc150-accel-i2c"),
        ("i2c", "i2c-SMO8500:00", "acpi:SMO8500:SMO8500:", "kxcjk-1013"),
        ("i2c", "1-0015", "i2c:mxc4005", "mxc4005"),
        ("spi", "spi0.0", "spi:bmi160", "bmi160_spi"),
        ("spi", "spi0.1", "spi:kx132-1211", "kionix-kx022a-spi"),
        ("spi", "spi-INVN6000:00", "acpi:INVN6000:INVN6000:", "inv-mpu6050-spi"),
        ("i2c", "1-001c", "i2c:mma8452", "mma8452"), ("i2c", "1-0019", "i2c:lis2dh12_accel", "st_accel_i2c"),
        ("i2c", "2-0068", "of:NaccelerometerT(null)Cinvensense,mpu6050", "inv-mpu6050-i2c"),
        ("i2c", "2-0018", "of:Naccelerometer@18TCsilan,sc7a20Cst,lis2dh12-accel", "st_accel_i2c"),
    ])
    func `are known by what the bus calls them`(bus: String, name: String, alias: String, module: String)
        throws
    {
        let found = try chips(["sys/bus/\(bus)/devices/\(name)/modalias": alias + "\n"])
        #expect(found.map { $0.name } == [name])
        #expect(found.first?.drivers.first?.module == module)
        #expect(found.first?.support == .unknown)
    }

    @Test(arguments: ["acpi:ELAN0000:PNP0C50:", "i2c:24c32", "of:NtouchscreenTCgoodix,gt911", "acpi:", ""])
    func `are no touchpads, memories and the like`(alias: String) throws {
        #expect(try chips(["sys/bus/i2c/devices/x/modalias": alias + "\n"]).isEmpty)
    }

    @Test func `are told what to type, by how far this kernel has the driver`() throws {
        let device = "sys/bus/i2c/devices/i2c-BMA250E:00/modalias"
        let modules = "lib/modules/6.1.0/modules.dep"
        let path = "kernel/drivers/iio/accel/bmc150-accel-i2c.ko:\n"
        for (files, support, advice) in [
            ([modules: path], .loadable, "sudo modprobe bmc150-accel-i2c"),
            (
                [modules: "kernel/x.ko:\n"], .missing,
                "uname -r   # then ask the distribution for CONFIG_BMC150_ACCEL"
            ),
            (
                [modules: path, "sys/module/bmc150_accel_i2c/uevent": ""], .running,
                "sudo modprobe bmc150-accel-i2c; sudo dmesg | tail -n 20"
            ),
        ] as [([String: String], KernelFacts.Support, String)] {
            let found = try chips(files.merging([device: "acpi:BMA250E:BMA250E:\n"]) { $1 })
            #expect(found.first?.support == support)
            #expect(found.first?.check.verdict == .problem)
            #expect(found.first?.check.advice == advice)
        }
    }

    @Test func `that share an id get the drivers of both, until one is there and has refused them`() throws {
        let device = "sys/bus/i2c/devices/i2c-BMI0160:00/modalias"
        let modules = "lib/modules/6.1.0/modules.dep"
        let one = "kernel/drivers/iio/imu/bmi160/bmi160_i2c.ko:\n"
        let both = one + "kernel/drivers/iio/imu/bmi270/bmi270_i2c.ko:\n"
        for (files, advice) in [
            ([modules: both], "sudo modprobe -a bmi160_i2c bmi270_i2c"),
            ([modules: one], "sudo modprobe bmi160_i2c"),
            ([modules: both, "sys/module/bmi160_i2c/uevent": ""], "sudo modprobe bmi270_i2c"),
            (
                [modules: "kernel/x.ko:\n"],
                "uname -r   # then ask the distribution for CONFIG_BMI160_I2C and CONFIG_BMI270_I2C"
            ),
        ] {
            let found = try chips(files.merging([device: "acpi:BMI0160:BMI0160:\n"]) { $1 })
            #expect(found.first?.check.advice == advice)
        }
    }

    @Test func `are left alone where a driver has them`() throws {
        let tree = try MachineTree([
            "sys/bus/i2c/devices/i2c-BOSC0200:00/modalias": "acpi:BOSC0200:BOSC0200:\n"
        ])
        try FileManager.default.createSymbolicLink(
            atPath: tree.machine.path("/sys/bus/i2c/devices/i2c-BOSC0200:00/driver"),
            withDestinationPath: "../../drivers/bmc150_accel_i2c")
        #expect(KernelFacts.gather(tree.machine).bareChips.isEmpty)
    }

    @Test(arguments: [("15", true), ("0", false), (nil, true)] as [(String?, Bool)])
    func `count in ACPI where _STA says that the machine has one, and no bus has made it`(
        status: String?, isThere: Bool
    ) throws {
        let device = "sys/bus/acpi/devices/KIOX000A:00/"
        var files = [device + "hid": "KIOX000A\n"]
        if let status { files[device + "status"] = status + "\n" }
        let found = try chips(files)
        #expect(found.map { $0.isOnNoBus } == (isThere ? [true] : []))
        if isThere { #expect(found[0].check.advice?.contains("/sys/bus/acpi/devices/KIOX000A:00") == true) }
    }

    @Test func `each have ids, a module and an option of their own`() {
        let ids = KnownChip.all.flatMap { $0.ids }
        #expect(Set(ids).count == ids.count)
        let drivers = KnownChip.all.flatMap { $0.drivers + $0.drivers(on: "spi") }
        #expect(drivers.allSatisfy { $0.option.hasPrefix("CONFIG_") && !$0.module.contains(" ") })
    }
}
