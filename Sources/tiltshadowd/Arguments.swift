import TiltCore
import TiltDaemon

/// The command line of the daemon.
struct Arguments {
    /// `--socket`: where to serve.
    var socket: String?
    /// `--config`: the settings file, which must then exist.
    var config: String?
    /// `--replay`: a log in the place of a sensor.
    var replay: String?
    /// `--loop`: play the log again and again.
    var isLooped = false
    /// `--record`: where to write what the sensor gives.
    var record: String?
    /// `--max-size`, `--rotate`: how large that may grow.
    var recordLimits = RecordLimits()
    /// `--set`: settings over those of the file.
    var assignments: [String] = []
    /// `--user`: whom to become once the socket is there.
    var user: String?
    /// `--with-parent`: end when the program that started this one ends, however it does.
    var endsWithParent = false
    /// `--check`: read the settings and stop.
    var isCheck = false
    var wantsHelp = false
    var wantsVersion = false

    /// What holds where no file sets it.
    ///
    /// Who becomes another user serves the machine, without systemd: anybody may knock, as at `tiltshadow.socket`, and
    /// `access` tells who is let in. By `--set` the service would put that over its owner's file.
    var defaults: Settings {
        var settings = Settings()
        if user != nil { settings.socket.mode = 0o666 }
        return settings
    }

    /// Why a command line was refused.
    enum Refusal: Error {
        case unknown(String)
        case missingValue(String)
        case unexpectedValue(String)
        case loopWithoutReplay
        case limitsWithoutRecord
        case wrongLimits(String)
        case wrongSize(String)
        case wrongCount(String)

        var description: String {
            switch self {
            case .unknown(let word): "unknown argument \"\(word)\""
            case .missingValue(let option): "\(option) needs a value"
            case .unexpectedValue(let option): "\(option) takes no value"
            case .loopWithoutReplay: "--loop is for --replay"
            case .limitsWithoutRecord: "--max-size and --rotate are for --record"
            case .wrongLimits(let text): text
            case .wrongSize(let text):
                "--max-size \"\(text)\": expected a size of at least 4k, such as 500k, 10M or 2G"
            case .wrongCount(let text): "--rotate \"\(text)\": expected 2 to \(RecordLimits.mostFiles)"
            }
        }
    }

    static let help = """
        tiltshadowd - turns the motion sensor into shadow offsets on a Unix socket

        usage: tiltshadowd [options]

          --socket PATH      where to serve (default: a socket passed by systemd, TILTSHADOW_SOCKET, the settings,
                             /run/tiltshadow/tiltshadow.sock for the superuser,
                             $XDG_RUNTIME_DIR/tiltshadow/tiltshadow.sock for others)
          --config FILE      settings (default: /etc/tiltshadow/tiltshadow.conf, or ~/.config/tiltshadow.conf)
          --set SECTION.KEY=VALUE   one setting over the file's; may be repeated
          --replay FILE      play a recorded log in the place of a sensor; no hardware, no privileges
          --loop             play the log again and again
          --record FILE      write what the sensor gives to a log
          --max-size SIZE    end that log at SIZE bytes, or KiB, MiB, GiB with k, M, G after the number
          --rotate N         keep N logs of that size instead: a full one becomes FILE.1, that one FILE.2 …
          --user NAME        become this user once the socket is there, in the group tiltshadow, too; for the superuser
          --with-parent      end when the program that started this one ends, even by kill -9
          --check            read the settings, say what is wrong, and stop
          --version, --help

        signals: SIGHUP reads the settings again, SIGTERM ends.

        example: tiltshadowd --replay walk.tiltlog --socket /tmp/tilt.sock &  socat - UNIX-CONNECT:/tmp/tilt.sock
        """

    /// Reads the words after the program's name; `--option value` and `--option=value`.
    init(_ words: [String]) throws(Refusal) {
        var rest = words[...]
        while let word = rest.popFirst() {
            let bytes = Array(word.utf8)
            let equals = bytes.starts(with: "--".utf8) ? bytes.firstIndex(of: UInt8(ascii: "=")) : nil
            let option = equals.map { String(decoding: bytes[..<$0], as: UTF8.self) } ?? word
            let attached = equals.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
            try take(option, attached, &rest)
        }
        if isLooped, replay == nil { throw .loopWithoutReplay }
        if recordLimits != RecordLimits(), record == nil { throw .limitsWithoutRecord }
        if let record, let text = recordLimits.refusal(to: record) { throw .wrongLimits(text) }
    }

    private mutating func take(
        _ option: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(Refusal) {
        switch option {
        case "--loop": isLooped = true
        case "--with-parent": endsWithParent = true
        case "--check": isCheck = true
        case "--help", "-h": wantsHelp = true
        case "--version": wantsVersion = true
        default: return try takeValue(option, attached ?? rest.popFirst())
        }
        guard attached == nil else { throw .unexpectedValue(option) }
    }

    private mutating func takeValue(_ option: String, _ value: String?) throws(Refusal) {
        let options = [
            "--socket", "--config", "--replay", "--record", "--max-size", "--rotate", "--set",
            "--user",
        ]
        guard options.contains(option) else { throw .unknown(option) }
        guard let value, !value.isEmpty else { throw .missingValue(option) }
        switch option {
        case "--socket": socket = value
        case "--config": config = value
        case "--replay": replay = value
        case "--record": record = value
        case "--user": user = value
        case "--max-size":
            guard let bytes = RecordLimits.bytes(parsing: value) else { throw .wrongSize(value) }
            recordLimits.bytes = bytes
        case "--rotate":
            guard let files = RecordLimits.files(parsing: value) else { throw .wrongCount(value) }
            recordLimits.files = files
        default: assignments.append(value)
        }
    }
}
