import TiltClient
import TiltCore

/// A way of showing what a daemon publishes.
protocol WatchView: AnyObject {
    /// A message came; `statistics` has counted it already.
    func show(_ event: ClientEvent, _ statistics: WatchStatistics, now: Int64) throws(ToolError)

    /// There is no connection; the next attempt is `retryAfter` nanoseconds away.
    func lost(_ error: ClientError, retryAfter: Int64, now: Int64) throws(ToolError)

    /// Some time has passed; called at least once each ``refreshInterval``.
    func refresh(_ statistics: WatchStatistics, now: Int64) throws(ToolError)

    /// Has a wait for room in what is written to end once `stop` is readable, or at `end` (``OutputFile/leave(on:at:)``).
    func leave(on stop: CInt, at end: Int64?)

    /// The longest time without a ``refresh(_:now:)``, in nanoseconds; `nil` where it needs none.
    var refreshInterval: Int64? { get }
}
