import CLinux
import LinuxSystem
import Testing
import TiltCore
import TiltSensors

@testable import TiltDaemon

@Suite struct `Files of the daemon` {
    private func failure(_ path: String) -> SettingsFile.Failure? {
        do throws(SettingsFile.Failure) {
            _ = try SettingsFile.load(path)
            return nil
        } catch {
            return error
        }
    }

    @Test func `settings are read over the defaults`() throws {
        let directory = try ScratchDirectory()
        let path = try directory.write("t.conf", "[shadow]\ngain = 4\n")
        #expect(try SettingsFile.load(path).settings.shadow.gain == 4)
        #expect(try SettingsFile.load(path).settings.shadow.limit == 16)
        #expect(try SettingsFile.load("/dev/null") == LayeredSettings())
    }

    @Test func `settings that cannot be read are missing, or something else is wrong`() throws {
        let directory = try ScratchDirectory()
        #expect(failure(directory.path("absent"))?.isMissing == true)
        #expect(failure(directory.path)?.isMissing == false)
        #expect(failure(directory.path)?.description.contains("directory") == true)
        let huge = try directory.write("huge.conf", String(repeating: "# more\n", count: 20_000))
        #expect(failure(huge)?.description.contains("65536") == true)
        #expect(failure("/dev/zero")?.isMissing == false)
    }

    /// Who runs the daemon in which environment, and its socket.
    struct Place: CustomTestStringConvertible {
        var variables: [String: String] = [:]
        var isSuperuser = false
        var option: String?
        var setting = ""
        let socket: String
        var testDescription: String { socket }
    }

    @Test(arguments: [
        Place(isSuperuser: true, socket: "/run/tiltshadow/tiltshadow.sock"),
        Place(
            variables: ["XDG_RUNTIME_DIR": "/run/user/7"], socket: "/run/user/7/tiltshadow/tiltshadow.sock"),
        Place(
            variables: ["XDG_RUNTIME_DIR": "/run/user/0"], isSuperuser: true,
            socket: "/run/tiltshadow/tiltshadow.sock"),
        Place(variables: ["XDG_RUNTIME_DIR": ""], socket: "/run/tiltshadow/tiltshadow.sock"),
        Place(variables: ["XDG_RUNTIME_DIR": "/r"], setting: "/by/setting", socket: "/by/setting"),
        Place(variables: ["TILTSHADOW_SOCKET": "/by/variable"], setting: "/s", socket: "/by/variable"),
        Place(
            variables: ["TILTSHADOW_SOCKET": "/v"], option: "/by/option", setting: "/s", socket: "/by/option"),
    ])
    func `the socket has its place`(_ place: Place) {
        let paths = DaemonPaths(
            environment: Environment(place.variables), isSuperuser: place.isSuperuser)
        #expect(paths.socket(option: place.option, setting: place.setting) == place.socket)
    }

    @Test func `settings have theirs`() {
        func path(_ variables: [String: String], _ isSuperuser: Bool = false) -> String {
            DaemonPaths(environment: Environment(variables), isSuperuser: isSuperuser).settings
        }
        #expect(path(["HOME": "/h"]) == "/h/.config/tiltshadow.conf")
        #expect(path(["HOME": "/h", "XDG_CONFIG_HOME": "/c"]) == "/c/tiltshadow.conf")
        #expect(path(["HOME": "/root"], true) == "/etc/tiltshadow/tiltshadow.conf")
    }
}
