import LinuxSystem
import TiltCore

/// Looks at the raw value of a device whose buffer is silent, from a thread: each may take as long as the hub likes.
final class RestLooks {
    private let channel: OwnedDescriptor

    /// Begins with a look at once or after a delay in nanoseconds, and goes on with one every ``RestWitness/period`` until
    /// nobody holds this.
    init(at device: IIODevice, after delay: Int64 = 0) throws(SystemError) {
        channel = try IIOPoller.start(
            try .open(.accelerometer, in: device.directory), period: RestWitness.period, after: delay)
    }

    /// What was seen, or the error that ended the thread; `nil` where there is nothing new.
    func next() -> IIOPoller.Message? { IIOPoller.receive(from: channel) }
}
