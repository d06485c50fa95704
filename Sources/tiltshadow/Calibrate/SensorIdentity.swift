import TiltCore
import TiltSensors

/// What udev's hwdb knows a sensor by, as `60-sensor.rules` of systemd puts its look-up key together.
struct SensorIdentity: Equatable {
    /// The label with its colon, such as `accel-display:`, or nothing.
    var label: String
    /// The modalias of what the sensor sits on, such as `acpi:BOSC0200:BOSC0200:` or `platform:HID-SENSOR-200073`.
    var modalias: String
    /// The machine: `dmi:bvn…:svnLENOVO:pn82L5:…`; nothing on one without DMI, which a device tree describes.
    var dmi: String

    /// The whole key.
    var key: String { "sensor:\(label)modalias:\(modalias):\(dmi)" }
}

extension SensorIdentity {
    /// Devices between a sensor and the root that are looked at.
    private static let deepest = 20
    /// Reads sysfs; `nil` where the rules make no key of the device.
    ///
    /// `directory` is the sensor's, links resolved; `sysRoot` is where sysfs is.
    init?(of directory: SysfsDirectory, kind: SensorDescription.Kind, sysRoot: String = "/sys") {
        dmi = (SysfsDirectory(sysRoot + "/class/dmi/id").text("modalias") ?? "").onOneLine(limit: 4096)
        var ancestors: [SysfsDirectory] = []
        var directory = directory
        let sensor = directory
        while ancestors.count < Self.deepest, directory.path != "/", directory.path != sysRoot {
            directory = directory.parent
            ancestors.append(directory)
        }
        func first(_ subsystems: [String]) -> SysfsDirectory? {
            ancestors.first {
                $0.link("subsystem").map { subsystems.contains(SysfsDirectory($0).name) } ?? false
            }
        }
        switch kind {
        case .iioBuffer, .iioPoll:
            guard let parent = first(["usb", "i2c", "platform"]), let modalias = parent.text("modalias")
            else {
                return nil
            }
            self.modalias = modalias
            label = Self.label(of: sensor).map { $0 + ":" } ?? ""
        case .evdev:
            label = ""
            if let device = first(["acpi"]) {
                guard let hid = device.text("hid") else { return nil }
                modalias = "acpi:" + hid
            } else {
                guard let device = first(["platform"]) else { return nil }
                modalias = "platform:" + device.name
            }
        case .log, .remote: return nil
        }
        modalias = modalias.onOneLine(limit: 256)
    }

    private static func label(of sensor: SysfsDirectory) -> String? {
        if let label = sensor.text("label"), !label.isEmpty { return label.onOneLine(limit: 64) }
        guard ["cros-ec-accel", "cros-ec-accel-legacy"].contains(sensor.text("name")) else { return nil }
        switch sensor.text("location") {
        case "base": return "accel-base"
        case "lid": return "accel-display"
        default: return nil
        }
    }
}
