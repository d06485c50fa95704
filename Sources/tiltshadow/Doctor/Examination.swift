import TiltCore

/// Everything that was found out, and the checks that follow from it.
struct Examination {
    var kernel: KernelFacts
    var udev: UdevFacts
    var devices: DeviceFacts
    var permissions: PermissionFacts
    var sensor: SensorFacts
    var settings: SettingsFacts
    var service: ServiceFacts
    var daemon: DaemonFacts
    var subscriber: SubscriberFacts
    /// The brokers that the frames go on to, if any.
    var relays = RelayFacts()

    /// All checks, in the order in which a sample passes the links.
    var checks: [Check] {
        var devices = self.devices
        var daemon = self.daemon
        let hasNone = devices.hasNone && !devices.playsLog
        devices.isAbsenceExplained = kernel.explainsAbsence
        devices.lacksIIO = kernel.iio == .missing
        devices.timerTrigger = kernel.timerTrigger
        daemon.hasNoSensorToFind = hasNone
        // Where nothing is there and nothing explains it, what a sensor would need is no fault; where a log is played neither.
        let isPlain = hasNone && !devices.isAbsenceExplained
        let isMootKernel = isPlain || devices.playsLog
        let device = devices.playsLog ? [] : [isPlain ? udev.runningCheck.moot : udev.runningCheck]
        let core = hasNone ? [kernel.sensorCore?.check].compactMap { $0 } : []
        let rest =
            permissions.checks + sensor.checks + settings.checks
            + service.checks(answers: daemon.answers, installation: udev.installation) + daemon.checks
            + subscriber.checks + relays.checks
        let isMoot = hasNone && !service.isInstalled && daemon.isService && daemon.file == nil
        return (isMootKernel ? kernel.checks.map { $0.moot } : kernel.checks) + core + device + devices.checks
            + (isMoot ? rest.map { Self.mootAreas.contains($0.area) ? $0.moot : $0 } : rest)
    }

    /// Where there is no sensor and nothing was installed, nothing is missing in these.
    private static let mootAreas: Set<Check.Area> = [.permission, .service, .daemon]
}
