import Testing
import TiltCore
import TiltSensors

@testable import tiltshadow

@Suite struct `Sensor facts` {
    private func facts(
        _ rows: String, _ source: Mounting.Source, _ convention: Mounting.Convention? = nil
    ) throws -> SensorFacts {
        SensorFacts(
            name: "accel",
            mounting: Mounting(
                matrix: try MountMatrix(parsing: rows), source: source, convention: convention),
            editing: "sudoedit conf")
    }

    @Test(arguments: [
        ("1,0,0;0,1,0;0,0,1", Mounting.Source.identity, Verdict.ok, "determinant 1.000, proper"),
        ("0,1,0;-1,0,0;0,0,1", .sysfs, .ok, "kernel signs"),
        ("1,0,0;0,-1,0;0,0,1", .udev, .ok, "reflecting, hid signs"),
        ("1,0,0;0,-1,0;0,0,1", .sysfs, .warning, "one axis is mirrored"),
        ("1,0,0;0,-1,0;0,0,1", .config, .warning, "from the settings"),
        ("0.5,0,0;0,0.5,0;0,0,0.5", .udev, .ok, "taken for directions, however long they are"),
        ("2,0,0;0,1,0;0,0,1", .sysfs, .ok, "taken for directions, however long they are"),
        ("1,0.3,0;0,1,0;0,0,1", .sysfs, .warning, "17° from a right angle, and the nearest one is used"),
    ])
    func `tell a mount matrix's source, determinant and convention`(
        rows: String, source: Mounting.Source, verdict: Verdict, text: String
    ) throws {
        let check = try facts(rows, source).checks[1]
        #expect(check.verdict == verdict)
        #expect(check.detail.contains(text), "\(check.detail)")
        #expect((check.advice != nil) == (verdict != .ok))
    }

    @Test func `warn where the daemon goes on with another matrix than there is by now`() throws {
        var facts = try facts("1,0,0;0,1,0;0,0,1", .udev)
        facts.inForce = "0,1,0;1,0,0;0,0,1 from sysfs"
        facts.restart = "sudo systemctl restart tiltshadow.service"
        let check = facts.checks[1]
        #expect(check.verdict == .warning)
        #expect(check.detail.contains("0,1,0;1,0,0;0,0,1 from sysfs"))
        #expect(check.detail.contains("1,0,0;0,1,0;0,0,1 from udev"))
        #expect(check.advice == facts.restart)
    }

    @Test func `quote a matrix that cannot be used`() throws {
        var facts = try facts("1,0,0;0,1,0;0,0,1", .identity)
        facts.rejected =
            MountMatrixLookup(sysfsAttribute: "in_mount_matrix", sysfsText: "1,0,0;0,1,0;1,0,0")
            .resolve().rejected
        let check = facts.checks[1]
        #expect(check.verdict == .problem)
        #expect(check.detail.contains(#""1,0,0;0,1,0;1,0,0" from in_mount_matrix"#))
        #expect(check.detail.contains("rows 1 and 3"))
        #expect(check.advice == "sudoedit conf")
    }

    @Test(
        arguments: [
            (.untouched("it is held by cat (pid 7), and left alone"), .skipped, nil),
            (.failed(.accessDenied(path: "/dev/x")), .skipped, "sudo tiltshadow doctor"),
            (.failed(.gone(path: "/dev/x")), .problem, "dmesg | tail -n 20"),
            (.failed(.unknownScale(path: "/dev/x", name: "x")), .problem, "sudoedit conf"),
            (.failed(.notAnAccelerometer(path: "/dev/x", name: "x")), .problem, "tiltshadow sensors"),
        ] as [(SensorFacts.Readings, Verdict, String?)])
    func `say why there are no readings`(
        readings: SensorFacts.Readings, verdict: Verdict, advice: String?
    ) throws {
        var facts = try facts("1,0,0;0,1,0;0,0,1", .identity)
        facts.readings = readings
        #expect(facts.checks.last?.verdict == verdict)
        #expect(facts.checks.last?.advice == advice)
    }

    @Test func `hand on what the daemon says of its sensor`() throws {
        let text = #"""
            {"sample_hz":99.8,"nominal_hz":100,"faults":[{"code":"gravity-length","message":"too long","hint":"set accel_scale"},
            {"code":"rate-axes","message":"crossed","hint":"swap"}]}
            """#
        let status = try Array(text.utf8).withUnsafeBufferPointer { try JSONParser.parse($0) }
        let checks = SensorInDaemon(status).checks
        #expect(checks.map { $0.verdict } == [.ok, .problem, .warning])
        #expect(checks[0].detail == "99.8 Hz, 100.0 Hz asked for, read by the daemon")
    }

    @Test(
        arguments: [
            (nil, [.skipped, .skipped], "not judged yet"), (1.01, [.skipped, .ok, .ok], "1.010 g at rest"),
            (0.25, [.skipped, .skipped], "0.250 g in one second of rest"),
        ] as [(Double?, [Verdict], String)])
    func `say nothing for a sensor whose gravity the daemon has not seen, or not twice`(
        gravity: Double?, verdicts: [Verdict], words: String
    ) throws {
        let text = gravity.map { #"{"gravity_g":\#($0),"faults":[]}"# } ?? #"{"complaints":[]}"#
        let status = try Array(text.utf8).withUnsafeBufferPointer { try JSONParser.parse($0) }
        let checks = SensorInDaemon(status).checks
        #expect(checks.map { $0.verdict } == verdicts)
        #expect(checks[1].title == "gravity" && checks[1].detail.contains(words))
    }
}
