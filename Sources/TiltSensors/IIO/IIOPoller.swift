import CLinux
import LinuxSystem
import TiltCore

/// The thread that polls the raw attributes of an IIO device.
///
/// It owns its descriptors and shares no memory with the loop: a reading is one message on a socket pair, which the
/// kernel keeps whole. Where nobody fetches them the newest are dropped; where the other end is closed the thread ends.
final class IIOPoller {
    /// One reading, or the error that ended the thread.
    struct Message {
        /// When reading the first axis began, in nanoseconds of `CLOCK_MONOTONIC`.
        var began: Int64 = 0
        /// When the third axis had been read, in nanoseconds of `CLOCK_MONOTONIC`.
        var time: Int64 = 0
        var counts = Reading.Counts.zero
        /// The error number, or 0.
        var errno: CInt = 0
    }

    /// Failures in a row after which the thread gives up: a bus that is disturbed once is no reason to.
    private static let mostFailures = 3

    private let axes: IIORawAxes
    private let channel: OwnedDescriptor
    /// Nanoseconds from one reading to the next.
    private let period: Int64
    /// Nanoseconds before the first.
    private let delay: Int64

    private init(
        axes: consuming IIORawAxes, channel: consuming OwnedDescriptor, period: Int64, delay: Int64
    ) {
        self.axes = axes
        self.channel = channel
        self.period = period
        self.delay = delay
    }

    /// Starts a thread that reads `axes` and returns the end of the socket pair to receive from.
    static func start(
        _ axes: consuming IIORawAxes, period: Int64, after delay: Int64 = 0
    ) throws(SystemError) -> OwnedDescriptor {
        let ends = try SocketPair(clinux_packets, flags: clinux_nonblocking)
        return try ends.near(giving: axes) { (axes, far) throws(SystemError) in
            // The thread outlives the sensor where a read hangs: it alone holds this object.
            let poller = IIOPoller(axes: axes, channel: far, period: period, delay: delay)
            try DetachedThread.start { poller.run() }
        }
    }

    /// The next message, or `nil` where there is none.
    ///
    /// Calls `recv`.
    static func receive(from channel: borrowing OwnedDescriptor) -> Message? {
        var message = Message()
        let size = MemoryLayout<Message>.size
        let count = withUnsafeMutableBytes(of: &message) {
            recv(channel.raw, $0.baseAddress, size, CInt(MSG_DONTWAIT))
        }
        return count == size ? message : nil
    }

    /// Makes the thread read nothing before `instant`, in nanoseconds of `CLOCK_MONOTONIC`.
    ///
    /// Calls `send`.
    static func pause(until instant: Int64, through channel: borrowing OwnedDescriptor) {
        var instant = instant
        _ = withUnsafeBytes(of: &instant) {
            CLinux.send(channel.raw, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
        }
    }

    /// Reads and sends until the other end is closed or reading has failed for good.
    private func run() {
        var deadline = MonotonicClock.now() + delay
        var failures = 0
        while sleep(until: deadline) {
            var message = Message()
            message.began = MonotonicClock.now()
            do throws(SystemError) {
                message.counts = try axes.read()
                failures = 0
            } catch {
                failures += 1
                let isFinal = [ENODEV, ENXIO, ENOENT].contains(error.errno) || failures >= Self.mostFailures
                message.errno = isFinal ? error.errno : 0
                guard isFinal else {
                    deadline += period
                    continue
                }
            }
            message.time = MonotonicClock.now()
            guard send(message), message.errno == 0 else { return }
            // After a read that took longer than the period, go on from now instead of catching up.
            deadline = max(deadline + period, message.time)
        }
    }

    /// Waits for `deadline`, or as long as the loop says; false as soon as the other end is closed.
    ///
    /// Calls `poll`, which sees that at once, and `recv`.
    private func sleep(until deadline: Int64) -> Bool {
        var deadline = deadline
        while true {
            let left = deadline - MonotonicClock.now()
            var request = pollfd(fd: channel.raw, events: Int16(POLLIN), revents: 0)
            let milliseconds = max(0, (left + 999_999) / 1_000_000)
            if poll(&request, 1, CInt(min(milliseconds, 60_000))) > 0 {
                var instant: Int64 = 0
                let size = MemoryLayout<Int64>.size
                guard recv(channel.raw, &instant, size, CInt(MSG_DONTWAIT)) == size else { return false }
                deadline = max(deadline, instant)
                continue
            }
            if MonotonicClock.now() >= deadline { return true }
        }
    }

    /// Sends a message; false where the other end is closed.
    ///
    /// Calls `send`. Out of memory it loses a reading, not the sensor.
    private func send(_ message: Message) -> Bool {
        var message = message
        let count = withUnsafeBytes(of: &message) {
            CLinux.send(
                channel.raw, $0.baseAddress, $0.count,
                CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
        }
        return count >= 0 || [EAGAIN, EINTR, ENOBUFS, ENOMEM].contains(clinux_errno())
    }
}
