import TiltCore
import TiltSensors

extension DeviceFacts {
    /// Lists the sensors as the daemon would, and looks at their nodes without opening any.
    static func gather(_ survey: SensorSurvey, _ machine: Machine) -> DeviceFacts {
        var facts = DeviceFacts()
        facts.rotator = IIOSensorProxy.running(
            in: machine.path("/sys/fs/cgroup"), procRoot: machine.path("/proc"))
        let candidates = survey.candidates()
        facts.namesNothing = survey.namesNothing(of: candidates)
        facts.devices = candidates.map { candidate in
            var device = Device(candidate: candidate)
            let directory = SysfsDirectory(candidate.sysPath)
            let record = survey.records.first { $0.sysPath == candidate.sysPath }
            device.isTagged = record?.isTaggedAccelerometer ?? false
            device.isByAxesAlone =
                candidate.kind == .evdev && record.map { survey.isOneByScaleAlone(event: $0) } ?? false
            switch candidate.kind {
            case .iioBuffer:
                device.holder = DeviceHolder.named(of: candidate.device, procRoot: machine.path("/proc"))
                device.isBufferOn = directory.text("buffer/enable") == "1"
                device.node = FileAccess(of: candidate.device)
                device.enable = FileAccess(of: directory.path + "/buffer/enable")
            case .iioPoll: device.node = FileAccess(of: directory.path + "/in_accel_x_raw")
            case .evdev, .log, .remote: device.node = FileAccess(of: candidate.device)
            }
            return device
        }
        return facts
    }
}

extension SensorSurvey {
    /// The devices of a machine as udev has them, or as sysfs has where there is no udev.
    static func of(_ machine: Machine, options: SensorOptions) -> SensorSurvey {
        if machine.isThisOne, let records = try? MachineDevices.records() {
            return SensorSurvey(options: options, records: records)
        }
        var options = options
        options.sysRoot = machine.path("/sys")
        options.devRoot = machine.path("/dev")
        return SensorSurvey(
            options: options,
            records: DeviceRecord.all(sysRoot: options.sysRoot, devRoot: options.devRoot))
    }
}
