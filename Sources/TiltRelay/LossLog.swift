/// What the log was told of a broker: that it is away with each cause once, and that it is back.
///
/// What was said last is true, or will be in ten seconds; and an hour's absence, or an hour of coming and going, is a few
/// lines whatever the network does meanwhile.
package struct LossLog<Loss: Equatable> {
    private var said: [Loss] = []
    /// True where the log last heard that the broker is away.
    private var isAway = true
    /// When the log was last told of anything, in nanoseconds.
    private var saidAt: Int64?

    /// So many causes are said.
    private static var most: Int { 8 }
    /// How long a connection must last to be more than an attempt, in nanoseconds: 10 s.
    ///
    /// Two publishers of one topic end each other's until one knows of the other, and a broker may take a login and hang up.
    package static var steadyTime: Int64 { 10_000_000_000 }
    /// How long after anything a return is told at once, in nanoseconds: 10 min.
    private static var calmTime: Int64 { 600_000_000_000 }

    package init() {}

    /// True where the log is to be told of a loss; `now` is in nanoseconds.
    package mutating func take(_ loss: Loss, at now: Int64) -> Bool {
        guard said.count < Self.most, !said.contains(loss) else { return false }
        said.append(loss)
        (isAway, saidAt) = (true, now)
        return true
    }

    /// True where the log is to be told that the broker is there, with a connection that began at `begun`, in nanoseconds.
    ///
    /// One that comes and goes is told of where it stays.
    package mutating func takeReturn(since begun: Int64, at now: Int64) -> Bool {
        guard isAway else { return false }
        let isCalm = saidAt.map { now - $0 >= Self.calmTime } ?? true
        guard isCalm || now - begun >= Self.steadyTime else { return false }
        (isAway, said, saidAt) = (false, [], now)
        return true
    }
}
