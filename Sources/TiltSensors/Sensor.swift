package import TiltCore

/// An opened device that yields readings when it is drained.
///
/// Nothing here reads a clock or blocks: the daemon drains once a tick. A sensor closes its device in `deinit`.
package protocol Sensor: AnyObject {
    /// What it is and how its counts are to be read.
    var description: SensorDescription { get }

    /// A descriptor to watch besides the tick, where the kernel's ring could overflow within one; `nil` otherwise.
    var urgentDescriptor: CInt? { get }

    /// Hands every reading the kernel holds to `body`, oldest first; returns when there is no more.
    ///
    /// - Throws: ``SensorError/gone(path:)`` after an unplug, ``SensorError/system(_:)`` for other failures.
    func drain(_ body: (Reading) -> Void) throws(SensorError)

    /// Leaves the device alone until an instant, in nanoseconds of CLOCK_MONOTONIC, where it can be read in another way,
    /// too, and that is being tried.
    func pause(until instant: Int64)

    /// Asks a silent device whether it is still there and unchanged; called about once a second during silence.
    ///
    /// - Throws: ``SensorError/gone(path:)``, or ``SensorError/silent(path:reason:)`` where it moves without telling us.
    func probe() throws(SensorError)
}

extension Sensor {
    package func pause(until instant: Int64) {}
}
