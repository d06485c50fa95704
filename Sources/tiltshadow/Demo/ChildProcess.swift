import CLinux
import LinuxSystem

/// A program that runs beside us and does not outlive us: the end of this value ends it.
struct ChildProcess: ~Copyable {
    /// How long it may take to end by itself before it is killed, in milliseconds.
    private static let timeout = 2000

    /// The number to watch, readable once it has ended; -1, which `poll` passes over, before Linux 5.3.
    let descriptor: CInt
    let identifier: pid_t
    private var hasEnded = false

    /// Calls `pidfd_open`.
    private init(identifier: pid_t) {
        self.identifier = identifier
        descriptor = clinux_pidfd_open(identifier)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        guard !hasEnded else { return }
        kill(identifier, SIGTERM)
        for _ in 0..<(Self.timeout / 10) {
            if waitpid(identifier, nil, WNOHANG) != 0 { return }
            usleep(10_000)
        }
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }

    /// Calls `posix_spawn`: standard input and output are `/dev/null`, standard error goes to the file `errors`.
    ///
    /// It gets a process group of its own, so that Ctrl-C reaches us first, and no signal of ours blocked or ignored.
    static func start(
        _ program: String, _ arguments: [String], errors: String
    ) throws(SystemError) -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, broken) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        sigaddset(&broken, SIGXFSZ)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &broken)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var identifier = pid_t()
        let status = posix_spawn(&identifier, program, &actions, &attributes, words, clinux_environ())
        guard status == 0 else { throw SystemError("posix_spawn", program, errno: status) }
        return ChildProcess(identifier: identifier)
    }

    /// Waits until it ends (`waitpid`); its exit status, or -1 where a signal ended it.
    mutating func wait() -> CInt {
        var status: CInt = 0
        guard !hasEnded else { return -1 }
        while waitpid(identifier, &status, 0) < 0, clinux_errno() == EINTR {}
        hasEnded = true
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
    }

    /// Looks whether it still runs (`waitpid` with `WNOHANG`).
    mutating func isRunning() -> Bool {
        if !hasEnded { hasEnded = waitpid(identifier, nil, WNOHANG) != 0 }
        return !hasEnded
    }
}
