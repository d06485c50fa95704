import LinuxSystem
import TiltCore
import TiltSensors

/// The relays to brokers that this machine has settings for, and what each tells systemd of its broker.
struct RelayFacts: Equatable {
    /// A relay: the name of its settings, and its unit; `nil` where systemd could not be asked.
    struct Relay: Equatable {
        let name: String
        let unit: ServiceUnit?
        /// True where it serves what another machine publishes.
        var isServing = false

        var unitName: String { "tiltshadow-relay\(isServing ? "-serve" : "")@\(name).service" }
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
        let asked = names.flatMap {
            [Relay(name: $0, unit: nil), Relay(name: $0, unit: nil, isServing: true)]
        }
        let words = ["systemctl", "show", "--property=\(properties)"] + asked.map { $0.unitName }
        let run = try? CommandOutput.of(words)
        let units = run.map { $0.status == 0 ? ServiceUnit.all(in: $0.text) : [] } ?? []
        return RelayFacts(
            relays: asked.enumerated().map { index, relay in
                Relay(
                    name: relay.name, unit: units.count == asked.count ? units[index] : nil,
                    isServing: relay.isServing)
            })
    }

    /// Most settings are of one that publishes or of one that serves: of what does not run at all, the first is told of.
    var checks: [Check] {
        relays.filter { relay in
            let other = relays.first { $0.name == relay.name && $0.isServing != relay.isServing }
            return relay.isStarted || !relay.isServing && other?.isStarted != true
        }.map { Self.check($0) }
    }

    private static func check(_ relay: Relay) -> Check {
        guard let unit = relay.unit else {
            return Check(.broker, relay.name, .skipped, "systemctl does not answer")
        }
        let status = unit["StatusText"]
        let journal = "journalctl -u \(relay.unitName) -n 20 --no-pager"
        switch unit["ActiveState"] {
        case "active":
            // What the relay says while all is well begins so.
            return ["publishing", "hearing", "reading", "idle"].contains { status.hasPrefix($0) }
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
                "\(relay.unitName) failed: \(unit["Result"]), exit status \(unit["ExecMainStatus"])",
                advice: journal)
        default:
            return Check(.broker, relay.name, .skipped, "\(relay.unitName) is not started")
        }
    }

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

extension RelayFacts.Relay {
    /// True where it runs, or has failed.
    fileprivate var isStarted: Bool { unit.map { $0["ActiveState"] != "inactive" } ?? false }
}
