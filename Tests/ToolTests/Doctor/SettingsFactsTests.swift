import CLinux
import Foundation
import Testing
import TiltCore

@testable import TiltDaemon
@testable import tiltshadow

@Suite struct `Settings facts` {
    @Test func `are fine without a file`() {
        let facts = SettingsFacts.gather(SettingsFiles(file: "/no/such/file"))
        #expect(facts.outcome == .missing(Settings()))
        #expect(facts.checks.map { $0.verdict } == [.ok])
    }

    @Test func `name each wrong line`() throws {
        let directory = try ScratchDirectory()
        let path = try directory.file("conf", "[shadow]\ngian = 12\nlimit = x\n")
        let checks = SettingsFacts.gather(SettingsFiles(file: path)).checks
        #expect(checks.map { $0.verdict } == [.problem, .problem])
        #expect(checks[0].detail.hasPrefix("\(path):2: unknown key"))
        #expect(checks[1].detail.hasPrefix("\(path):3: "))
        #expect(checks[0].advice == "${EDITOR:-vi} \(path)")
        #expect(
            SettingsFacts(path: "/etc/tiltshadow/tiltshadow.conf", outcome: .missing(Settings())).editing
                == "sudoedit /etc/tiltshadow/tiltshadow.conf")
    }

    @Test func `of another user's daemon are that user's`() throws {
        let lines = try String(contentsOfFile: "/etc/passwd", encoding: .utf8).split(separator: "\n")
        let users = lines.map { $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init) }
        let other = try #require(
            users.first { $0[2] != "0" && FileManager.default.fileExists(atPath: $0[5]) && $0[5] != "/" })
        let paths = Examiner.paths(of: UInt32(other[2]), isService: false)
        #expect(paths.settings == other[5] + "/.config/tiltshadow.conf")
        for stranger: UInt32 in [0, 4_000_000_000] {
            #expect(
                Examiner.paths(of: stranger, isService: false).settings == "/etc/tiltshadow/tiltshadow.conf")
        }

        let directory = try ScratchDirectory()
        #expect(chmod(directory.path, 0o755) == 0)
        let path = try directory.file("conf", "[shadow]\ngian = 12\n")
        let facts = SettingsFacts.gather(SettingsFiles(file: path), of: 1001)
        #expect(facts.checks[0].advice == "sudoedit \(path)")
        if geteuid() == 0 {
            // Nothing of what it may not read itself, under any of the names that it can choose.
            #expect(chmod(path, 0o600) == 0)
            try FileManager.default.createDirectory(atPath: path + ".d", withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: path + ".d/a.conf", withDestinationPath: path)
            for name in [path, path + ".d/a.conf"] {
                let facts = SettingsFacts.gather(SettingsFiles(file: name), of: 1001)
                #expect(!facts.checks.contains { $0.detail.contains("gian") }, "\(facts.checks)")
            }
            #expect(SettingsFacts.gather(SettingsFiles(file: path)).checks[0].detail.contains("gian"))
        }
        var beside = SettingsFacts(path: path, outcome: .fine(Settings()), passedOver: ["one"])
        beside.stranger = 1001
        #expect(beside.checks[1].advice == "sudo -H -u '#1001' tiltshadow config --effective")
    }

    @Test func `say where they have the daemon serve, what it may not read, and which matrix mirrors`() throws
    {
        let directory = try ScratchDirectory()
        let path = try directory.file("my conf", "[sensor]\nmount_matrix = -1,0,0;0,1,0;0,0,1\n")
        var facts = SettingsFacts.gather(SettingsFiles(file: path))
        facts.otherSocket = "/tmp/o"
        #expect(chmod(path, 0o600) == 0)
        facts.bar(Credentials(name: "the daemon", user: 4_000_000_000, groups: []))
        #expect(facts.checks.map { $0.verdict } == [.ok, .warning, .warning, .warning])
        #expect(facts.checks[1].detail.contains("may not read \(path) (0600 "))
        #expect(facts.checks[1].advice == "sudo chmod a+r '\(path)'")
        #expect(facts.checks[2].detail.contains("is a mirror image"))
        #expect(facts.checks[3].advice == "tiltshadow doctor --socket /tmp/o")
        facts.bar(Credentials(name: "the daemon", user: 0, groups: []))
        #expect(facts.barred.isEmpty)
    }

    @Test(
        arguments: [
            (["d", "--config", "/a b", "--loop"], "/a b"), (["d", "--config=/c"], "/c"),
            (["d", "--config", "c"], "/w/c"), (["d"], nil), (["d", "--config"], nil),
        ] as [([String], String?)])
    func `of a running daemon are those that it was told to read`(words: [String], settings: String?) {
        #expect(DaemonCommandLine(words: words, directory: "/w").settings == settings)
        #expect(DaemonCommandLine(words: ["d", "--config", "c"], directory: nil).settings == nil)
        #expect(DaemonCommandLine(of: getpid(), Machine())?.settings == nil)
    }

    @Test func `are what the file says, and cannot be read from a directory`() throws {
        let directory = try ScratchDirectory()
        let facts = SettingsFacts.gather(
            SettingsFiles(file: try directory.file("conf", "[shadow]\ngain = 12\n")))
        #expect(facts.settings.subscription.shadow.gain == 12)
        #expect(facts.checks.map { $0.verdict } == [.ok])
        #expect(
            SettingsFacts.gather(SettingsFiles(file: directory.path)).checks.map { $0.verdict } == [.warning])
    }
}
