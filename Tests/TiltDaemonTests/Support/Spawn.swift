import CLinux
import LinuxSystem

/// Starts programs.
enum Spawn {
    /// Calls `posix_spawn`.
    ///
    /// - Parameters:
    ///   - words: the program's path and its arguments.
    ///   - environment: all its variables.
    ///   - output: the file of its standard output and standard error.
    ///   - inherited: descriptors it gets, by their numbers there.
    /// - Returns: the process.
    /// - Throws: ``SystemError``.
    static func start(
        _ words: [String], environment: [String: String], output: String, inherited: [CInt: CInt] = [:]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Whatever the tests themselves were started with is none of the program's business, and would count as its own.
        if inherited.isEmpty { posix_spawn_file_actions_addclosefrom_np(&actions, 3) }
        for (number, descriptor) in inherited {
            posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A test thread may block signals, and the child would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var process: pid_t = 0
        let status = withCStrings(words) { arguments in
            withCStrings(environment.map { "\($0)=\($1)" }) { variables in
                posix_spawn(&process, words[0], &actions, &attributes, arguments, variables)
            }
        }
        guard status == 0 else { throw SystemError("posix_spawn", words[0], errno: status) }
        return process
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
