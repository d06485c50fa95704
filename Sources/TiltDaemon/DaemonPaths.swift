package import LinuxSystem

/// Where the daemon and its clients meet, and where settings are looked for.
package struct DaemonPaths {
    /// The socket of the system service.
    package static let systemSocket = "/run/tiltshadow/tiltshadow.sock"
    /// What the system service remembers, where the service manager names no other directory.
    package static let systemState = "/var/lib/tiltshadow"
    /// The settings of the system service.
    package static let systemSettings = "/etc/tiltshadow/tiltshadow.conf"
    /// What packages set, below the settings of the machine's owner.
    package static let vendorSettings = "/usr/lib/tiltshadow"

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
        return ownSocket
    }

    /// The socket where nobody names one.
    private var ownSocket: String {
        guard !isSuperuser, let runtime = value("XDG_RUNTIME_DIR") else { return Self.systemSocket }
        return runtime + "/tiltshadow/tiltshadow.sock"
    }

    /// The directory that the daemon makes for its socket, and who may enter it.
    ///
    /// Everybody may enter the system's, nobody else a user's own. `nil` for a socket at another place, where a directory
    /// that is missing is a mistake in its name.
    package func runtimeDirectory(of socket: String) -> (directory: OwnDirectory, mode: UInt32)? {
        guard socket == ownSocket else { return nil }
        return (OwnDirectory(of: socket), socket == Self.systemSocket ? 0o755 : 0o700)
    }

    /// The directory that the gyroscopes' biases are kept in; `nil` for nowhere.
    ///
    /// The one that the service manager names, the first where it names several; else, for a daemon of the system's that has
    /// become another user, its own.
    package func state(isService: Bool) -> String? {
        let named = value("STATE_DIRECTORY")?.utf8.split(separator: UInt8(ascii: ":")).first
        if let named { return String(Substring(named)) }
        return isService ? Self.systemState : nil
    }

    /// The settings file used where no option names one: the system's for the superuser, the user's own otherwise.
    package var settings: String {
        guard !isSuperuser else { return Self.systemSettings }
        if let directory = value("XDG_CONFIG_HOME") { return directory + "/tiltshadow.conf" }
        guard let home = value("HOME") else { return Self.systemSettings }
        return home + "/.config/tiltshadow.conf"
    }

    /// The files that are read: those of packages, the daemon's own, which may be missing, and those beside it; or the one
    /// that an option names, and those beside that.
    ///
    /// To name the system's own file is to name none.
    package func settingsFiles(option: String?) -> SettingsFiles {
        guard let option, option != Self.systemSettings else {
            return SettingsFiles(vendor: Self.vendorSettings, file: option ?? settings)
        }
        return SettingsFiles(file: option, mustExist: true)
    }

    private func value(_ name: String) -> String? {
        guard let value = environment[name], !value.isEmpty else { return nil }
        return value
    }
}
