import CLinux
import TiltCore

extension SensorSurvey {
    /// The hardware behind each joystick: its other event nodes are motion sensors of a pad.
    var padPaths: [String] {
        records.filter { $0.subsystem == .input && $0.isTaggedJoystick }.compactMap { hardwarePath(of: $0) }
    }

    /// What `…/input/inputN/eventN` hangs on; `nil` for a device made by a program, which has no such thing.
    ///
    /// Of a USB device's the device itself: controllers have their buttons on one interface and their motion on another.
    private func hardwarePath(of record: DeviceRecord) -> String? {
        var directory = SysfsDirectory(record.sysPath)
        if !directory.name.hasPrefix("input") { directory = directory.parent }
        let hardware = directory.parent.parent
        if isUSBInterface(hardware) { return hardware.parent.path }
        if isUSBInterface(hardware.parent) { return hardware.parent.parent.path }
        return hardware.name == "virtual" ? nil : hardware.path
    }

    /// True for a name such as `1-4:1.0`; a HID device's is `0003:054C:0CE6.0001`.
    private func isUSBInterface(_ directory: SysfsDirectory) -> Bool {
        let name = directory.name.utf8
        return name.contains(UInt8(ascii: "-")) && name.contains(UInt8(ascii: ":"))
            && (name.first.map { $0 &- 48 < 10 } ?? false)
    }

    /// The candidate behind an event node, not judged yet; `nil` where it is no accelerometer.
    func candidate(event record: DeviceRecord, pads: [String]) -> SensorCandidate? {
        let input = InputNode(directory: SysfsDirectory(record.sysPath).parent)
        let quirk = EvdevQuirk.named(input.name)
        let looksRight = input.hasDirectionalAxes && !input.hasKeys
        guard record.isTaggedAccelerometer || input.hasProperty || quirk != nil || looksRight else {
            return nil
        }

        var location = SensorCandidate.Location(text: record.location)
        if location == .unknown, let place = quirk?.place { location = place }
        if let hardware = hardwarePath(of: record), pads.contains(hardware) { location = .pad }
        if let known = known(input) { location = known.place }
        return SensorCandidate(
            id: input.id, name: input.name, kind: .evdev, device: record.node ?? "", sysPath: record.sysPath,
            location: location,
            hasGyroscope: input.hasProperty && input.hasDirectionalAxes && input.hasRotationalAxes, rank: nil,
            reason: "")
    }

    /// What else there is to say of an event node: one sentence part each.
    func notes(event record: DeviceRecord, _ candidate: SensorCandidate) -> [String] {
        guard EvdevQuirk.named(candidate.name)?.content == .unknownScale, accelScale(for: candidate) == nil
        else { return [] }
        return [
            "its driver does not say what a count is, so its average length is taken for 1 g; accel_scale under "
                + "[sensor] overrules that"
        ]
    }

    /// True where nothing but the settings' scale says that an event node is an accelerometer: pedals have three axes, too.
    package func isOneByScaleAlone(event record: DeviceRecord) -> Bool {
        let input = InputNode(directory: SysfsDirectory(record.sysPath).parent)
        return !input.hasProperty && EvdevQuirk.named(input.name) == nil
    }

    /// Why an event node cannot be used; `nil` where it can.
    func refusal(event record: DeviceRecord, _ candidate: SensorCandidate) -> String? {
        let input = InputNode(directory: SysfsDirectory(record.sysPath).parent)
        let quirk = EvdevQuirk.named(input.name)
        var hasScale = input.hasProperty || accelScale(for: candidate) != nil
        var hasAxes = input.hasDirectionalAxes
        switch quirk?.content {
        case .unusable(let reason): return reason.rawValue
        case .axes: hasScale = true
        case .rotationAxes:
            hasScale = true
            hasAxes = input.hasRotationalAxes
        case .unknownScale: hasScale = true
        case nil: break
        }
        guard hasAxes else { return "has no x, y and z acceleration axes" }
        guard let node = record.node else { return "has no device node" }
        // Before the permission: what is no accelerometer for root is none for anybody.
        guard hasScale else {
            return "does not say what its counts are; set accel_scale if it is an accelerometer"
        }
        return access(node, R_OK) == 0 ? nil : "no permission to read " + node
    }
}
