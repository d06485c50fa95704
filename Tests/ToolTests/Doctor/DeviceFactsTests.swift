import Foundation
import Testing
import TiltCore
import TiltSensors

@testable import tiltshadow

@Suite struct `Device facts` {
    static func device(
        _ kind: SensorCandidate.Location = .display, rank: Int? = 1, reason: String = "best",
        holder: String? = nil,
        isBufferOn: Bool = false
    ) -> DeviceFacts.Device {
        DeviceFacts.Device(
            candidate: SensorCandidate(
                id: "iio-buffer:accel", name: "accel_3d", kind: .iioBuffer, device: "/dev/iio:device0",
                sysPath: "/sys/devices/accel", location: kind, rank: rank, reason: reason),
            holder: holder, isBufferOn: isBufferOn)
    }

    @Test func `without a sensor are one calm answer, which the last line is, too`() {
        let checks = DeviceFacts().checks
        #expect(checks.map { $0.verdict } == [.skipped])
        #expect(checks[0].advice == "tiltshadow demo")
        #expect(
            DoctorText.headline(checks)
                == "this machine has no motion sensor that Linux knows of; shadows stay at rest; all else is well"
        )
        #expect(
            DoctorText.headline(checks + [Check(.permission, "a", .warning, "b")]).hasSuffix("with 1 warning")
        )
    }

    @Test func `without a sensor point to the kernel's links where those say why`() {
        var facts = DeviceFacts()
        facts.isAbsenceExplained = true
        #expect(facts.checks.map { $0.verdict } == [.skipped])
    }

    @Test(arguments: [
        ("does not report its scale; set accel_scale for it", "sudoedit conf"),
        ("its buffer needs a trigger, and there is none for it", DeviceFacts.makeTrigger),
        ("has no device node", UdevFacts.trigger),
    ])
    func `with refused sensors only are a problem, and each refusal says what to type`(
        reason: String, advice: String
    ) {
        let facts = DeviceFacts(devices: [Self.device(rank: nil, reason: reason)], editing: "sudoedit conf")
        #expect(facts.checks.map { $0.verdict } == [.problem, .warning])
        #expect(facts.checks[1].advice == advice)
        #expect(facts.checks[1].detail.contains(reason))
        #expect(facts.best == nil)
    }

    @Test(arguments: [
        ("its buffer needs a trigger, and there is none for it", "not used: its buffer needs"),
        ("has no device node", "not used: it has no"),
    ])
    func `say a refusal in a sentence`(reason: String, words: String) {
        let facts = DeviceFacts(devices: [Self.device(rank: nil, reason: reason)])
        #expect(facts.checks[1].detail.contains(words), "\(facts.checks[1].detail)")
    }

    @Test func `warn where nobody knows which accelerometer is the screen's`() {
        var device = Self.device(.unknown)
        #expect(DeviceFacts(devices: [device]).checks.allSatisfy { $0.verdict == .ok })
        device.candidate.guess = "it is a guess; set device = b under [sensor]"
        let checks = DeviceFacts(devices: [device], editing: "sudoedit conf").checks
        #expect(checks.map { $0.verdict } == [.ok, .warning, .ok])
        #expect(checks[1].detail.contains("set device = b") && checks[1].advice == "sudoedit conf")
    }

    @Test(arguments: [
        (SensorCandidate.Location.base, "sits in the base"), (.pad, "sits in a game pad"),
        (.camera, "sits in the camera"),
    ])
    func `warn where no sensor moves with the screen`(place: SensorCandidate.Location, words: String) {
        var device = Self.device(place)
        let checks = DeviceFacts(devices: [device]).checks
        #expect(checks.map { $0.verdict } == [.ok, .warning, .ok])
        #expect(checks[1].detail.contains(words) && checks[1].title == "which one")
        #expect(DeviceFacts(devices: [Self.device(), device]).checks.allSatisfy { $0.verdict == .ok })
        device.candidate.isNamed = true
        #expect(DeviceFacts(devices: [device]).checks.allSatisfy { $0.verdict == .ok })
    }

    @Test(arguments: [
        (
            SensorCandidate.Location.display,
            "lid, which moves with the screen, is not used: it does not report"
        ),
        (.unknown, "lid, which may move with the screen, is not used: it does not report"),
        (.camera, "no sensor moves with the screen"),
    ])
    func `say what keeps the screen's sensor from being used, where another is`(
        place: SensorCandidate.Location, words: String
    ) throws {
        var lid = Self.device(place, rank: nil, reason: "does not report its scale; set accel_scale for it")
        lid.candidate.name = "lid"
        var facts = DeviceFacts(devices: [Self.device(.base), lid], editing: "sudoedit conf")
        let check = try #require(facts.checks.first { $0.title == "which one" })
        #expect(check.verdict == .warning && check.detail.contains("sits in the base"))
        #expect(check.detail.contains(words), "\(check.detail)")
        #expect(check.advice == (place == .camera ? "tiltshadow sensors" : "sudoedit conf"))
        facts.devices[1].candidate.reason = "reports acceleration without gravity"
        let hopeless = try #require(facts.checks.first { $0.title == "which one" })
        #expect(hopeless.detail.contains("no sensor moves with the screen") == (place != .display))
        facts.devices[0].candidate.isNamed = true
        #expect(facts.checks.allSatisfy { $0.title != "which one" })
    }

    /// A machine with rudder pedals and nothing else.
    ///
    /// Root may read every file, but not one that is not there.
    private static func pedals(withNode hasNode: Bool = true) throws -> MachineTree {
        var files = [
            "sys/devices/usb/input/input8/name": "CH PRO PEDALS\n",
            "sys/devices/usb/input/input8/properties": "0\n",
            "sys/devices/usb/input/input8/capabilities/abs": "7\n",
            "sys/devices/usb/input/input8/capabilities/key": "0\n",
            "sys/devices/usb/input/input8/event8/dev": "13:72\n", "sys/bus/iio/devices/none": "",
        ]
        if hasNode { files["dev/input/event8"] = "" }
        let tree = try MachineTree(files)
        let listing = tree.machine.path("/sys/class/input")
        try FileManager.default.createDirectory(atPath: listing, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: listing + "/event8",
            withDestinationPath: tree.machine.path("/sys/devices/usb/input/input8/event8"))
        return tree
    }

    /// Rudder pedals have three axes and udev's tag, and are all that many a desktop has.
    @Test func `do not count what has three axes and nothing else of an accelerometer`() throws {
        let tree = try Self.pedals()
        let survey = SensorSurvey.of(tree.machine, options: SensorOptions())
        var facts = DeviceFacts.gather(survey, tree.machine)
        #expect(facts.devices.map { $0.isByAxesAlone } == [true] && facts.hasNone)
        #expect(facts.checks.map { $0.verdict } == [.skipped, .skipped])
        #expect(facts.checks[0].title == DeviceFacts.noneTitle)
        #expect(facts.checks[1].detail.contains("CH PRO PEDALS (evdev) is not used: it does not say what"))
        facts.devices[0].candidate.isNamed = true
        #expect(facts.checks[0].verdict == .problem && !facts.hasNone)
    }

    /// What only the settings' scale makes an accelerometer would be used if it could be read.
    @Test func `count what has a scale, and that this user may not read`() throws {
        let tree = try Self.pedals(withNode: false)
        let bare = DeviceFacts.gather(SensorSurvey.of(tree.machine, options: SensorOptions()), tree.machine)
        #expect(bare.hasNone && bare.best == nil)
        #expect(bare.checks.map { $0.verdict } == [.skipped, .skipped])
        let permissions = PermissionFacts(
            reader: Credentials(name: "x", user: 1, groups: []), isService: false,
            udev: UdevFacts(isRunning: true, initSystem: .systemd, rule: .current(path: "/r")), devices: bare)
        #expect(permissions.checks == [])
        let options = SensorOptions(accelScale: 0.01)
        let scaled = DeviceFacts.gather(SensorSurvey.of(tree.machine, options: options), tree.machine)
        #expect(!scaled.hasNone && scaled.best?.isBarred == true)
        #expect(scaled.checks.map { $0.verdict } == [.ok])
    }

    @Test func `warn of a name in the settings that no sensor has`() {
        var facts = DeviceFacts(devices: [Self.device()], editing: "sudoedit conf")
        facts.namesNothing = "device = x under [sensor] names no sensor; there is y"
        #expect(facts.checks.map { $0.verdict } == [.ok, .warning, .ok])
        #expect(facts.checks[1].detail.contains("device = x") && facts.checks[1].advice == "sudoedit conf")
    }

    @Test func `make a trigger, where a module alone only offers the kind`() {
        #expect(DeviceFacts.makeTrigger.contains("mkdir /sys/kernel/config/iio/triggers/hrtimer/tiltshadow"))
    }

    @Test func `pass over a refused sensor beside a good one`() {
        let refused = Self.device(rank: nil, reason: "reports acceleration without gravity")
        let facts = DeviceFacts(devices: [Self.device(), refused])
        #expect(facts.checks.map { $0.verdict } == [.ok, .skipped, .ok])
    }

    /// What lacks a trigger can be polled, so that it is hardly ever the only one.
    @Test func `say how to make a trigger, though the sensor can be polled`() {
        let refused = Self.device(rank: nil, reason: "its buffer needs a trigger, and there is none for it")
        let checks = DeviceFacts(devices: [Self.device(), refused]).checks
        #expect(checks.compactMap { $0.advice } == [DeviceFacts.makeTrigger])
        #expect(checks.allSatisfy { $0.verdict == .ok || $0.verdict == .skipped })
    }

    /// As Debian's is: what the advice would load is not there.
    @Test(arguments: [true, false])
    func `type nothing for a trigger where the kernel was built without any that can be made`(isAlone: Bool) {
        let refused = Self.device(rank: nil, reason: "its buffer needs a trigger, and there is none for it")
        var facts = DeviceFacts(devices: (isAlone ? [] : [Self.device()]) + [refused])
        facts.timerTrigger = .missing
        let check = facts.checks.first { $0.title == "left out" }
        #expect(check?.advice == nil)
        #expect(
            check?.detail.hasSuffix(
                "this kernel was built without CONFIG_IIO_HRTIMER_TRIGGER, by which one could be made")
                == true)
    }

    @Test(arguments: [("tiltshadowd (pid 7)", nil), (nil, "/dev/iio:device0")] as [(String?, String?)])
    func `warn where the daemon has what rotates the screen`(holder: String?, inUse: String?) {
        var facts = DeviceFacts(devices: [Self.device(holder: holder, isBufferOn: true)])
        facts.inUse = inUse.map { (id: "iio-buffer:accel", device: $0) }
        #expect(facts.checks.map { $0.verdict } == [.ok, .ok])
        facts.rotator = "iio-sensor-proxy (pid 812)"
        #expect(facts.checks.map { $0.verdict } == [.ok, .warning])
        #expect(facts.checks[1].detail.contains("iio-sensor-proxy (pid 812) cannot read it"))
    }

    @Test func `count a sensor that only permissions keep away`() {
        let facts = DeviceFacts(devices: [Self.device(rank: nil, reason: "no permission to read /dev/x")])
        #expect(facts.checks.first?.verdict == .ok)
        #expect(facts.best?.isBarred == true)
    }

    @Test(
        arguments: [
            (nil, false, nil, .ok, nil), ("tiltshadowd (pid 7)", true, nil, .ok, nil),
            (nil, true, "/dev/iio:device0", .ok, nil),
            ("iio-sensor-proxy (pid 812)", true, nil, .problem, "sudo rc-service iio-sensor-proxy stop"),
            ("cat (pid 99)", false, nil, .problem, "sudo kill 99"),
            (nil, true, nil, .warning, "sudo tiltshadow doctor"),
        ] as [(String?, Bool, String?, Verdict, String?)])
    func `name who holds the buffer`(
        holder: String?, isOn: Bool, inUse: String?, verdict: Verdict, advice: String?
    ) throws {
        var facts = DeviceFacts(devices: [Self.device(holder: holder, isBufferOn: isOn)])
        facts.inUse = inUse.map { ("iio-buffer:accel", $0) }
        facts.initSystem = .openRC
        let check = try #require(facts.checks.last)
        #expect(check.verdict == verdict)
        #expect(check.advice == advice)
        if verdict == .problem, let holder { #expect(check.detail.contains(holder)) }
    }

    @Test func `do not matter to a daemon that plays a log`() {
        #expect(DeviceFacts(playsLog: true).checks.map { $0.verdict } == [.skipped])
    }

    @Test func `do not matter to a daemon that serves another machine's`() throws {
        let waiting = #"{"type":"status","candidates":[{"id":"remote:desk","name":"desk","kind":"remote"}]}"#
        let other = #"{"type":"status","candidates":[{"id":"a","name":"b","kind":"evdev"}]}"#
        for (text, isRemote) in [(waiting, true), (other, false)] {
            let status = try Array(text.utf8).withUnsafeBufferPointer { try JSONParser.parse($0) }
            #expect(DaemonFacts.servesRemote(status) == isRemote)
        }
        let check = try #require(DeviceFacts(servesRemote: true).checks.first)
        #expect(check.verdict == .skipped && check.detail == DeviceFacts.remoteReason)
    }

    @Test func `are gathered from sysfs without opening a node`() throws {
        var files = ["name": "accel", "in_accel_scale": "0.01", "buffer/enable": "1"]
        for (index, axis) in ["x", "y", "z"].enumerated() {
            files["in_accel_\(axis)_raw"] = "0"
            files["scan_elements/in_accel_\(axis)_en"] = "0"
            files["scan_elements/in_accel_\(axis)_index"] = "\(index)"
            files["scan_elements/in_accel_\(axis)_type"] = "le:s16/16>>0"
        }
        files["in_mount_matrix"] = "1, 0, 0; 0, 1, 0; 1, 1, 0"
        let root = "sys/bus/iio/devices/iio:device0/"
        let tree = try MachineTree(
            Dictionary(uniqueKeysWithValues: files.map { (root + $0, $1 + "\n") }).merging([
                "dev/iio:device0": "", "proc/812/comm": "iio-sensor-prox\n",
                "proc/812/cmdline": "/usr/libexec/iio-sensor-proxy\0", "proc/812/fd/1": "",
            ]) { $1 })
        try FileManager.default.createSymbolicLink(
            atPath: tree.machine.path("/proc/812/fd/9"),
            withDestinationPath: tree.machine.path("/dev/iio:device0"))
        let survey = SensorSurvey.of(tree.machine, options: SensorOptions())
        let facts = DeviceFacts.gather(survey, tree.machine)
        #expect(facts.devices.map { $0.candidate.kind } == [.iioBuffer, .iioPoll])
        #expect(facts.devices.first?.holder == "iio-sensor-proxy (pid 812)")
        #expect(facts.devices.first?.isBufferOn == true)
        #expect(facts.devices.first?.node != nil && facts.devices.first?.enable != nil)
        #expect(facts.devices.last?.enable == nil)

        let sensor = SensorFacts.gather(facts, survey, status: nil)
        #expect(sensor.mounting?.source == .identity)
        #expect(sensor.rejected.map { $0.origin } == ["in_mount_matrix"])
        #expect(sensor.checks[1].verdict == .problem)
        #expect(sensor.checks[1].detail.contains("singular: rows"))
        for (matrix, source, inForce) in [
            ("1,0,0;0,1,0;0,0,1", "identity", nil),
            ("0,1,0;-1,0,0;0,0,1", "udev", "0,1,0;-1,0,0;0,0,1 from udev"),
        ] as [(String, String, String?)] {
            let text = #"{"mount_matrix":"\#(matrix)","mount_source":"\#(source)"}"#
            let status = try Array(text.utf8).withUnsafeBufferPointer { try JSONParser.parse($0) }
            var used = facts
            used.inUse = (facts.devices[0].candidate.id, "/dev/iio:device0")
            #expect(SensorFacts.gather(used, survey, status: status).inForce == inForce)
            #expect(SensorFacts.gather(facts, survey, status: status).inForce == nil)
        }
    }
}
