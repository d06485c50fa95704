import CLinux

/// A signal that a daemon acts on.
package enum Signal: CInt, CaseIterable {
    /// `SIGTERM`: end, the service manager asks.
    case terminate = 15
    /// `SIGINT`: end, somebody pressed Ctrl-C.
    case interrupt = 2
    /// `SIGHUP`: read the settings again.
    case hangUp = 1
}
