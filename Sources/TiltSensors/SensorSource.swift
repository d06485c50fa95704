package import LinuxSystem
package import TiltCore

/// Where the daemon gets sensors from: the devices of this machine, or a log.
package protocol SensorSource: AnyObject {
    /// A descriptor that becomes readable on hotplug; `nil` where nothing is ever plugged.
    var hotplugDescriptor: CInt? { get }

    /// Reads pending hotplug events.
    func drainHotplug() -> HotplugNews

    /// Every device found, best first, refused ones last.
    func candidates() -> [SensorCandidate]

    /// Begins to list them on a thread, where that may block; `nil` where ``candidates()`` never does, or no thread can be had.
    func beginSurvey() -> ThreadAnswer<[SensorCandidate]>?

    /// Whether another program holds the device of a candidate that only one may open; costs a few microseconds.
    func isHeld(_ candidate: SensorCandidate) -> Bool

    /// New settings, for what is listed and opened from now on.
    func use(_ options: SensorOptions)

    /// Opens one of the candidates, however long that takes.
    func open(_ candidate: SensorCandidate, now: Timestamp) throws(SensorError) -> any Sensor

    /// Begins to open one of the candidates, on a thread where that may block.
    func beginOpening(_ candidate: SensorCandidate, now: Timestamp) -> SensorOpening

    #if !hasFeature(Embedded)
        /// How the poses of a remote sensor come, where that is told anew; asked behind every ``drainHotplug()``.
        func takeLink() -> RemoteLink?

        /// The newest pose of a remote sensor that has come since it was last asked for, where ticks may follow those; asked
        /// there, too.
        func takeArrival() -> RemoteArrival?

        /// What is wrong with what the sensor is reached by, for a service manager, before anything else; `nil` while nothing is.
        var trouble: String? { get }
    #endif
}

extension SensorSource {
    package func beginSurvey() -> ThreadAnswer<[SensorCandidate]>? { nil }

    package func isHeld(_ candidate: SensorCandidate) -> Bool { false }

    #if !hasFeature(Embedded)
        package func takeLink() -> RemoteLink? { nil }

        package func takeArrival() -> RemoteArrival? { nil }

        package var trouble: String? { nil }
    #endif

    package func beginOpening(_ candidate: SensorCandidate, now: Timestamp) -> SensorOpening {
        do throws(SensorError) {
            return SensorOpening(.opened(try open(candidate, now: now)))
        } catch {
            return SensorOpening(.failed(error))
        }
    }
}

/// What pending hotplug events say.
package enum HotplugNews: Equatable, Sendable {
    /// No sensor came or went.
    case nothing
    /// The set of candidates may have changed.
    case changed
    /// Events were lost (`ENOBUFS`): whatever is known of the devices is out of date.
    case overrun
}
