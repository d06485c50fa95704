import CLinux
import LinuxSystem
import TiltClient
import TiltCore

/// The terminal as a picture: the other screen, no cursor, no echo; everything is put back at the end of its life.
struct TerminalScreen: ~Copyable {
    /// Held back until all is put back: whoever presses Ctrl-C twice ends us in the midst of that otherwise.
    private let signals: SignalWatch
    /// Readable while Ctrl-Z waits: it would hand the shell a screen without cursor and echo.
    private let stops: OwnedDescriptor
    private let output: OutputFile
    /// How the keyboard was set; `nil` where standard input is no terminal.
    private let keyboard: termios?
    /// True where all is put back, and the shell in front.
    private var isPutBack = false

    private init(signals: consuming SignalWatch, stops: consuming OwnedDescriptor) {
        self.signals = signals
        self.stops = stops
        output = OutputFile.standardOutput()
        let console = Console.current
        var settings = termios()
        keyboard = console.hasKeyboard && tcgetattr(console.input, &settings) == 0 ? settings : nil
        takeOver()
    }

    /// Takes over the terminal on standard output.
    static func open() throws(ToolError) -> TerminalScreen {
        let signals = try SignalWatch.openForCommand()
        var stop = stopSignal
        pthread_sigmask(SIG_BLOCK, &stop, nil)
        let stops: OwnedDescriptor
        let flags = CInt(SFD_CLOEXEC) | CInt(SFD_NONBLOCK)
        do throws(SystemError) { stops = try .checked(signalfd(-1, &stop, flags), "signalfd") } catch {
            throw .system(error)
        }
        let screen = TerminalScreen(signals: signals, stops: stops)
        try screen.output.flush()
        return screen
    }

    deinit {
        guard !isPutBack else { return }
        putBack()
        output.leave(on: -1, at: MonotonicClock.now() + Self.patience)
        // A terminal that has gone needs no restoring.
        try? output.flush()
    }

    private func takeOver() {
        if var settings = keyboard {
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(Console.current.input, TCSANOW, &settings)
        }
        // Only now: who is started in the background stops above until it is in front. Later it must not stop in the midst of
        // a picture, or before all is put back.
        clinux_ignore_signal(SIGTTOU)
        output.buffer.append("\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J")
    }

    private func putBack() {
        if var keyboard { tcsetattr(Console.current.input, TCSAFLUSH, &keyboard) }
        output.buffer.removeAll()
        output.buffer.append("\u{1b}[?25h\u{1b}[?1049l")
    }

    private static var stopSignal: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTSTP)
        return signals
    }

    /// Readable once Ctrl-Z was pressed: ``draw(_:)``, soon, then stops.
    var suspension: CInt { stops.raw }

    /// Puts all back and stops, where Ctrl-Z was pressed, and takes the terminal over again in front.
    private mutating func stopWhereAsked() throws(ToolError) {
        guard DescriptorWait.readable([stops.raw], nanoseconds: 0)[0] else { return }
        putBack()
        try output.flush()
        isPutBack = true
        var stop = Self.stopSignal
        // Let through, it stops us here, by the kernel's default.
        pthread_sigmask(SIG_UNBLOCK, &stop, nil)
        pthread_sigmask(SIG_BLOCK, &stop, nil)
        // `bg` continues us where the terminal is another's.
        while isBehind, !isToEnd { kill(getpid(), SIGSTOP) }
        guard !isBehind else { return }
        isPutBack = false
        takeOver()
    }

    /// True where another job is in front.
    private var isBehind: Bool {
        let front = tcgetpgrp(Console.current.output)
        return front > 0 && front != getpgrp()
    }

    /// True where a signal waits that ends us.
    private var isToEnd: Bool {
        var waiting = sigset_t()
        sigpending(&waiting)
        return Signal.allCases.contains { sigismember(&waiting, $0.rawValue) == 1 }
    }

    /// How long a terminal that takes nothing, as after Ctrl-S, keeps us from ending, in nanoseconds.
    private static let patience: Int64 = 1_000_000_000

    /// Has a wait for room end as ``OutputFile/leave(on:at:)`` does.
    func leave(on stop: CInt, at end: Int64? = nil) { output.leave(on: stop, at: end) }

    /// More than any screen has in letters that can be read: a terminal that claims more would be drawn on for seconds.
    private static let most = (columns: 1000, rows: 400)

    /// Columns and rows now (`TIOCGWINSZ`), at most ``most``; 80 by 24 where the terminal does not tell.
    var size: (columns: Int, rows: Int) { Self.size }

    /// The same, for who only prints.
    static var size: (columns: Int, rows: Int) { measure(Console.current.output) }

    private static func measure(_ descriptor: CInt) -> (columns: Int, rows: Int) {
        var size = winsize()
        guard clinux_ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (min(Self.most.columns, Int(size.ws_col)), min(Self.most.rows, Int(size.ws_row)))
    }

    /// The columns at which who only prints breaks lines; `nil` where that is no terminal.
    static var widthOfOutput: Int? { width(of: Console.current.output) }

    /// The same of another stream than standard output.
    static func width(of descriptor: CInt) -> Int? {
        isatty(descriptor) == 1 ? measure(descriptor).columns : nil
    }

    /// Shows `lines` from the top left; what was there before is gone, without a flicker.
    ///
    /// After Ctrl-Z it stops before, and shows them when the shell has us go on.
    mutating func draw(_ lines: [String]) throws(ToolError) {
        try stopWhereAsked()
        guard !isPutBack else { return }
        output.buffer.append("\u{1b}[H")
        for (index, line) in lines.enumerated() {
            if index > 0 { output.buffer.append("\r\n") }
            output.buffer.append(text: line)
            output.buffer.append("\u{1b}[K")
        }
        output.buffer.append("\u{1b}[J")
        try output.flush()
    }

    /// True where standard output is a terminal that can place its cursor.
    static var isAvailable: Bool {
        let console = Console.current
        guard isatty(console.output) == 1, let name = console.environment["TERM"] else { return false }
        return !name.isEmpty && name != "dumb"
    }

    /// The symbols of this terminal's locale: LC_ALL, then LC_CTYPE, then LANG.
    static var symbols: Gauge.Symbols {
        let environment = Console.current.environment
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
        let name = names.first { !$0.isEmpty }?.lowercased() ?? ""
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8") ? Gauge.Symbols() : .ascii
    }
}
