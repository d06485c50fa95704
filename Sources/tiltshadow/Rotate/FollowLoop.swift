import LinuxSystem
import TiltClient
import TiltCore

/// Turns the pictures of those who follow as a program tells, until it is told to stop.
///
/// Whoever of the two ends and begins again, the program or the daemon, is waited for, and hears or tells anew.
struct FollowLoop {
    /// The longest that a program which has gone is left alone, in nanoseconds.
    private static let longestWait: Int64 = 10_000_000_000

    private let source: ScreenSource
    /// What to try where that is not there.
    private let hint: String?
    private let isForAll: Bool
    private var daemon: ReconnectingConnection
    private var screen: (any ScreenWatch)?
    /// When the program is looked for, in nanoseconds; `nil` where it is there.
    private var nextLook: Int64? = .min
    private var backoff = Backoff(limit: Self.longestWait)
    /// How the picture is turned, by all that was heard, and what the daemon was told.
    private var rotation: DisplayRotation?
    private var told: DisplayRotation?
    private var isGreeted = false
    /// True once it was said that others' programs are left alone.
    private var hasSaidLeftAlone = false
    /// What was said last of the program, and of the daemon.
    private var (lastNote, lastLoss) = ("", "")

    init(
        to daemon: @escaping @Sendable () -> String, source: ScreenSource, hint: String? = nil, isForAll: Bool
    ) {
        self.source = source
        self.hint = hint
        self.isForAll = isForAll
        self.daemon = ReconnectingConnection(to: daemon, options: SubscriptionChange(), patience: .always)
    }

    /// Runs until Ctrl-C or SIGTERM.
    mutating func run() throws(ToolError) {
        let signals = try SignalWatch.openForCommand()
        var isReadable = false
        while true {
            let now = MonotonicClock.now()
            if isReadable || nextLook.map({ now >= $0 }) ?? false { look(at: now) }
            try speak(at: now)
            let ready = DescriptorWait.readable(
                [signals.descriptor, daemon.descriptor ?? -1, screen?.descriptor ?? -1],
                nanoseconds: [nextLook, daemon.deadline].compactMap { $0 }.min().map {
                    $0 - MonotonicClock.now()
                })
            if ready[0] { return signals.takeAll() }
            isReadable = ready[2]
        }
    }

    /// Hears how the picture is turned; connects where that is to be.
    private mutating func look(at now: Int64) {
        do throws(ScreenError) {
            if screen == nil { screen = try source.open(Console.current.environment) }
            guard let screen else { return }
            if let rotation = try screen.take() {
                self.rotation = rotation
                backoff.reset()
            }
            nextLook = nil
        } catch {
            screen = nil
            nextLook = now + backoff.next()
            Self.note(error.description + "; waiting for it", hint: hint, after: &lastNote)
        }
    }

    /// Tells the daemon, where that has not heard it.
    private mutating func speak(at now: Int64) throws(ToolError) {
        var (isNew, isLost) = (false, false)
        var answers: [String] = []
        var refusal: Refusal?
        var loss: ClientError?
        do throws(ClientError) {
            try daemon.advance(to: now) { event in
                switch event {
                case .message(.hello): isNew = true
                // No other refusal is of what is sent here: the user may not sit in front for now.
                case .message(.refused(let answer)) where answer.code == "unknown-word": refusal = answer
                case .message(.accepted(_, _, let text)): answers.append(text)
                case .message: break
                case .lost(let error, _): (isLost, loss) = (true, error)
                }
            }
        } catch { throw .client(error) }
        if let refusal { throw .client(.refused(refusal)) }
        if isForAll, !hasSaidLeftAlone,
            let words = answers.compactMap({ RotateCommand.words(ofLeftAlone: $0) }).first
        {
            hasSaidLeftAlone = true
            Diagnostics.note(words)
        }
        if isLost { isGreeted = false }
        if let loss { Self.note(loss.description + "; waiting for it", after: &lastLoss) }
        if isNew {
            // It listens to nobody's frames, and needs no sensor for them.
            daemon.send(.pause)
            (isGreeted, told) = (true, nil)
        }
        guard isGreeted, let rotation, rotation != told else { return }
        daemon.send(.rotate(rotation, all: isForAll))
        told = rotation
        lastLoss = ""
        Self.note("\(source.rawValue): turned by \(rotation.rawValue) degrees", after: &lastNote)
    }

    /// Says something once, however often it comes up in a row.
    private static func note(_ text: String, hint: String? = nil, after last: inout String) {
        guard text != last else { return }
        last = text
        Diagnostics.note(text, hint: hint)
    }
}
