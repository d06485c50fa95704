/// How a machine lets a service be installed.
enum Installation: Equatable {
    /// Below /usr/local, as everywhere.
    case usual
    /// Below /etc and /var alone: /usr is mounted read-only, as on Silverblue, MicroOS and SteamOS.
    case readOnlySystem
    /// By the machine's own description: NixOS makes /etc and /usr of it.
    case described

    /// What installs this version, typed in the folder of its sources.
    var command: String {
        switch self {
        case .usual: "sudo ./systemd/install.sh"
        // What others look for goes to /etc, which is written to on such systems: nobody looks below this prefix.
        case .readOnlySystem:
            "sudo env PREFIX=/var/opt/tiltshadow UNITDIR=/etc/systemd/system USERUNITDIR=/etc/systemd/user "
                + "UDEVDIR=/etc/udev/rules.d SYSUSERSDIR=/etc/sysusers.d ./systemd/install.sh"
        case .described: "sudoedit /etc/nixos/configuration.nix"
        }
    }

    /// What to know about it, behind a message; nothing where it is as everywhere.
    var remark: String {
        switch self {
        case .usual: ""
        case .readOnlySystem: " (/usr is read-only here, so it goes to /var and /etc)"
        case .described:
            " (NixOS takes units and rules from its configuration: systemd.packages, services.udev.packages)"
        }
    }

    /// Looks at what is mounted, and how.
    static func of(_ machine: Machine) -> Installation {
        if machine.has("/etc/NIXOS") { return .described }
        let mounts = (machine.text("/proc/self/mounts") ?? "").split(separator: "\n").map {
            $0.split(separator: " ")
        }
        // The last mount on a place is the one that is seen.
        let mount =
            mounts.last { $0.count > 3 && $0[1] == "/usr" } ?? mounts.last { $0.count > 3 && $0[1] == "/" }
        return mount?[3].split(separator: ",").contains("ro") == true ? .readOnlySystem : .usual
    }
}
