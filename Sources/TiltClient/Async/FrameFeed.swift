internal import CLinux
import Dispatch
internal import LinuxSystem
import TiltCore

/// Carries frames from a socket to an `AsyncStream` that keeps only the newest.
///
/// It waits in `poll` on a queue of its own: a thread that sleeps costs less than a wake-up of the concurrency runtime
/// for every frame that nobody takes, and blocks none of its threads.
enum FrameFeed {
    /// Starts the feed; it ends with the stream.
    static func start(
        _ daemon: TiltShadow, options: SubscriptionChange, patience: Patience, _ turning: Turning
    ) -> AsyncStream<Result<Frame, ClientError>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Result<Frame, ClientError>.self, bufferingPolicy: .bufferingNewest(1))
        guard let stop = StopSignal(), let turned = turning.listen() else {
            continuation.yield(.failure(.system(call: "eventfd", path: daemon.path, errno: clinux_errno())))
            continuation.finish()
            return stream
        }
        continuation.onTermination = { _ in
            turning.forget(turned)
            stop.raise()
        }
        DispatchQueue(label: "tiltshadow.frames").async {
            let connection = ReconnectingConnection(
                to: { daemon.path }, options: options, patience: patience)
            run(connection, until: stop, turning, turned, continuation)
        }
        return stream
    }

    private static func run(
        _ connection: ReconnectingConnection, until stop: StopSignal, _ turning: Turning,
        _ turned: StopSignal,
        _ continuation: AsyncStream<Result<Frame, ClientError>>.Continuation
    ) {
        var connection = connection
        while true {
            if turned.lower(), let change = turning.change { connection.change(change) }
            do throws(ClientError) {
                try connection.advance(to: MonotonicClock.now()) { event in
                    if case .message(.frame(let frame, _)) = event { continuation.yield(.success(frame)) }
                }
            } catch {
                continuation.yield(.failure(error))
                continuation.finish()
                return
            }
            let descriptors =
                [stop.descriptor, turned.descriptor] + (connection.descriptor.map { [$0] } ?? [])
            let wait = connection.deadline.map { $0 - MonotonicClock.now() }
            if DescriptorWait.readable(descriptors, nanoseconds: wait)[0] { return }
        }
    }
}
