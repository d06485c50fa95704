package import LinuxSystem
package import TiltCore

/// What the relay is to do, from relay.conf and the command line.
package struct RelaySettings: Equatable, Sendable {
    /// Where to publish; `nil` where nobody said.
    package var address: BrokerAddress?
    /// Whose frames to serve; `nil` where nobody said.
    package var source: BrokerAddress?
    /// The name the broker knows this user by; `nil` for none.
    package var user: String?
    /// The file with the password; `nil` for none, or for the service manager's.
    package var passwordFile: String?
    /// The certificates of the authorities to trust; `nil` for those of the system.
    package var authorityFile: String?
    /// The certificate to show to the broker; `nil` for none.
    package var certificateFile: String?
    /// The key of that certificate.
    package var keyFile: String?
    /// True where plain text may cross a network.
    package var isInsecure = false
    /// The sensor's name for all who read; `nil` for the topic's last level.
    package var name: String?
    /// True where Home Assistant is to be told what there is.
    package var announcesToHomeAssistant = false
    /// The daemon's socket; `nil` for the usual one.
    package var socket: String?
    /// What to ask of the daemon, up besides.
    package var options = SubscriptionChange()
    /// Where to serve; `nil` for the daemon's usual socket.
    package var servedSocket: String?
    /// The settings of the daemon that `serve` is; `nil` for the usual files.
    package var servedSettings: String?

    /// What to ask of the daemon: up is what whoever serves the frames makes everything of.
    package var asked: SubscriptionChange {
        var asked = options
        asked.include = (asked.include ?? []).union(.up)
        return asked
    }

    package init() {}

    /// A setting that is one of the relay's own.
    package struct Key: Sendable {
        /// The name in relay.conf; with dashes, on the command line.
        package let name: String
        /// The section it stands in.
        package let section: String
        /// What its value is, for help; `nil` for true or false.
        package let value: String?
        /// What it does.
        package let meaning: String
        fileprivate let set: @Sendable (inout RelaySettings, String) throws(RelayError) -> Void
    }

    /// Every setting that is the relay's own; besides, `[publish]` takes the options of subscribe.
    package static let keys: [Key] = [
        Key(
            name: "to", section: "broker", value: "url",
            meaning: "The broker and the topic, mqtts://HOST[:PORT]/TOPIC; mqtt:// for one on this machine."
        ) { (settings, text) throws(RelayError) in settings.address = try BrokerAddress(text) },
        Key(name: "user", section: "broker", value: "name", meaning: "The name to give to the broker.") {
            $0.user = $1
        },
        Key(
            name: "password_file", section: "broker", value: "path",
            meaning: "The file with the password. Default: password in CREDENTIALS_DIRECTORY, if any."
        ) { $0.passwordFile = $1 },
        Key(
            name: "ca_file", section: "broker", value: "path",
            meaning: "Certificates of the authorities to trust instead of the system's."
        ) { $0.authorityFile = $1 },
        Key(
            name: "certificate_file", section: "broker", value: "path",
            meaning: "The certificate to show to a broker that asks for one."
        ) { $0.certificateFile = $1 },
        Key(name: "key_file", section: "broker", value: "path", meaning: "The key of that certificate.") {
            $0.keyFile = $1
        },
        Key(
            name: "insecure", section: "broker", value: nil,
            meaning: "Let plain text cross the network where the address begins with mqtt://."
        ) { (settings, text) throws(RelayError) in settings.isInsecure = try flag(text) },
        Key(
            name: "name", section: "publish", value: "text",
            meaning: "What the sensor is called for all who read. Default: the topic's last level."
        ) { $0.name = $1.onOneLine(limit: 64) },
        Key(
            name: "discovery", section: "publish", value: "word",
            meaning: "homeassistant: have pitch, roll, state and rate appear there by themselves."
        ) { (settings, text) throws(RelayError) in
            guard text == "homeassistant" else {
                throw .wrongUse("discovery \(text.quoted): expected homeassistant")
            }
            settings.announcesToHomeAssistant = true
        },
        Key(name: "socket", section: "publish", value: "path", meaning: "The daemon's socket.") {
            (settings, text) throws(RelayError) in settings.socket = try socketPath(text)
        },
        Key(
            name: "from", section: "serve", value: "url",
            meaning: "The broker and the topic that another machine publishes to, as with --to."
        ) { (settings, text) throws(RelayError) in settings.source = try BrokerAddress(text) },
        Key(
            name: "socket", section: "serve", value: "path",
            meaning: "Where to serve. Default: the daemon's usual socket."
        ) { (settings, text) throws(RelayError) in settings.servedSocket = try socketPath(text) },
        Key(
            name: "settings", section: "serve", value: "path",
            meaning: "A file as tiltshadow.conf, for subscribers here. Default: this machine's."
        ) { $0.servedSettings = $1 },
    ]

    /// What may stand in brackets.
    static let sections = ["broker", "publish", "serve"]

    /// Gives one of the relay's own settings a value.
    package mutating func set(_ key: Key, to text: String) throws(RelayError) { try key.set(&self, text) }

    /// Gives one of the options of subscribe a value; `name` is how it was written.
    package mutating func set(
        _ option: SubscribeOption, to text: String, as name: String
    ) throws(RelayError) {
        do throws(ControlError) { try options.set(option, to: text) } catch {
            throw .wrongUse("\(name): \(error.description)")
        }
        guard options.include?.contains(.raw) != true else {
            options.include?.remove(.raw)
            throw .wrongUse("\(name): raw readings never leave the machine; expected up")
        }
    }

    /// The address, where what is published may go there and what is needed for it is complete.
    package func checkedAddress(
        for command: RelayArguments.Command = .publish
    ) throws(RelayError) -> BrokerAddress {
        guard let address = command == .publish ? address : source else { throw .noAddress }
        if passwordFile != nil, user == nil { throw .incomplete("password_file", needs: "user") }
        if certificateFile != nil, keyFile == nil {
            throw .incomplete("certificate_file", needs: "key_file")
        }
        if keyFile != nil, certificateFile == nil {
            throw .incomplete("key_file", needs: "certificate_file")
        }
        guard address.isEncrypted || address.isLoopback || isInsecure else {
            throw .notEncrypted(address.description)
        }
        return address
    }

    /// A path that a socket can have; `name` is of what names it.
    private static func socketPath(
        _ text: String, of name: String = "socket"
    ) throws(RelayError) -> String {
        let (count, most) = (text.utf8.count, Setting.longestSocketPath)
        guard count <= most else {
            throw .wrongUse("\(name) \(text.quoted): \(count) bytes, expected at most \(most)")
        }
        return text
    }

    /// Refuses a path that no socket can have, whether settings, the environment or nobody named it.
    package static func checkSocket(_ path: String, _ environment: Environment) throws(RelayError) {
        let variable = "TILTSHADOW_SOCKET"
        _ = try socketPath(path, of: environment[variable] == path ? variable : "socket")
    }

    private static func flag(_ text: String) throws(RelayError) -> Bool {
        switch text {
        case "true": true
        case "false": false
        default: throw .wrongUse("insecure \(text.quoted): expected true or false")
        }
    }
}
