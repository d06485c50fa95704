import CLinux
import LinuxSystem
import TiltClient

/// What a run of the tool has of the world around it: three streams and the environment.
///
/// The process's own unless somebody gives it others for as long as a call lasts, as tests do: a run is then a call in
/// their own process, and any number of them go on side by side.
struct Console: Sendable {
    #if hasFeature(Embedded)
        /// The process's own.
        static var current: Console { Console() }
    #else
        /// The one of this run.
        @TaskLocal static var current = Console()
    #endif

    /// Standard input, a descriptor.
    var input: CInt = STDIN_FILENO
    /// Standard output, a descriptor.
    var output: CInt = STDOUT_FILENO
    /// Standard error, a descriptor.
    var errors: CInt = STDERR_FILENO
    /// The environment variables.
    var environment = Environment.process

    /// True where a person may be asked: standard input is a terminal.
    var hasKeyboard: Bool { isatty(input) == 1 }

    /// The daemon's socket: the one that was named, else the one this environment's clients use.
    func socket(_ path: String?) -> String { finder(of: path)() }

    /// The same for who connects more than once: a user's own daemon may start later.
    func finder(of path: String?) -> @Sendable () -> String {
        {
            path
                ?? TiltShadow.defaultPath(environment: { environment[$0] }, exists: { access($0, F_OK) == 0 })
        }
    }
}
