import CLinux
import Foundation
import Testing
import TiltCore
import TiltSensors

@testable import tiltshadow

@Suite struct `Entry for the hwdb` {
    private static let lenovo =
        "dmi:bvnLENOVO:bvrJFCN31WW:bd06/01/2023:br1.31:efr1.29:svnLENOVO:pn82L5:pvrYogaDuet713ITL6:rvnLENOVO:rn:cvn:ct32:"
    private static let chuwi =
        "dmi:bvnAmericanMegatrendsInc.:bvr5.11:bd05/07/2016:br5.11:svnDefaultstring:pnDefaultstring:pvrDefaultstring:"
        + "rvnHampoo:rnCherryTrailCR:rvrDefaultstring:cvnDefaultstring:ct3:cvrDefaultstring:"

    @Test(arguments: [
        (
            SensorIdentity(
                label: "", modalias: "acpi:BOSC0200:BOSC0200:", dmi: "dmi:bvnX:svnAcer:pnSW5-017:pvr1:"),
            "sensor:modalias:acpi:BOSC0200*:dmi:*:svnAcer:pnSW5-017:*"
        ),
        (
            SensorIdentity(label: "accel-display:", modalias: "i2c:bmc150_accel", dmi: lenovo),
            "sensor:accel-display:modalias:i2c:bmc150_accel:dmi:*:svnLENOVO:pn82L5:pvrYogaDuet713ITL6:*"
        ),
        (
            SensorIdentity(label: "", modalias: "platform:HID-SENSOR-200073", dmi: chuwi),
            "sensor:modalias:platform:HID-SENSOR-200073:dmi:bvnAmericanMegatrendsInc.:bvr5.11:*:svnDefaultstring:"
                + "pnDefaultstring:*:rvnHampoo:rnCherryTrailCR:*"
        ),
        (
            SensorIdentity(label: "", modalias: "acpi:KIOX000A:", dmi: "dmi:bvnX:svnA*B?[c]\\d#:pnE:"),
            "sensor:modalias:acpi:KIOX000A*:dmi:*:svnA?B??c??d?:pnE:*"
        ),
        // PineTab2 in systemd's: `sensor:modalias:of:NaccelerometerT_null_Csilan,sc7a20:*`.
        (
            SensorIdentity(label: "", modalias: "of:NaccelerometerT(null)Csilan,sc7a20", dmi: ""),
            "sensor:modalias:of:NaccelerometerT?null?Csilan,sc7a20:*"
        ),
    ])
    func `has a pattern that matches the sensor's own key`(identity: SensorIdentity, pattern: String) {
        let entry = HwdbEntry(identity: identity, force: .identity)
        #expect(entry.pattern == pattern)
        #expect(fnmatch(entry.pattern, identity.key, 0) == 0)
        #expect(
            fnmatch(entry.pattern, identity.key.replacingOccurrences(of: "acpi:", with: "acpj:") + "x", 0)
                != 0 || !identity.modalias.hasPrefix("acpi"))
    }

    @Test func `is found by systemd's own reader, and its matrix by ours`() async throws {
        guard InstalledPrograms.have("systemd-hwdb", for: "the hwdb entry's form") else { return }
        let directory = try ScratchDirectory()
        let folder = directory.path + "/etc/udev/hwdb.d"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let identity = SensorIdentity(label: "", modalias: "acpi:BOSC0200:BOSC0200:", dmi: Self.lenovo)
        let force = PosedSensor.rotations[9]
        let text = HwdbEntry(identity: identity, force: force).text
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/61-sensor-local.hwdb"))
        let made = try await ToolRun.program(
            "/usr/bin/env", ["systemd-hwdb", "update", "--strict", "--root", directory.path])
        #expect(made.status == 0, "\(made.errors)")
        let asked = try await ToolRun.program(
            "/usr/bin/env", ["systemd-hwdb", "query", "--root", directory.path, identity.key])
        let value = try #require(asked.lines.first { $0.hasPrefix("ACCEL_MOUNT_MATRIX=") }, "\(asked.errors)")
        let mounting = MountMatrixLookup(udevText: String(value.split(separator: "=")[1])).resolve().mounting
        for pose in Pose.allCases {
            let raw = 9.81 * force.transposed(pose.up)
            let up = mounting(Acceleration<SensorAxes>(x: raw.x, y: raw.y, z: raw.z))
            #expect(MatrixRow(x: up.x, y: up.y, z: up.z) == 9.81 * pose.up)
        }
    }

    @Test func `writes decimals for a sensor along no axis, and no minus before zero`() throws {
        let identity = SensorIdentity(label: "", modalias: "i2c:x", dmi: "dmi:svnA:pnB:")
        let text = HwdbEntry(identity: identity, force: PosedSensor.oblique).text
        let line = try #require(text.split(separator: "\n").last)
        #expect(
            line == " ACCEL_MOUNT_MATRIX=-0.8192, 0.539, -0.1962; -0.5736, -0.7698, 0.2802; 0, 0.342, 0.9397")
    }
}
