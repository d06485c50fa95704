import TiltDaemon

/// Keeps the core, of which there is one, for a world: of a value of this size that cannot be copied itself the compiler makes
/// minutes of work.
final class KeptCore {
    var core: DaemonCore

    init(_ core: consuming DaemonCore) { self.core = core }
}
