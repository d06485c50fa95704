import CLinux
import TiltImport
import TiltSensors

extension KernelFacts {
    /// Largest `modules.dep` that is read: a distribution's has 0.6 MB.
    private static let longestList = 8 << 20

    /// Reads /proc, /sys, the kernel's list of modules and its configuration, where they are.
    static func gather(_ machine: Machine) -> KernelFacts {
        let release = machine.line("/proc/sys/kernel/osrelease")
        let build = Build(machine, release: release)
        var facts = KernelFacts(release: release, product: product(machine))
        let handlers = machine.text("/proc/bus/input/handlers") ?? ""
        facts.evdev =
            handlers.contains("Name=evdev") || machine.has("/sys/module/evdev")
            ? .running : build.support(module: "evdev", option: "CONFIG_INPUT_EVDEV")
        facts.iio =
            machine.has("/sys/bus/iio")
            ? .running : build.support(module: "industrialio", option: "CONFIG_IIO")
        let trigger = DeviceFacts.timerTriggerModule
        facts.timerTrigger =
            machine.has("/sys/module/" + trigger.name.replacingHyphens)
            ? .running : build.support(module: trigger.name, option: trigger.option)
        facts.orphans = orphans(machine)
        facts.bareChips = BareChip.all(machine) { driver in
            machine.has("/sys/module/" + driver.module.replacingHyphens)
                ? .running : build.support(module: driver.module, option: driver.option)
        }
        facts.sensorCore = SensorCore.of(machine) { build.has(module: $0) }
        return facts
    }

    /// The vendor and model that the firmware tells, by DMI or device tree.
    private static func product(_ machine: Machine) -> String? {
        let names = ["sys_vendor", "product_name", "product_version"]
        let words = names.compactMap { machine.line("/sys/class/dmi/id/" + $0) }
        return words.isEmpty ? machine.line("/proc/device-tree/model") : words.joined(separator: " ")
    }

    /// HID group 3 is a sensor hub (`HID_GROUP_SENSOR_HUB`); its sensors are platform devices named by their usage.
    private static func orphans(_ machine: Machine) -> [Orphan] {
        let hubs = machine.directory("/sys/bus/hid/devices")
        let sensors = machine.directory("/sys/bus/platform/devices")
        func driver(of name: String, in directory: SysfsDirectory) -> String? {
            directory.directory(name).link("driver").map { SysfsDirectory($0).name }
        }
        func orphan(_ name: String, module: String, driver: String) -> Orphan {
            Orphan(name: name, module: module, driver: machine.has(driver) ? driver : nil)
        }
        let free = hubs.names().filter { name in
            // hid-generic takes a hub while hid-sensor-hub is not loaded.
            (hubs.text(name + "/modalias") ?? "").contains("g0003")
                && driver(of: name, in: hubs) ?? "hid-generic" == "hid-generic"
        }
        let silent = sensors.names().filter { name in
            name.hasPrefix("HID-SENSOR-200073") && driver(of: name, in: sensors) == nil
        }
        return free.map {
            orphan($0, module: "hid-sensor-hub", driver: "/sys/bus/hid/drivers/hid-sensor-hub")
        }
            + silent.map {
                orphan(
                    $0, module: "hid-sensor-accel-3d",
                    driver: "/sys/bus/platform/drivers/hid_sensor_accel_3d")
            }
    }

    /// How a kernel was built, as far as its files on disk tell.
    private struct Build {
        let loadable: String?
        let builtIn: String?
        let configuration: String?

        init(_ machine: Machine, release: String?) {
            let release = release ?? ""
            let modules = ["/lib/modules/", "/usr/lib/modules/"].map { $0 + release }
            func first(_ paths: [String]) -> String? {
                paths.lazy.compactMap { machine.text($0, limit: KernelFacts.longestList) }.first
            }
            loadable = first(modules.map { $0 + "/modules.dep" })
            builtIn = first(modules.map { $0 + "/modules.builtin" })
            // A kernel that was built for one device has all of it built in, and tells by /proc alone.
            configuration =
                first(["/boot/config-" + release] + modules.map { $0 + "/config" })
                ?? PackedText.gzip(machine.path("/proc/config.gz"), limit: KernelFacts.longestList)
        }

        private func names(_ text: String?, _ part: String) -> Bool {
            text.map { strstr($0, part) != nil } ?? false
        }

        /// True for a module that can be loaded.
        func has(module: String) -> Bool { names(loadable, "/\(module).ko") }

        func support(module: String, option: String) -> Support {
            if names(builtIn, "/\(module).ko") || names(configuration, "\n\(option)=y\n") { return .running }
            if has(module: module) || names(configuration, "\n\(option)=m\n") { return .loadable }
            return loadable == nil && configuration == nil ? .unknown : .missing
        }
    }
}

extension String {
    /// The name as the kernel has it once it is loaded: `bmc150_accel_i2c` for `bmc150-accel-i2c`.
    fileprivate var replacingHyphens: String { String(map { $0 == "-" ? "_" : $0 }) }
}
