import Foundation
import Testing
import TiltCore
import TiltSensors

@testable import tiltshadow

@Suite struct `Identity of a sensor` {
    /// Files and `subsystem` links below a directory that stands for sysfs, and the key that 60-sensor.rules makes.
    struct Case: CustomTestStringConvertible {
        let name: String
        let files: [String: String]
        let subsystems: [String: String]
        let sensor: String
        var kind = SensorDescription.Kind.iioBuffer
        let key: String?
        var testDescription: String { name }
    }

    private static let dmi = "class/dmi/id/modalias"
    private static let chip = "devices/pci0/i2c-1/i2c-BOSC0200:00"

    @Test(arguments: [
        Case(
            name: "a chip on I2C",
            files: [dmi: "dmi:svnA:pnB:\n", chip + "/modalias": "acpi:BOSC0200:BOSC0200:\n"],
            subsystems: [chip: "i2c", chip + "/iio:device0": "iio"], sensor: chip + "/iio:device0",
            key: "sensor:modalias:acpi:BOSC0200:BOSC0200::dmi:svnA:pnB:"),
        Case(
            name: "with a label",
            files: [
                dmi: "dmi:svnA:pnB:", chip + "/modalias": "acpi:X:",
                chip + "/iio:device0/label": "accel-display\n",
            ],
            subsystems: [chip: "i2c"], sensor: chip + "/iio:device0",
            key: "sensor:accel-display:modalias:acpi:X::dmi:svnA:pnB:"),
        Case(
            name: "a hub's, past what has no subsystem of the three",
            files: [
                dmi: "dmi:svnA:pnB:",
                "devices/hid/HID-SENSOR-200073.1.auto/modalias": "platform:HID-SENSOR-200073",
            ],
            subsystems: ["devices/hid/HID-SENSOR-200073.1.auto": "platform", "devices/hid": "usb"],
            sensor: "devices/hid/HID-SENSOR-200073.1.auto/iio:device3",
            key: "sensor:modalias:platform:HID-SENSOR-200073:dmi:svnA:pnB:"),
        Case(
            name: "an old Chromebook's lid",
            files: [
                dmi: "dmi:svnGoogle:pnEve:", "devices/cros/modalias": "platform:cros-ec-accel",
                "devices/cros/iio:device1/name": "cros-ec-accel", "devices/cros/iio:device1/location": "lid",
            ],
            subsystems: ["devices/cros": "platform"], sensor: "devices/cros/iio:device1",
            key: "sensor:accel-display:modalias:platform:cros-ec-accel:dmi:svnGoogle:pnEve:"),
        Case(
            name: "a laptop's event node",
            files: [dmi: "dmi:svnHP:pn8530w:", "devices/platform/lis3lv02d/modalias": "platform:lis3lv02d"],
            subsystems: ["devices/platform/lis3lv02d": "platform"],
            sensor: "devices/platform/lis3lv02d/input/input5/event5", kind: .evdev,
            key: "sensor:modalias:platform:lis3lv02d:dmi:svnHP:pn8530w:"),
        Case(
            name: "an event node that ACPI describes",
            files: [dmi: "dmi:svnHP:pnX:", "devices/LNXSYSTM:00/HPQ0004:00/hid": "HPQ0004\n"],
            subsystems: ["devices/LNXSYSTM:00/HPQ0004:00": "acpi", "devices/LNXSYSTM:00": "platform"],
            sensor: "devices/LNXSYSTM:00/HPQ0004:00/input/input5/event5", kind: .evdev,
            key: "sensor:modalias:acpi:HPQ0004:dmi:svnHP:pnX:"),
        Case(
            name: "on SPI, which the rules do not know",
            files: [dmi: "dmi:svnA:pnB:", "devices/spi0/modalias": "spi:x"],
            subsystems: ["devices/spi0": "spi"],
            sensor: "devices/spi0/iio:device0", key: nil),
        Case(
            name: "a machine without DMI", files: [chip + "/modalias": "of:NaccelT(null)Cbosch,bma"],
            subsystems: [chip: "i2c"], sensor: chip + "/iio:device0",
            key: "sensor:modalias:of:NaccelT(null)Cbosch,bma:"),
    ])
    func `is what systemd's rules look up`(_ row: Case) throws {
        let tree = try MachineTree(Dictionary(uniqueKeysWithValues: row.files.map { ("sys/" + $0, $1) }))
        let root = tree.machine.path("/sys")
        for (path, name) in row.subsystems {
            try FileManager.default.createDirectory(
                atPath: root + "/" + path, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: root + "/" + path + "/subsystem", withDestinationPath: "../../bus/" + name)
        }
        let identity = SensorIdentity(
            of: SysfsDirectory(root + "/" + row.sensor), kind: row.kind,
            sysRoot: root)
        #expect(identity?.key == row.key)
    }
}
