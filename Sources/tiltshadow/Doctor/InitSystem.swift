import LinuxSystem
import TiltSensors

/// What starts services on a machine, and the commands by which it is asked to.
enum InitSystem: Equatable, CaseIterable {
    case systemd
    case openRC
    case runit
    case dinit
    /// None that is known, or none at all, as in a container.
    case other

    /// Whichever runs `machine`: found by what it keeps in `/run`, or by its name as process 1.
    init(of machine: Machine) {
        let first = machine.line("/proc/1/comm")
        if machine.has("/run/systemd/system") {
            self = .systemd
        } else if machine.has("/run/openrc") {
            self = .openRC
        } else if machine.has("/run/runit") || first == "runit" {
            self = .runit
        } else if machine.has("/run/dinitctl") || first == "dinit" {
            self = .dinit
        } else {
            self = .other
        }
    }

    /// Its name, as it writes itself.
    var name: String {
        switch self {
        case .systemd: "systemd"
        case .openRC: "OpenRC"
        case .runit: "runit"
        case .dinit: "dinit"
        case .other: "no service manager that is known"
        }
    }

    /// Starts the system's daemon where nothing starts services; it makes its directory and takes the group by itself.
    ///
    /// It becomes the user that `install.sh` makes for it, where there is that: the superuser's lets the group alone in.
    static var byHand: String {
        "sudo tiltshadowd" + (SystemUser.named("tiltshadowd") == nil ? "" : " --user tiltshadowd")
    }

    /// Starts the service, anew where it runs.
    var restart: String {
        switch self {
        case .systemd: "sudo systemctl restart tiltshadow.socket"
        case .openRC: "sudo rc-service tiltshadow restart"
        case .runit: "sudo sv restart tiltshadow"
        case .dinit: "sudo dinitctl restart tiltshadow || sudo dinitctl start tiltshadow"
        case .other: Self.byHand
        }
    }

    /// The same, and shows why it may have ended since: these inits call started what ends at once.
    var restartAndLog: String {
        switch self {
        case .openRC, .dinit: "\(restart); \(log)"
        case .systemd, .runit, .other: restart
        }
    }

    /// Tells another service to `start`, `stop` or `restart`; `nil` where nobody manages it.
    func tell(_ service: String, _ verb: String) -> String? {
        switch self {
        case .systemd: "sudo systemctl \(verb) \(service)"
        case .openRC: "sudo rc-service \(service) \(verb)"
        case .runit: "sudo sv \(verb) \(service)"
        case .dinit: "sudo dinitctl \(verb) \(service)"
        case .other: nil
        }
    }

    /// Makes the service read its settings again.
    var reload: String {
        switch self {
        case .systemd: "sudo systemctl reload tiltshadow"
        case .openRC: "sudo rc-service tiltshadow reload"
        case .runit: "sudo sv hup tiltshadow"
        case .dinit: "sudo dinitctl signal HUP tiltshadow"
        case .other: "sudo kill -HUP $(pidof tiltshadowd)"
        }
    }

    /// Has the service started at boot.
    var enable: String {
        switch self {
        case .systemd: "sudo systemctl enable --now tiltshadow.socket"
        case .openRC: "sudo rc-update add tiltshadow default && sudo rc-service tiltshadow start"
        // Void alone has the second.
        case .runit:
            "sudo ln -s /etc/sv/tiltshadow /etc/service/ || sudo ln -s /etc/sv/tiltshadow /var/service/"
        case .dinit: "sudo dinitctl enable tiltshadow"
        case .other: Self.byHand
        }
    }

    /// Shows the last lines of the daemon's log.
    var log: String {
        switch self {
        case .systemd: "journalctl -u tiltshadow -n 20 --no-pager"
        case .openRC, .dinit: "sudo tail -n 20 /var/log/tiltshadow.log"
        // What a service without a log of its own says goes to its supervisor's.
        case .runit: "sudo sv status tiltshadow"
        case .other: "sudo tiltshadowd --check"
        }
    }

    /// Where its services may lie.
    var places: [String] {
        switch self {
        case .systemd, .other: []
        case .openRC: ["/etc/init.d/tiltshadow"]
        case .runit: ["/etc/sv/tiltshadow", "/etc/runit/sv/tiltshadow"]
        case .dinit:
            [
                "/etc/dinit.d/tiltshadow", "/run/dinit.d/tiltshadow", "/usr/local/lib/dinit.d/tiltshadow",
                "/lib/dinit.d/tiltshadow", "/usr/lib/dinit.d/tiltshadow",
            ]
        }
    }

    /// Where a link to the service lies that is started at boot.
    func isEnabled(on machine: Machine) -> Bool {
        switch self {
        case .systemd, .other: false
        case .openRC:
            machine.directory("/etc/runlevels").names().contains {
                machine.has("/etc/runlevels/\($0)/tiltshadow")
            }
        case .runit:
            ["/etc/service", "/var/service", "/etc/runit/runsvdir/default", "/run/runit/service"].contains {
                machine.has($0 + "/tiltshadow")
            }
        case .dinit:
            ["/etc/dinit.d/boot.d", "/usr/lib/dinit.d/boot.d", "/lib/dinit.d/boot.d"].contains {
                machine.has($0 + "/tiltshadow")
            }
        }
    }
}
