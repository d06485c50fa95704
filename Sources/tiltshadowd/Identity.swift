import LinuxSystem
import TiltCore
import TiltDaemon

/// Whom the daemon becomes once it has what only the superuser gets.
struct Identity {
    /// The user of `--user`; `nil` where it stays who it is.
    let user: SystemUser?

    /// Why somebody cannot become another user.
    enum Refusal: Error {
        case unknown(String)
        case notPermitted(String)

        var description: String {
            switch self {
            case .unknown(let name):
                "--user \"\(name)\": there is no such user; create it "
                    + "(`useradd --system --user-group --no-create-home --shell /usr/sbin/nologin \(name)`) or name another one"
            case .notPermitted(let name):
                "--user \"\(name)\": only the superuser can become somebody else; leave the option out"
            }
        }
    }

    /// Looks the user up; whoever is that user already need not be the superuser.
    init(_ name: String?) throws(Refusal) {
        guard let name else {
            user = nil
            return
        }
        guard let found = SystemUser.named(name) else { throw .unknown(name) }
        guard Privileges.isSuperuser else {
            guard Privileges.isUser(found) else { throw .notPermitted(name) }
            user = nil
            return
        }
        user = found
    }

    /// The group that the superuser's socket is given to where the settings name none: `tiltshadow` where this machine has
    /// it, or members could connect under systemd alone.
    func socketGroup(setting: String) -> String? {
        guard setting.isEmpty else { return setting }
        guard Privileges.isSuperuser else { return nil }
        return SystemGroup.localIdentifier(named: ControlError.accessGroup).map { $0.description }
    }

    /// Becomes that user for good, in the group that may read sensors.
    func assume() throws(SystemError) {
        guard let user else { return }
        try Privileges.drop(
            to: user, joining: SystemGroup.localIdentifier(named: ControlError.accessGroup).map { [$0] } ?? []
        )
    }
}
