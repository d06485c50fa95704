import LinuxSystem
import TiltCore
import TiltSensors

/// The relays to brokers that this machine has settings for, and what each tells systemd of its broker.
struct RelayFacts: Equatable {
    /// A relay: the name of its settings, and its unit; `nil` where systemd could not be asked.
    struct Relay: Equatable {
        let name: String
        let unit: ServiceUnit?
    }

    /// Where each relay has a file of settings.
    static let settings = "/etc/tiltshadow/relay"

    var relays: [Relay] = []

    /// Asks `systemctl show` where systemd runs and there are settings.
    static func gather(_ machine: Machine, isService: Bool) -> RelayFacts {
        let ending = ".conf"
        let names = machine.directory(settings).names().filter { $0.hasSuffix(ending) && isPlain($0) }
            .map { String($0.dropLast(ending.count)) }
        guard isService, !names.isEmpty, InitSystem(of: machine) == .systemd else { return RelayFacts() }
        let properties = "ActiveState,StatusText,Result,ExecMainStatus"
        let words = ["systemctl", "show", "--property=\(properties)"] + names.map { unitName($0) }
        let run = try? CommandOutput.of(words)
        let units = run.map { $0.status == 0 ? ServiceUnit.all(in: $0.text) : [] } ?? []
        return RelayFacts(
            relays: names.enumerated().map { index, name in
                Relay(name: name, unit: units.count == names.count ? units[index] : nil)
            })
    }

    var checks: [Check] { relays.map { Self.check($0) } }

    private static func check(_ relay: Relay) -> Check {
        guard let unit = relay.unit else {
            return Check(.broker, relay.name, .skipped, "systemctl does not answer")
        }
        let status = unit["StatusText"]
        let journal = "journalctl -u \(unitName(relay.name)) -n 20 --no-pager"
        switch unit["ActiveState"] {
        case "active":
            // What the relay says while all is well begins so.
            return status.hasPrefix("publishing")
                ? Check(.broker, relay.name, .ok, status)
                : Check(
                    .broker, relay.name, .problem, status.isEmpty ? "it says nothing" : status,
                    advice: journal)
        case "failed" where unit["ExecMainStatus"] == "3":
            return Check(
                .broker, relay.name, .problem, "another publisher took its topic", advice: journal)
        case "failed", "activating":
            return Check(
                .broker, relay.name, .problem,
                "\(unitName(relay.name)) failed: \(unit["Result"]), exit status \(unit["ExecMainStatus"])",
                advice: journal)
        default:
            return Check(.broker, relay.name, .skipped, "\(unitName(relay.name)) is not started")
        }
    }

    private static func unitName(_ name: String) -> String { "tiltshadow-relay@\(name).service" }

    /// True for a name that stands in a unit's as it is, and in a shell.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
