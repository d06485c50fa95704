import Testing
import TiltClient
import TiltCore
import TiltSensors

@testable import tiltshadow

@Suite struct `An examination` {
    /// A machine without a sensor, on which nothing was installed.
    private func examination() -> Examination {
        let udev = UdevFacts(isRunning: true, initSystem: .systemd, rule: .missing)
        let path = "/run/tiltshadow/tiltshadow.sock"
        let user = Credentials(name: "joe", user: 1000, groups: [1000])
        let none = ServiceUnit(["LoadState": "not-found"])
        return Examination(
            kernel: KernelFacts(evdev: .running, iio: .running), udev: udev, devices: DeviceFacts(),
            permissions: PermissionFacts(
                reader: user, isService: true, group: nil, rawGroup: nil, udev: udev, devices: DeviceFacts()),
            sensor: SensorFacts(),
            settings: SettingsFacts(path: "/etc/tiltshadow/tiltshadow.conf", outcome: .missing(Settings())),
            service: .units(socket: none, service: none),
            daemon: DaemonFacts(
                path: path, isService: true, failure: .noSocket(path: path), initSystem: .systemd),
            subscriber: SubscriberFacts(
                user: "joe", credentials: user, group: nil, isDenied: false, path: path, frames: nil))
    }

    @Test func `of a machine without a sensor is one calm answer, and nothing to mend`() {
        let checks = examination().checks
        #expect(checks.filter { $0.verdict == .problem }.isEmpty)
        #expect(checks.filter { $0.verdict == .warning }.isEmpty)
        #expect(checks.compactMap { $0.advice } == ["tiltshadow demo"])
        #expect(DoctorText.headline(checks).hasSuffix("all else is well"))
    }

    @Test func `of one without udevd and IIO, as a container is, is no other`() {
        var bare = examination()
        bare.udev.isRunning = false
        bare.kernel.iio = .missing
        let checks = bare.checks
        #expect(checks.allSatisfy { $0.verdict == .ok || $0.verdict == .skipped })
        #expect(checks.compactMap { $0.advice } == ["tiltshadow demo"])
        #expect(
            DoctorText.headline(checks).contains("knows of (its kernel lacks IIO); shadows stay at rest"))
    }

    @Test func `still says what is wrong with what was installed`() {
        var installed = examination()
        installed.service = .units(
            socket: ServiceUnit(["LoadState": "loaded", "ActiveState": "failed"]),
            service: ServiceUnit(["LoadState": "loaded"]))
        #expect(installed.checks.contains { $0.area == .service && $0.verdict == .problem })
        var own = examination()
        own.daemon.isService = false
        #expect(own.checks.contains { $0.area == .daemon && $0.verdict == .problem })
    }

    @Test func `says what the kernel lacks where that is why`() {
        var bare = examination()
        bare.kernel.bareChips = [
            BareChip(name: "i2c-KIOX000A:00", chip: KnownChip.all[0]) { _ in .loadable }
        ]
        #expect(bare.checks.filter { $0.verdict == .problem }.map { $0.area } == [.kernel])
        #expect(!bare.checks.contains { $0.title == DeviceFacts.noneTitle })
    }
}
