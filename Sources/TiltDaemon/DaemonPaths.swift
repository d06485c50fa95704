package import LinuxSystem

/// Where the daemon and its clients meet, and where settings are looked for.
package struct DaemonPaths {
    /// The socket of the system service.
    package static let systemSocket = "/run/tiltshadow/tiltshadow.sock"
    /// The settings of the system service.
    package static let systemSettings = "/etc/tiltshadow/tiltshadow.conf"

    private let environment: Environment
    private let isSuperuser: Bool

    package init(environment: Environment, isSuperuser: Bool) {
        self.environment = environment
        self.isSuperuser = isSuperuser
    }

    /// The socket to serve: the option, then `TILTSHADOW_SOCKET`, then the settings, then the system's for the
    /// superuser and one in `$XDG_RUNTIME_DIR` for everybody else.
    package func socket(option: String?, setting: String) -> String {
        if let option { return option }
        if let variable = value("TILTSHADOW_SOCKET") { return variable }
        if !setting.isEmpty { return setting }
        guard !isSuperuser, let runtime = value("XDG_RUNTIME_DIR") else { return Self.systemSocket }
        return runtime + "/tiltshadow.sock"
    }

    /// The settings file used where no option names one: the system's for the superuser, the user's own otherwise.
    package var settings: String {
        guard !isSuperuser else { return Self.systemSettings }
        if let directory = value("XDG_CONFIG_HOME") { return directory + "/tiltshadow.conf" }
        guard let home = value("HOME") else { return Self.systemSettings }
        return home + "/.config/tiltshadow.conf"
    }

    private func value(_ name: String) -> String? {
        guard let value = environment[name], !value.isEmpty else { return nil }
        return value
    }
}
