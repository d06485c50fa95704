public import TiltCore

/// The frames of a daemon, newest first and only: what a loop over ``TiltShadow/frames(_:patience:)`` iterates.
public struct FrameSequence: AsyncSequence, Sendable {
    /// One message's content.
    public typealias Element = Frame
    /// Why the loop ended.
    public typealias Failure = ClientError

    let path: String
    let options: SubscriptionChange
    let patience: Patience

    /// Connects, and starts handing out frames.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            frames: FrameFeed.start(path: path, options: options, patience: patience).makeAsyncIterator())
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
