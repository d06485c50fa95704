import TiltCore

/// The command line of the relay.
package struct RelayArguments: Equatable, Sendable {
    /// Where settings are read where no file is named, and where it need not be there.
    package static let usualConfig = "/etc/tiltshadow/relay.conf"

    /// What to do.
    package enum Command: String, CaseIterable, Sendable {
        case publish, serve

        /// The section of relay.conf that is its own.
        var section: String { rawValue }
    }

    /// The first word.
    package var command = Command.publish
    /// `--config`: the settings file, which must then exist.
    package var config: String?
    /// What is to be set over the file's, in order.
    package var assignments: [Assignment] = []
    /// `--check`: read the settings and stop.
    package var isCheck = false
    /// `--help`.
    package var wantsHelp = false
    /// `--version`.
    package var wantsVersion = false

    /// An option that gives a setting a value.
    package struct Assignment: Equatable, Sendable {
        /// The option without its dashes.
        let name: String
        let value: String
    }

    /// The settings that are no option: who passes them on a command line shows them to everybody, or means to.
    private static let onlyInFile: Set<String> = [
        "user", "password_file", "ca_file", "certificate_file", "key_file",
    ]

    /// The settings that are options of a command; the address is written with the option of its own.
    private static func options(of command: Command) -> [RelaySettings.Key] {
        RelaySettings.keys.filter {
            let isOwn = $0.section == command.section || $0.section == "broker"
            return isOwn && !onlyInFile.contains($0.name) && (command == .publish || $0.name != "to")
        }
    }

    /// Reads the words after the program's name; `--option value` and `--option=value`.
    package init(_ words: [String]) throws(RelayError) {
        var rest = words[...]
        guard let command = rest.popFirst() else {
            throw .wrongUse("no command was given, expected publish or serve")
        }
        switch command {
        case "publish": break
        case "serve": self.command = .serve
        case "--help", "-h", "help":
            wantsHelp = true
            return
        case "--version":
            wantsVersion = true
            return
        case _ where command.hasPrefix("-"):
            throw .wrongUse("no command stands before \(command.quoted), expected publish or serve")
        default: throw .wrongUse("unknown command \(command.quoted), expected publish or serve")
        }
        while let word = rest.popFirst() {
            guard word.hasPrefix("-") else { throw .wrongUse("unknown argument \(word.quoted)") }
            let halves = word.unicodeScalars.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count > 1 ? halves.last.map { String($0) } : nil
            try take(halves.first.map { String($0) } ?? "", value, &rest)
        }
    }

    private mutating func take(
        _ option: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(RelayError) {
        let name = String(option.drop { $0 == "-" })
        switch option {
        case "--check": isCheck = true
        case "--help", "-h": wantsHelp = true
        case "--version": wantsVersion = true
        case "--insecure": assignments.append(Assignment(name: name, value: "true"))
        case _ where option.hasPrefix("--no-") && isFlag(String(name.dropFirst(3))):
            assignments.append(Assignment(name: String(name.dropFirst(3)), value: "false"))
        case _ where option.hasPrefix("--") && isFlag(name):
            // As a setting has it, too.
            let value = attached ?? (["true", "false"].contains(rest.first) ? rest.removeFirst() : "true")
            assignments.append(Assignment(name: name, value: value))
            return
        default:
            guard option.hasPrefix("--"), name == "config" || isKnown(name) else {
                throw .wrongUse("unknown option \(option.quoted)")
            }
            guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
                throw .wrongUse("\(option) needs a value")
            }
            if name == "config" {
                config = value
            } else {
                assignments.append(Assignment(name: name, value: value))
            }
            return
        }
        guard attached == nil else { throw .wrongUse("\(option) takes no value") }
    }

    private func isKnown(_ name: String) -> Bool {
        Self.options(of: command).contains { $0.name == name }
            || command == .publish && SubscribeOption.all.contains { $0.longName == name }
    }

    /// True for an option of a subscriber that is on or off, and has no value with `tiltshadow watch`.
    private func isFlag(_ name: String) -> Bool {
        command == .publish && SubscribeOption.all.contains { $0.longName == name && $0.kind == .flag }
    }

    /// Gives the settings what the options say.
    package func apply(to settings: inout RelaySettings) throws(RelayError) {
        for assignment in assignments {
            if let key = Self.options(of: command).first(where: { $0.name == assignment.name }) {
                try settings.set(key, to: assignment.value)
            } else if let option = SubscribeOption.all.first(where: { $0.longName == assignment.name }) {
                try settings.set(option, to: assignment.value, as: "--" + assignment.name)
            }
        }
    }

    /// What `--help` says.
    package static var help: String {
        func entry(_ option: String, _ meaning: String) -> String {
            let left = 28 - option.utf8.count
            let room = (left > 0 ? "" : "\n  ") + String(repeating: " ", count: left > 0 ? left : 28)
            return "  \(option)\(room)\(meaning)\n"
        }
        var text = """
            tiltshadow-relay - carries the daemon's frames to an MQTT broker, and serves them on another machine

            usage: tiltshadow-relay publish --to mqtts://HOST[:PORT]/TOPIC [options]
                   tiltshadow-relay serve --from mqtts://HOST[:PORT]/TOPIC [options]


            """
        text += entry("--config <path>", "Settings. Default: \(usualConfig) where it is there.")
        text += entry("--check", "Read the settings, and the files that they name, and stop.")
        text += "  --version, --help\n\n"
        for command in Command.allCases {
            text +=
                command == .publish ? "" : "\n  \(command.rawValue) takes instead of them, and --insecure:\n"
            for key in options(of: command) where command == .publish || key.section == command.section {
                text += entry("--\(key.name)" + (key.value.map { " <\($0)>" } ?? ""), key.meaning)
            }
        }
        text += "\n  What publish asks of the daemon, as with `tiltshadow watch`:\n"
        for option in SubscribeOption.all {
            // Raw readings never leave the machine.
            let expectation = option.key == "include" ? "up" : option.expectation
            text +=
                option.kind == .flag
                ? entry("--\(option.longName) | --no-\(option.longName)", "on or off")
                : entry("--\(option.longName) <value>", expectation)
        }
        return text
            + """

              A name and a password for the broker are read from files that relay.conf names, never from a command line.

              examples:
                tiltshadow-relay publish --to mqtts://broker.local/tiltshadow/desk --rate 25 --discovery homeassistant
                tiltshadow-relay serve --from mqtts://broker.local/tiltshadow/desk --socket /tmp/desk.sock
                tiltshadow-relay publish --config /etc/tiltshadow/relay/desk.conf --check

            """
    }
}
