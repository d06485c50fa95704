import TiltCore
import TiltDaemon
import TiltSensors

/// Whether whoever reads the sensors may do so.
struct PermissionFacts: Equatable {
    /// Whose rights count: the running daemon's, else the service's, else this user's.
    var reader: Credentials
    /// True for the system service, which has its group and udev rule for this.
    var isService: Bool
    /// The group `tiltshadow`.
    var group: GroupEntry?
    /// The group of ``RawAccess/groupName``.
    var rawGroup: GroupEntry?
    var udev: UdevFacts
    var accounts = AccountTools.shadow
    var devices: DeviceFacts
}

extension PermissionFacts {
    /// The links of permissions.
    var checks: [Check] {
        guard !devices.playsLog else {
            return [Check(.permission, "sensors", .skipped, DeviceFacts.logReason)]
        }
        let nodes = devices.devices.filter { $0.candidate.rank != nil || $0.isBarred }
        return (isService ? groupChecks + [udev.ruleCheck] : []) + nodes.map { nodeCheck($0) }
    }

    private var groupChecks: [Check] {
        [
            group == nil
                ? Check(
                    .permission, "group", .problem, "there is no group tiltshadow",
                    advice: "\(accounts.make("tiltshadow")) && \(udev.trigger)")
                : Check(.permission, "group", .ok, "tiltshadow is there"),
            rawGroup == nil
                ? Check(
                    .permission, "raw group", .warning,
                    "there is no group \(RawAccess.groupName): raw samples are for root only",
                    advice: accounts.make(RawAccess.groupName))
                : Check(.permission, "raw group", .ok, "\(RawAccess.groupName) is there"),
        ]
    }

    private func nodeCheck(_ device: DeviceFacts.Device) -> Check {
        let candidate = device.candidate
        let title = candidate.kind == .iioPoll ? "\(candidate.name), polled" : candidate.device
        guard let node = device.node else {
            return Check(.permission, title, .problem, "is not there", advice: udev.trigger)
        }
        var refused: [String] = []
        if !node.allows(.read, to: reader) { refused.append("read it (\(node))") }
        if let enable = device.enable, !device.isBufferOn, !enable.allows(.write, to: reader) {
            refused.append("switch its buffer on (\(enable))")
        }
        guard !refused.isEmpty else {
            return Check(.permission, title, .ok, "\(reader.name) may read it: \(node)")
        }
        let text = "\(reader.name) may not " + refused.joined(separator: " nor ")
        guard device == devices.best else {
            return Check(.permission, title, .warning, text, advice: advice(device))
        }
        return Check(.permission, title, .problem, text, advice: advice(device))
    }

    private func advice(_ device: DeviceFacts.Device) -> String {
        if case .missing = udev.rule { return udev.installation.command }
        if device.candidate.kind == .evdev, !device.isTagged {
            // The rule goes by that property; the name is a stranger's text and stays out of what is typed.
            return "udevadm info --query=property --name=\(device.candidate.device)"
        }
        if !isService, let group, !reader.groups.contains(group.number), device.node?.group == group.number {
            return accounts.add("\"$USER\"", to: "tiltshadow")
        }
        return udev.trigger
    }
}
