import TiltSensors

/// An accelerometer that firmware describes and no driver has taken.
struct BareChip: Equatable {
    /// Its name in sysfs, such as `i2c-BOSC0200:00`.
    let name: String
    let chip: KnownChip
    /// How far this kernel has its driver.
    let support: KernelFacts.Support
    /// True where only the firmware's table has it: the bus on which it sits has made no device of it.
    var isOnNoBus = false
}

extension BareChip {
    /// The link of the chip.
    var check: Check {
        let what = "\(name) is an accelerometer (\(chip.name))"
        if isOnNoBus {
            return Check(
                .kernel, "driver", .problem,
                what + " that the firmware describes, but the bus on which it sits is not there",
                advice: "ls -l /sys/bus/i2c/devices /sys/bus/acpi/devices/\(name)")
        }
        switch support {
        case .loadable:
            return Check(
                .kernel, "driver", .problem, what + " that no driver has taken",
                advice: "sudo modprobe \(chip.module)")
        case .missing:
            return Check(
                .kernel, "driver", .problem, what + ", and this kernel was built without \(chip.option)",
                advice: "uname -r   # then ask the distribution for \(chip.option)")
        case .running, .unknown:
            return Check(
                .kernel, "driver", .problem, what + ", and its driver \(chip.module) has not taken it",
                advice: "sudo modprobe \(chip.module); sudo dmesg | tail -n 20")
        }
    }

    /// Looks at what buses have made of firmware's tables, and at ACPI's own; writes nowhere.
    static func all(_ machine: Machine, support: (KnownChip) -> KernelFacts.Support) -> [BareChip] {
        var found: [BareChip] = []
        for bus in ["i2c", "spi"] {
            let devices = machine.directory("/sys/bus/\(bus)/devices")
            for name in devices.names() where devices.directory(name).link("driver") == nil {
                guard let chip = chip(of: devices.directory(name)) else { continue }
                found.append(BareChip(name: name, chip: chip, support: support(chip)))
            }
        }
        let firmware = machine.directory("/sys/bus/acpi/devices")
        for name in firmware.names() {
            let device = firmware.directory(name)
            // Firmware lists what a machine could have: bit 0 of _STA says that this one has it (ACPI 6.5, 6.3.7).
            guard (device.text("status").flatMap { Int($0) } ?? 1) & 1 == 1,
                device.link("physical_node") == nil, let id = device.text("hid"),
                let chip = KnownChip.named(id)
            else { continue }
            found.append(BareChip(name: name, chip: chip, support: support(chip), isOnNoBus: true))
        }
        return found
    }

    /// By `acpi:BOSC0200:BOSC0200:`, `i2c:bmc150_accel` or `of:NaccelerometerT(null)Cbosch,bma250e`.
    private static func chip(of device: SysfsDirectory) -> KnownChip? {
        guard let alias = device.text("modalias") else { return nil }
        let parts = alias.split(separator: ":").map(String.init)
        switch parts.first {
        case "acpi": return parts.dropFirst().lazy.compactMap { KnownChip.named($0) }.first
        case "i2c", "spi": return parts.count > 1 ? KnownChip.named(parts[1]) : nil
        case "of":
            // Vendor and chip follow each C; there may be several, the most exact first.
            return alias.split(separator: "C").dropFirst().lazy.compactMap { compatible in
                compatible.split(separator: ",").last.flatMap { KnownChip.named(String($0)) }
            }.first
        default: return nil
        }
    }
}
