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
    /// `CONFIG_IIO_HRTIMER_TRIGGER`: triggers that fire by a timer.
    var timerTrigger = Support.unknown
    /// Sensor hardware without a driver.
    var orphans: [Orphan] = []
    /// Accelerometers on a bus without a driver.
    var bareChips: [BareChip] = []
    /// Qualcomm's processor with the sensors, where the machine has one.
    var sensorCore: SensorCore?

    /// True where something here is why Linux shows no sensor.
    var explainsAbsence: Bool {
        !orphans.isEmpty || !bareChips.isEmpty || sensorCore.map { !$0.isOfAudio } ?? false
            || iio == .missing && evdev == .missing
    }
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
            } + bareChips.map { $0.check }
    }

    private var evdevCheck: Check {
        let title = "event nodes"
        switch evdev {
        case .running: return Check(.kernel, title, .ok, "evdev is there")
        case .loadable:
            return Check(
                .kernel, title, .warning, "the module evdev is not loaded; some sensors need it",
                advice: "sudo modprobe evdev")
        case .missing:
            return Check(
                .kernel, title, .warning, "this kernel was built without CONFIG_INPUT_EVDEV",
                advice: Self.configuration)
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
        case .missing:
            // Without either there is no way to any sensor, which is one problem and not two.
            return Check(
                .kernel, title, evdev == .missing ? .problem : .warning,
                "this kernel was built without CONFIG_IIO", advice: Self.configuration)
        case .unknown: return Check(.kernel, title, .skipped, "nothing tells whether the kernel has IIO")
        }
    }

    /// Shows how the kernel was built, wherever it tells.
    private static let configuration =
        "zgrep -hsE 'CONFIG_(IIO|INPUT_EVDEV)[= ]' /proc/config.gz /boot/config-$(uname -r)"
}
