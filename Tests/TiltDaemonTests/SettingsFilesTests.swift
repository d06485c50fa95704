import CLinux
import LinuxSystem
import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `Settings files` {
    /// A machine's directories, with the files that a test names.
    private struct World {
        let directory: ScratchDirectory
        var files: SettingsFiles {
            SettingsFiles(vendor: directory.path("vendor"), file: directory.path("t.conf"))
        }

        init(_ files: [(String, String)]) throws {
            directory = try ScratchDirectory()
            for name in ["vendor", "t.conf.d"] { #expect(mkdir(directory.path(name), 0o755) == 0) }
            for (name, text) in files { try directory.write(name, text) }
        }

        /// `gain` and its place, without the directory.
        func gain() throws -> String {
            let reading = try files.load()
            let setting = try #require(SettingsTable.setting(.shadow, "gain"))
            let place = reading.layers.place(of: setting)?.description.dropFirst(
                directory.path.utf8.count + 1)
            return "\(Int(reading.layers.settings.shadow.gain)) \(place ?? "default")"
        }
    }

    private static func gain(_ number: Int) -> String { "[shadow]\ngain = \(number)\n" }

    @Test(
        arguments: [
            ([], "10 default"),
            ([("vendor/a.conf", gain(1))], "1 vendor/a.conf:2"),
            ([("vendor/a.conf", gain(1)), ("vendor/b.conf", gain(2))], "2 vendor/b.conf:2"),
            ([("vendor/b.conf", gain(2)), ("t.conf", gain(3))], "3 t.conf:2"),
            (
                [("t.conf.d/a.conf", gain(4)), ("t.conf", gain(3)), ("vendor/z.conf", gain(1))],
                "4 t.conf.d/a.conf:2"
            ),
            ([("t.conf.d/9.conf", gain(9)), ("t.conf.d/10.conf", gain(8))], "9 t.conf.d/9.conf:2"),
            // A key that a later file does not set keeps its value and its place.
            ([("t.conf", gain(3)), ("t.conf.d/a.conf", "[shadow]\nlimit = 9\n")], "3 t.conf:2"),
            // What is no drop-in.
            (
                [
                    ("t.conf.d/a.conf.new", gain(5)), ("t.conf.d/.a.conf", gain(5)),
                    ("t.conf.d/conf", gain(5)),
                    ("t.conf.d/a.conf~", gain(5)),
                ], "10 default"
            ),
        ] as [([(String, String)], String)])
    func `go over each other, and each value knows its line`(files: [(String, String)], gain: String) throws {
        #expect(try World(files).gain() == gain)
    }

    @Test(arguments: [
        ("t.conf.d/a.conf", "[shadow]\ngian = 4\n", "t.conf.d/a.conf:2: unknown key"),
        ("vendor/a.conf", "gain\n", "vendor/a.conf:1: "),
        ("t.conf.d/a.conf", "[shadow]\nlimit = 3\ngain = much\n", "a.conf:3: shadow.gain = \"much\""),
    ])
    func `are passed over whole where they are wrong, and the others count`(
        name: String, text: String, message: String
    ) throws {
        let world = try World([(name, text), ("t.conf", Self.gain(3))])
        let reading = try world.files.load()
        #expect(reading.layers.settings.shadow.gain == 3 && reading.layers.settings.shadow.limit == 16)
        #expect(reading.files == [world.directory.path("t.conf")])
        #expect(reading.passedOver.count == 1)
        #expect(reading.passedOver[0].contains(message), "\(reading.passedOver[0])")
        #expect(reading.passedOver[0].hasSuffix("; the file is passed over"))
    }

    @Test func `are passed over where they cannot be read`() throws {
        let world = try World([("t.conf.d/c.conf", Self.gain(7)), ("t.conf.d/file", "")])
        func path(_ name: String) -> String { world.directory.path(name) }
        #expect(mkfifo(path("t.conf.d/a.conf"), 0o600) == 0)
        #expect(symlink("nowhere", path("t.conf.d/b.conf")) == 0)
        #expect(symlink("/dev/null", path("t.conf.d/d.conf")) == 0)
        #expect(mkdir(path("t.conf.d/e.conf"), 0o755) == 0)
        #expect(symlink("/dev/zero", path("t.conf.d/f.conf")) == 0)
        // It opens, and cannot be read: nothing is mapped at 0.
        #expect(symlink("/proc/self/mem", path("t.conf.d/g.conf")) == 0)
        let reading = try world.files.load()
        #expect(reading.layers.settings.shadow.gain == 7)
        let parts = ["a.conf is", "b.conf is", "e.conf is", "65536", "g.conf is passed over: read "]
        #expect(reading.passedOver.count == parts.count)
        for (message, part) in zip(reading.passedOver, parts) {
            #expect(message.contains(part), "\(message)")
        }
        #expect(!reading.passedOver.contains { $0.contains("--config") })
        // A file in the place of the directory.
        let odd = try SettingsFiles(vendor: path("t.conf.d/c.conf"), file: path("none")).load()
        #expect(odd.passedOver.count == 1 && odd.passedOver[0].contains("Not a directory"))
    }

    @Test func `of the owner are strict, and may be missing where they were not named`() throws {
        let world = try World([("t.conf", "[shadow]\ngian = 4\n"), ("t.conf.d/a.conf", Self.gain(7))])
        #expect(throws: SettingsFile.Failure.self) { try world.files.load() }
        let path = world.directory.path("none.conf")
        #expect(try !SettingsFiles(file: path).load().hasFile)
        #expect(throws: SettingsFile.Failure.self) { try SettingsFiles(file: path, mustExist: true).load() }
    }

    @Test func `are the machine's where no other file is named`() {
        let system = DaemonPaths(environment: Environment([:]), isSuperuser: true)
        let own = SettingsFiles(vendor: "/usr/lib/tiltshadow", file: "/etc/tiltshadow/tiltshadow.conf")
        #expect(system.settingsFiles(option: nil) == own)
        #expect(system.settingsFiles(option: "/etc/tiltshadow/tiltshadow.conf") == own)
        #expect(own.dropIns == "/etc/tiltshadow/tiltshadow.conf.d")
        #expect(
            system.settingsFiles(option: "/dev/null") == SettingsFiles(file: "/dev/null", mustExist: true))
        let user = DaemonPaths(environment: Environment(["HOME": "/h"]), isSuperuser: false)
        #expect(
            user.settingsFiles(option: nil)
                == SettingsFiles(vendor: "/usr/lib/tiltshadow", file: "/h/.config/tiltshadow.conf"))
    }
}
