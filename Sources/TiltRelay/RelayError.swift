package import LinuxSystem
package import TiltClient
import TiltCore

/// Why the relay ends, and what to try.
package enum RelayError: Error, Equatable {
    /// A command line that makes no sense: what is wrong with it.
    case wrongUse(String)
    /// An address that names no broker and topic.
    case address(String, why: String)
    /// A name or a password before the host of an address.
    case credentialsInAddress
    /// No address was given.
    case noAddress
    /// What is read would cross a network as plain text.
    case notEncrypted(String)
    /// A line of the settings, `nil` for the file as a whole, and what is wrong there.
    case settings(path: String, line: Int?, why: String)
    /// A setting that is of no use without another one: both names.
    case incomplete(String, needs: String)
    /// A file of the settings cannot be read.
    case unreadable(WholeFile.Failure)
    /// A file holds what can be no password, and why.
    case password(path: String, why: String)
    /// A file for TLS that cannot be one: the setting that names it, the file, and why.
    case pem(setting: String, path: String, why: String)
    /// The daemon's motion comes from the topic that it would be published to.
    case circle(String)
    /// The daemon cannot be followed.
    case client(ClientError)
    /// The broker refuses, by its own word, and waiting would not help.
    case refused(broker: String, reason: String)
    /// The broker's certificate is not the right one, or this program's own files for TLS are of no use.
    case tls(broker: String, reason: String)
    /// Another publisher has taken the topic.
    case topicTaken(String)
    /// libmosquitto is not installed.
    case noLibrary
    /// The socket cannot be offered: why, and what to try.
    case socket(String, hint: String)
    /// The settings of the daemon that `serve` is are wrong, a message for each thing that is.
    case daemonSettings([String])
    /// Any other failed call.
    case system(SystemError)

    /// The exit status, as sysexits.h and shells have it.
    package var exitCode: Int32 {
        switch self {
        case .daemonSettings, .wrongUse, .address, .credentialsInAddress, .noAddress, .notEncrypted,
            .settings, .incomplete, .password, .pem, .circle,
            .unreadable:
            Self.wrongSettingsCode
        case .topicTaken: Self.topicTakenCode
        case .client(.noSocket), .client(.notListening), .client(.notASocket), .noLibrary: 69
        case .client, .refused, .tls, .socket, .system: 1
        }
    }

    /// The exit status of what no restart mends: a command line or settings that make no sense.
    package static let wrongSettingsCode: Int32 = 2

    /// The exit status after which a service manager must not start it again: the two would take turns for ever.
    package static let topicTakenCode: Int32 = 3
}

extension RelayError: CustomStringConvertible {
    /// What happened, quoting what was given.
    package var description: String {
        switch self {
        case .wrongUse(let text): text
        case .address(let text, let why): "\(text.quoted): \(why)"
        case .credentialsInAddress: "an address with a name or a password in it was not used"
        case .noAddress: "no broker was named"
        case .notEncrypted(let address):
            "\(address.onOneLine()): without TLS what is published crosses the network as plain text"
        case .settings(let path, let line, let why):
            "\(path.onOneLine())\(line.map { ":\($0)" } ?? ""): \(why)"
        case .incomplete(let key, let needed): "\(key) is of no use without \(needed)"
        case .unreadable(let failure): failure.description
        case .password(let path, let why): "no password is in \(path.onOneLine()): \(why)"
        case .pem(let setting, let path, let why): "\(setting) = \(path.onOneLine()): \(why)"
        case .circle(let topic):
            "the daemon there has its motion from \(topic.onOneLine()) itself: it would go in a circle"
        case .client(let error): error.description
        case .refused(let broker, let reason): "\(broker) refused: \(reason)"
        case .tls(let broker, let reason): "no secure connection to \(broker): \(reason)"
        case .topicTaken(let topic): "another publisher took \(topic); this one ends"
        case .noLibrary: "libmosquitto.so.1 is not there"
        case .socket(let why, _): why
        case .daemonSettings(let messages): messages.joined(separator: "\n  ")
        case .system(let error): error.description
        }
    }

    /// The next thing to try.
    package var hint: String? {
        switch self {
        case .wrongUse: "see `tiltshadow-relay --help`"
        case .address, .noAddress:
            "write it as mqtts://HOST[:PORT]/TOPIC, such as mqtts://broker.local/tiltshadow/desk"
        case .credentialsInAddress:
            "others see it in the list of processes: put `user` and `password_file` into relay.conf"
        case .notEncrypted: "write mqtts://, or give --insecure where the network is your own"
        case .settings: "tiltshadow-relay(1) lists the settings"
        case .incomplete(_, let needed): "set \(needed) in relay.conf, too"
        case .unreadable: "see whether the path is right and this user may read it"
        case .password: "write it into the first line; for none, leave the file out"
        case .client(let error): error.hint
        case .pem: "name a file of PEM; `openssl x509 -inform DER` and `openssl pkey` make them of others"
        case .circle: "name the device's own daemon with --socket, or another topic with --to"
        case .refused(_, let reason): Self.refusalHint(reason)
        case .tls(_, let reason): Self.tlsHint(reason)
        case .topicTaken: "give each device a topic of its own, or end the other one"
        case .noLibrary: "install it: apt-get install libmosquitto1"
        case .socket(_, let hint): hint
        case .daemonSettings: "see tiltshadow.conf(5), or name another file with --settings"
        case .system(let error): error.hint
        }
    }

    /// By the broker's own word, which alone tells what it minds.
    private static func refusalHint(_ reason: String) -> String {
        let reason = reason.lowercased()
        // A topic may stand before it.
        return refusals.first { reason.hasSuffix($0.word) }?.hint ?? "see the broker's log, and its settings"
    }

    /// The words of libmosquitto for reasons of MQTT 5, in small letters, and what to try where a broker has one.
    private static let refusals: [(word: String, hint: String)] = [
        ("qos not supported", "let the broker take QoS 1: Mosquitto's `max_qos`"),
        ("retain not supported", "let the broker retain messages: Mosquitto's `retain_available`"),
        (
            "packet too large",
            "let the broker take 4 kB: Mosquitto's `message_size_limit` and `max_packet_size`"
        ),
        ("unsupported protocol version", "use a broker that speaks MQTT 5, as Mosquitto does from 1.6 on"),
        (
            "client identifier not valid",
            "let the broker take a client id that begins with tiltshadow-: Mosquitto's `clientid_prefixes`"
        ),
        ("topic name invalid", "name another topic: the broker bounds their length or their levels"),
        ("use another server", "ask whoever runs the broker for that one's name"),
        ("server moved", "ask whoever runs the broker for its new name"),
        ("banned", "see the broker's log for why it bans this client"),
        ("not authorized", loginHint), ("user name or password", loginHint),
        ("username or password", loginHint), ("bad authentication method", loginHint),
    ]

    private static let loginHint =
        "see `user` and `password_file` in relay.conf, and the broker's list of who may read and write which topic"

    /// By the words of OpenSSL, which alone tell whose fault it is.
    private static func tlsHint(_ reason: String) -> String {
        if reason.contains("certificate verify failed") {
            return
                "name the broker as its certificate does; for an authority of your own, `ca_file` in relay.conf"
        }
        if reason.contains("alert") {
            return "see `certificate_file` and `key_file` in relay.conf, and which ones the broker takes"
        }
        let foreign = ["wrong version number", "packet length", "unexpected eof", "http request"]
        return foreign.contains { reason.contains($0) }
            ? "see whether the broker speaks TLS at that port, which is 8883 for most"
            : "see `ca_file`, `certificate_file` and `key_file` in relay.conf"
    }
}
