import CLinux
import LinuxSystem
import TiltClient

/// What another program printed, and its exit status.
struct CommandOutput {
    /// Standard output and standard error, at most ``limit`` bytes.
    let text: String
    /// Its exit status; 127 where there is no such program, 124 where it took too long.
    let status: Int32

    /// Bytes kept of what it prints.
    private static let limit = 1 << 18
    /// How long it may take, in nanoseconds.
    private static let timeout: Int64 = 10_000_000_000

    /// Calls `posix_spawnp` through env(1), with messages in English and no pager, and waits for the end.
    static func of(_ words: [String]) throws(SystemError) -> CommandOutput {
        var ends: (CInt, CInt) = (-1, -1)
        let status = withUnsafeMutableBytes(of: &ends) {
            pipe($0.assumingMemoryBound(to: CInt.self).baseAddress)
        }
        guard status == 0 else { throw SystemError("pipe") }
        for end in [ends.0, ends.1] { _ = clinux_fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reader = OwnedDescriptor(adopting: ends.0)
        let process: pid_t
        do {
            let writer = OwnedDescriptor(adopting: ends.1)
            process = try spawn(["env", "LC_ALL=C", "SYSTEMD_PAGER=cat"] + words, output: writer.raw)
        }
        let (bytes, isComplete) = drain(reader.raw)
        if !isComplete { kill(process, SIGKILL) }
        var code: CInt = 0
        while waitpid(process, &code, 0) < 0, clinux_errno() == EINTR {}
        // WIFEXITED and WEXITSTATUS are macros.
        let exit = code & 0x7f == 0 ? (code >> 8) & 0xff : 128 + code & 0x7f
        return CommandOutput(text: String(decoding: bytes, as: UTF8.self), status: isComplete ? exit : 124)
    }

    private static func spawn(_ words: [String], output: CInt) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for word in arguments { free(word) } }
        arguments.append(nil)
        var process = pid_t()
        let status = posix_spawnp(&process, words[0], &actions, nil, arguments, clinux_environ())
        guard status == 0 else { throw SystemError("posix_spawnp", words[0], errno: status) }
        return process
    }

    /// Reads to the end, or until the timeout.
    private static func drain(_ descriptor: CInt) -> (bytes: [UInt8], isComplete: Bool) {
        let end = MonotonicClock.now() + timeout
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let left = end - MonotonicClock.now()
            guard left > 0 else { return (bytes, false) }
            guard DescriptorWait.readable([descriptor], nanoseconds: left)[0] else { continue }
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, clinux_errno() == EINTR { continue }
            guard count > 0 else { return (bytes, true) }
            if bytes.count < limit { bytes += chunk[..<count] }
        }
    }
}
