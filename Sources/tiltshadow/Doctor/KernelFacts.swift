/// What the running kernel can do for motion sensors.
struct KernelFacts: Equatable {
    /// How far the kernel supports something.
    enum Support: Equatable {
        /// It is there.
        case running
        /// A module of the kernel that is not loaded.
        case loadable
        /// Neither built in nor a module.
        case missing
        /// Nothing tells.
        case unknown
    }

    /// A sensor hub or a sensor of one that no driver has taken.
    struct Orphan: Equatable {
        /// Its name in sysfs.
        let name: String
        /// The module with its driver.
        let module: String
        /// The driver's directory in sysfs, where it is loaded and has let go.
        var driver: String?

        /// What gives it a driver.
        var advice: String {
            driver.map { "echo \(name) | sudo tee \($0)/bind" } ?? "sudo modprobe \(module)"
        }
    }

    /// Its version, as `uname -r` has it; `nil` where /proc does not tell.
    var release: String?
    /// Vendor and model of the machine; no serial numbers.
    var product: String?
    /// `CONFIG_INPUT_EVDEV`: event nodes.
    var evdev = Support.unknown
    /// `CONFIG_IIO`: industrial I/O devices.
    var iio = Support.unknown
    /// Sensor hardware without a driver.
    var orphans: [Orphan] = []
}

extension KernelFacts {
    /// The links of the kernel.
    var checks: [Check] {
        let machine = [release ?? "version unknown", product].compactMap { $0 }.joined(separator: " on ")
        return [Check(.kernel, "Linux", release == nil ? .skipped : .ok, machine), evdevCheck, iioCheck]
            + orphans.map { orphan in
                Check(
                    .kernel, "driver", .problem, "\(orphan.name) is a motion sensor that no driver has taken",
                    advice: orphan.advice)
            }
    }

    private var evdevCheck: Check {
        let title = "event nodes"
        switch evdev {
        case .running: return Check(.kernel, title, .ok, "evdev is there")
        case .loadable:
            return Check(
                .kernel, title, .warning, "the module evdev is not loaded; some sensors need it",
                advice: "sudo modprobe evdev")
        case .missing: return absent(title, "CONFIG_INPUT_EVDEV", besides: iio)
        case .unknown: return Check(.kernel, title, .skipped, "nothing tells whether the kernel has evdev")
        }
    }

    private var iioCheck: Check {
        let title = "IIO"
        switch iio {
        case .running: return Check(.kernel, title, .ok, "industrialio is there")
        case .loadable:
            return Check(
                .kernel, title, .ok, "industrialio is a module, loaded when a sensor's driver needs it")
        case .missing: return absent(title, "CONFIG_IIO", besides: evdev)
        case .unknown: return Check(.kernel, title, .skipped, "nothing tells whether the kernel has IIO")
        }
    }

    private func absent(_ title: String, _ option: String, besides other: Support) -> Check {
        Check(
            .kernel, title, other == .missing ? .problem : .warning,
            "this kernel was built without \(option)",
            advice: "grep -E 'CONFIG_(IIO|INPUT_EVDEV)[= ]' /boot/config-$(uname -r)")
    }
}
