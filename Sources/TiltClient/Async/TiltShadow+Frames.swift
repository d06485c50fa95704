public import TiltCore

extension TiltShadow {
    /// The newest frames, as long as somebody asks for the next one.
    ///
    /// A consumer that is slower than the daemon skips frames and never gets an old one; a gap in
    /// ``TiltCore/Frame/sequence`` shows how many. The loop survives a restart of the daemon: while it is away nothing
    /// comes, and frames go on by themselves when it is back. Cancelling the task ends the loop and the connection.
    ///
    /// - Parameters:
    ///   - options: what differs from the daemon's defaults; by default nothing.
    ///   - patience: what to do while no daemon answers; by default the first attempt must succeed.
    /// - Returns: a sequence; each loop over it makes a connection of its own.
    public func frames(
        _ options: SubscriptionChange = SubscriptionChange(), patience: Patience = .failAtFirst
    ) -> FrameSequence {
        FrameSequence(of: self, options: options, patience: patience)
    }
}
