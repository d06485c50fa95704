import Foundation
import Testing
import TiltCore

@Suite struct `Settings text` {
    @Test func `of the defaults is the shipped file`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../config/tiltshadow.conf").standardized
        let shipped = try String(contentsOf: path, encoding: .utf8)
        #expect(shipped == Settings.defaultFile(), "write it again with `tiltshadow config --defaults`")
    }

    @Test func `of the defaults sets nothing`() throws {
        #expect(try SettingsReader.read(Array(Settings.defaultFile().utf8), file: "defaults") == Settings())
    }

    @Test func `of the defaults still reads as the defaults when every key is put in force`() throws {
        var lines = 0
        let text = Settings.defaultFile().split(separator: "\n", omittingEmptySubsequences: false).map {
            line in
            guard line.hasPrefix("#"), let next = line.dropFirst().first, next.isLetter else { return line }
            lines += 1
            return line.dropFirst()
        }.joined(separator: "\n")
        #expect(lines == SettingsTable.all.count)
        #expect(try SettingsReader.read(Array(text.utf8), file: "defaults") == Settings())
    }

    @Test func `fits a terminal of 100 columns and names every unit`() {
        let text = Settings.defaultFile()
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
        for setting in SettingsTable.all {
            #expect(text.contains("\n#\(setting.key) ="))
            #expect(setting.expected.contains(setting.unit) || setting.unit.isEmpty, "\(setting.name)")
        }
    }

    @Test func `in force reads back as the same settings`() throws {
        var layers = LayeredSettings()
        let changes = [
            "socket.path=/tmp/x y.sock", "socket.mode=0600", "socket.group=video", "socket.max_subscribers=7",
            "sensor.device=iio:device0", "sensor.mount_matrix=0.1,0.9,0;-1,0,0;0,0,1e-2",
            "sensor.raw_sign=-1",
            "sensor.matrix_convention=kernel", "sensor.accel_scale=0.000123", "motion.estimator=raw",
            "motion.beta=0.1", "shadow.base=-1.25,0.3", "shadow.reference=startup",
            "shadow.display_rotation=180",
            "log.level=error",
        ]
        for change in changes { try layers.apply(change, option: "--set") }
        let text = layers.effectiveText(notes: ["Read: a.conf, b.conf."])
        #expect(try SettingsReader.read(Array(text.utf8), file: "effective") == layers.settings)
        #expect(text.split(separator: "\n").count { $0 == "# From --set." } == changes.count)
        #expect(text.hasPrefix("# tiltshadow.conf: the settings in force.\n# Read: a.conf, b.conf.\n"))
    }

    @Test func `has each key once`() {
        let names = SettingsTable.all.map { $0.name }
        #expect(Set(names).count == names.count)
        #expect(Set(SettingsTable.all.map { $0.key }).count == names.count, "a key belongs to one section")
    }
}
