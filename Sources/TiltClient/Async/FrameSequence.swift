public import TiltCore

/// The frames of a daemon, newest first and only: what a loop over ``TiltShadow/frames(_:patience:)`` iterates.
public struct FrameSequence: AsyncSequence, Sendable {
    /// One message's content.
    public typealias Element = Frame
    /// Why the loop ended.
    public typealias Failure = ClientError

    let daemon: TiltShadow
    let options: SubscriptionChange
    let patience: Patience
    private let turning = Turning()

    init(of daemon: TiltShadow, options: SubscriptionChange, patience: Patience) {
        (self.daemon, self.options, self.patience) = (daemon, options, patience)
    }

    /// Tells how the picture is turned against the device, and whether it moves with it at all, which an external monitor's
    /// does not: of every loop over these frames, now and after each reconnection, from any thread.
    ///
    /// Call it when the screen's orientation changes.
    public func turn(to rotation: DisplayRotation, moves: Bool = true) {
        turning.turn(to: rotation, moves: moves)
    }

    /// Connects, and starts handing out frames.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            frames: FrameFeed.start(daemon, options: options, patience: patience, turning)
                .makeAsyncIterator())
    }

    /// One loop over the frames, with a connection of its own.
    public struct Iterator: AsyncIteratorProtocol {
        var frames: AsyncStream<Result<Frame, ClientError>>.Iterator

        /// The newest frame not yet handed out, or `nil` after the task was cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ClientError) -> Frame? {
            try await frames.next(isolation: actor)?.get()
        }
    }
}
