import TiltSensors

/// An accelerometer that firmware describes and no driver has taken.
struct BareChip: Equatable {
    /// Its name in sysfs, such as `i2c-BOSC0200:00`.
    let name: String
    let chip: KnownChip
    /// The drivers that this kernel may have for it; where it has none, those that there are.
    let drivers: [KnownChip.Driver]
    /// How far this kernel has them.
    let support: KernelFacts.Support
    /// True where only the firmware's table has it: the bus on which it sits has made no device of it.
    let isOnNoBus: Bool

    init(
        name: String, chip: KnownChip, on bus: String = "i2c", isOnNoBus: Bool = false,
        support: (KnownChip.Driver) -> KernelFacts.Support
    ) {
        self.name = name
        self.chip = chip
        self.isOnNoBus = isOnNoBus
        let all = chip.drivers(on: bus)
        // One that is not loaded may be the one; of those that are, each has refused the chip.
        let order: [KernelFacts.Support] = [.loadable, .running, .unknown, .missing]
        let best = order.first { wanted in all.contains { support($0) == wanted } } ?? .missing
        self.support = best
        drivers = all.filter { support($0) == best }
    }
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
        let options = drivers.map { $0.option }.joined(separator: " and ")
        switch support {
        case .loadable:
            return Check(
                .kernel, "driver", .problem, what + " that no driver has taken", advice: load)
        case .missing:
            return Check(
                .kernel, "driver", .problem, what + ", and this kernel was built without \(options)",
                advice: "uname -r   # then ask the distribution for \(options)")
        case .running, .unknown:
            let modules = drivers.map { $0.module }.joined(separator: " or ")
            return Check(
                .kernel, "driver", .problem, what + ", and its driver \(modules) has not taken it",
                advice: load + "; sudo dmesg | tail -n 20")
        }
    }

    /// What loads the drivers.
    private var load: String {
        "sudo modprobe " + (drivers.count > 1 ? "-a " : "") + drivers.map { $0.module }.joined(separator: " ")
    }

    /// Looks at what buses have made of firmware's tables, and at ACPI's own; writes nowhere.
    static func all(_ machine: Machine, support: (KnownChip.Driver) -> KernelFacts.Support) -> [BareChip] {
        var found: [BareChip] = []
        for bus in ["i2c", "spi"] {
            let devices = machine.directory("/sys/bus/\(bus)/devices")
            for name in devices.names() where devices.directory(name).link("driver") == nil {
                guard let chip = chip(of: devices.directory(name)) else { continue }
                found.append(BareChip(name: name, chip: chip, on: bus, support: support))
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
            found.append(BareChip(name: name, chip: chip, isOnNoBus: true, support: support))
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
