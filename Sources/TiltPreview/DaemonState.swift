package import TiltClient
import TiltCore

/// How a page's connection to the daemon stands, as the page is told by the event `daemon`.
struct DaemonState: Equatable {
    /// In one word.
    enum Word: String {
        /// Frames come.
        case connected
        /// Nobody answers yet, or any more.
        case waiting
        /// Somebody answers, and turns us away.
        case refused
    }

    let word: Word
    /// What happened; empty where all is well.
    var message = ""
    /// What to try.
    var hint = ""

    static let connected = DaemonState(word: .connected)

    init(word: Word, message: String = "", hint: String = "") {
        self.word = word
        self.message = message
        self.hint = hint
    }

    /// The state after a connection failed or ended.
    init(_ error: ClientError) {
        switch error {
        case .notASocket, .accessDenied, .notTiltshadow, .unsupportedVersion, .malformed, .refused:
            word = .refused
        case .noSocket, .notListening, .silent, .closed, .system: word = .waiting
        }
        message = error.description
        hint = error.hintBesidePage
    }

    /// The data of the event: one line of JSON.
    var data: String {
        var line = TiltCore.ByteBuffer()
        line.append(#"{"state":""#)
        line.append(text: word.rawValue)
        line.append("\"")
        ServerMessage.append(key: "message", message, to: &line)
        ServerMessage.append(key: "hint", hint, to: &line)
        line.append("}")
        return line.text
    }
}

extension ClientError {
    /// The next thing to try for whoever has a page open: it goes on by itself, and ``hint``'s demo would not move it.
    package var hintBesidePage: String {
        switch self {
        case .closed: "nothing, unless it stays away: it is tried again"
        case .noSocket, .notListening:
            "start it (`systemctl start tiltshadow.socket`; `tiltshadow doctor` knows how other inits do), or try "
                + "`tiltshadow preview --demo`; this page goes on by itself"
        default: hint
        }
    }
}
