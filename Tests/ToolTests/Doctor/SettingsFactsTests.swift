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
