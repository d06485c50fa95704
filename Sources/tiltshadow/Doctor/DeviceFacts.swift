import TiltCore
import TiltSensors

/// The motion sensors of this machine, and who uses them.
struct DeviceFacts: Equatable {
    /// One way to read one sensor.
    struct Device: Equatable {
        var candidate: SensorCandidate
        /// `ID_INPUT_ACCELEROMETER`, which the udev rule goes by for event nodes.
        var isTagged = false
        /// Who else has the node open, by name and number, where /proc tells.
        var holder: String?
        /// True where an IIO buffer is switched on.
        var isBufferOn = false
        /// The node's permissions.
        var node: FileAccess?
        /// The permissions of the attribute that switches the buffer on, for a buffer.
        var enable: FileAccess?

        /// True for an event node that has three axes or udev's tag, and nothing else that an accelerometer has: pedals have
        /// both, too.
        var isByAxesAlone = false

        /// True where it is a motion sensor, as far as anything but its axes tells, or somebody says that it is: what only
        /// permissions keep away has a scale, by the settings if by nothing else.
        var counts: Bool { !isByAxesAlone || candidate.rank != nil || isBarred || candidate.isNamed }

        /// True where it could be used, were it not for permissions.
        var isBarred: Bool { candidate.rank == nil && candidate.reason.hasPrefix("no permission") }
    }

    /// Best first.
    var devices: [Device] = []
    /// What the daemon reads: its description and node; `nil` where it has no sensor or nobody answers.
    var inUse: (id: String, device: String)?
    /// True where the daemon plays a log, so that the sensors of this machine do not matter.
    var playsLog = false
    /// True where the daemon serves the sensor of another machine.
    var servesRemote = false
    /// The command that opens the settings.
    var editing = ""
    /// iio-sensor-proxy, by name and number, where it runs.
    var rotator: String?
    /// What is wrong with the name of the sensor in the settings; `nil` where nothing is.
    var namesNothing: String?
    /// True where the kernel's links say why there is no sensor.
    var isAbsenceExplained = false
    /// True where the kernel has no IIO, so that it shows no sensor of that kind even if there is one.
    var lacksIIO = false
    /// Whether the kernel can make a trigger that fires by a timer.
    var timerTrigger = KernelFacts.Support.unknown
    /// What stops and starts iio-sensor-proxy.
    var initSystem = InitSystem.systemd

    /// True where nothing is there that counts as a motion sensor.
    var hasNone: Bool { !devices.contains { $0.counts } }

    /// The sensor that ought to be used: the best one, permissions aside.
    var best: Device? { devices.first { $0.candidate.rank != nil } ?? devices.first { $0.isBarred } }

    static func == (a: DeviceFacts, b: DeviceFacts) -> Bool {
        a.devices == b.devices && a.inUse?.id == b.inUse?.id && a.inUse?.device == b.inUse?.device
            && a.playsLog == b.playsLog && a.servesRemote == b.servesRemote && a.editing == b.editing
            && a.rotator == b.rotator
            && a.isAbsenceExplained == b.isAbsenceExplained && a.lacksIIO == b.lacksIIO
            && a.namesNothing == b.namesNothing && a.timerTrigger == b.timerTrigger
            && a.initSystem == b.initSystem
    }
}

extension DeviceFacts {
    /// What the link is called that says there is no sensor, which is an answer and no fault.
    static let noneTitle = "no sensor"

    /// Makes a trigger that fires by a timer: the module alone only offers the kind, and its file system is mounted by
    /// systemd, a moment later, or by nobody.
    static let makeTrigger =
        "sudo modprobe iio-trig-hrtimer; mountpoint -q /sys/kernel/config || "
        + "sudo mount -t configfs none /sys/kernel/config; sudo mkdir /sys/kernel/config/iio/triggers/hrtimer/"
        + IIOTrigger.ownName

    /// The module that does, and what builds it; Debian's kernels are without.
    static let timerTriggerModule = (name: "iio-trig-hrtimer", option: "CONFIG_IIO_HRTIMER_TRIGGER")

    /// Why the links of devices are passed over where a log is played.
    static let logReason = "the daemon plays a log; the sensors of this machine do not matter"

    /// Why those of this machine are passed over where the daemon serves another's.
    static let remoteReason =
        "the daemon serves another machine's sensor; the sensors of this machine do not matter"

    /// The links of the devices.
    var checks: [Check] {
        guard !playsLog else { return [Check(.device, "sensors", .skipped, Self.logReason)] }
        let usable = devices.filter { $0.candidate.rank != nil || $0.isBarred }
        return [sensorsCheck(usable)] + guessChecks + placeChecks + namingChecks
            + devices.filter { !usable.contains($0) }.map { refusal($0, usable) }
            + usable.filter { $0.candidate.kind == .iioBuffer }.map { holderCheck($0) }
    }

    private func sensorsCheck(_ usable: [Device]) -> Check {
        guard !servesRemote else { return Check(.device, "sensors", .skipped, Self.remoteReason) }
        guard !hasNone else {
            // Most machines have none, and nothing is broken on them.
            return isAbsenceExplained
                ? Check(.device, "sensors", .skipped, "Linux has none yet; the kernel's links above say why")
                : Check(
                    .device, Self.noneTitle, .skipped,
                    "this machine has no motion sensor that Linux knows of"
                        + (lacksIIO ? " (its kernel lacks IIO)" : "") + "; shadows stay at rest",
                    advice: "tiltshadow demo")
        }
        guard !usable.isEmpty else {
            return Check(
                .device, "sensors", .problem, "none of the \(devices.count { $0.counts }) found can be used",
                advice: "tiltshadow sensors")
        }
        let names = usable.map { "\($0.candidate.name) (\($0.candidate.kind.rawValue))" }
        return Check(.device, "sensors", .ok, names.joined(separator: ", "))
    }

    /// Where nobody knows which of two is the screen's.
    private var guessChecks: [Check] {
        guard let best, let guess = best.candidate.guess else { return [] }
        return [Check(.device, "which one", .warning, "\(best.candidate.name): \(guess)", advice: editing)]
    }

    /// Where the best there is does not move with the screen, and nobody asked for it.
    private var placeChecks: [Check] {
        guard let candidate = best?.candidate, !candidate.isNamed else { return [] }
        let place: String
        switch candidate.location {
        case .display, .unknown: return []
        case .base: place = "sits in the base"
        case .camera: place = "sits in the camera"
        case .pad: place = "sits in a game pad"
        }
        if let missed {
            let isSure = missed.candidate.location == .display
            return [
                Check(
                    .device, "which one", .warning,
                    "\(candidate.name) \(place); \(missed.candidate.name), which "
                        + (isSure ? "moves" : "may move")
                        + " with the screen, is not used: \(Self.reason(of: missed.candidate))",
                    advice: advice(for: missed.candidate) ?? "tiltshadow sensors")
            ]
        }
        return [
            Check(
                .device, "which one", .warning,
                "\(candidate.name) \(place), and no sensor moves with the screen; if it is meant, set "
                    + "device = \(candidate.id) under [sensor]", advice: "tiltshadow sensors")
        ]
    }

    /// The refused sensor that would be used rather than the best there is: the display's, or one at an unknown place that
    /// something can be done about.
    private var missed: Device? {
        let refused = devices.filter { $0.candidate.rank == nil && $0.counts }
        return refused.first { $0.candidate.location == .display }
            ?? refused.first {
                $0.candidate.location == .unknown && ($0.isBarred || advice(for: $0.candidate) != nil)
            }
    }

    /// Where the settings name a sensor that is not there.
    private var namingChecks: [Check] {
        guard let namesNothing else { return [] }
        return [Check(.device, "named one", .warning, namesNothing, advice: editing)]
    }

    private func refusal(_ device: Device, _ usable: [Device]) -> Check {
        let candidate = device.candidate
        var text =
            "\(candidate.name) (\(candidate.kind.rawValue)) is not used: \(Self.reason(of: candidate))"
        let lacksTrigger = candidate.reason.contains("needs a trigger")
        if lacksTrigger, timerTrigger == .missing {
            text +=
                "; this kernel was built without \(Self.timerTriggerModule.option), by which one could be made"
        }
        // What lacks a trigger can be polled as a rule, and who would rather have every sample can make one.
        guard usable.isEmpty, device.counts else {
            return Check(
                .device, "left out", .skipped, text, advice: lacksTrigger ? triggerAdvice : nil)
        }
        return Check(.device, "left out", .warning, text, advice: advice(for: candidate))
    }

    /// Why it was refused; a reason that names what it is about needs no "it" before it.
    private static func reason(of candidate: SensorCandidate) -> String {
        (candidate.reason.hasPrefix("its ") ? "" : "it ") + candidate.reason
    }

    private var triggerAdvice: String? { timerTrigger == .missing ? nil : Self.makeTrigger }

    private func advice(for candidate: SensorCandidate) -> String? {
        if candidate.reason.contains("accel_scale") { return editing }
        if candidate.reason.contains("needs a trigger") { return triggerAdvice }
        if candidate.reason.contains("no device node") { return UdevFacts.trigger }
        return nil
    }

    private func holderCheck(_ device: Device) -> Check {
        let node = device.candidate.device
        let title = "who holds it"
        if let holder = device.holder {
            if holder.hasPrefix("tiltshadowd ") { return ours(node, holder) }
            let isRotator = holder.hasPrefix("iio-sensor-proxy")
            let number = String(holder.dropLast().reversed().prefix { $0.isNumber }.reversed())
            return Check(
                .device, title, .problem,
                "\(node) is held by \(holder), so tiltshadow can only poll the sensor, or use another",
                advice: (isRotator ? initSystem.tell("iio-sensor-proxy", "stop") : nil)
                    ?? "sudo kill \(number)")
        }
        guard device.isBufferOn else { return Check(.device, title, .ok, "\(node) is free") }
        guard inUse?.device != node else { return ours(node, "the daemon") }
        return Check(
            .device, title, .warning, "\(node) is in use, and only root may see by whom",
            advice: "sudo tiltshadow doctor")
    }

    /// The buffer is the daemon's: nobody else can read it meanwhile.
    private func ours(_ node: String, _ holder: String) -> Check {
        guard let rotator else { return Check(.device, "who holds it", .ok, "\(node): \(holder)") }
        let restart = initSystem.tell("iio-sensor-proxy", "restart")
        return Check(
            .device, "who holds it", .warning,
            "\(node): \(holder), so \(rotator) cannot read it, and the screen may not rotate",
            advice: restart.map { $0 + "   # while nobody subscribes; tiltshadow then polls" })
    }
}
