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

    /// All checks, in the order in which a sample passes the links.
    var checks: [Check] {
        let device = devices.playsLog ? [] : [udev.runningCheck]
        return kernel.checks + device + devices.checks + permissions.checks + sensor.checks + settings.checks
            + service.checks(answers: daemon.answers) + daemon.checks + subscriber.checks
    }
}
