/// What the log was told of a broker that is away: each cause once, so that an hour's absence is a few lines whatever the
/// network does meanwhile.
package struct LossLog<Loss: Equatable> {
    private var said: [Loss] = []
    /// True where the log last heard that the broker is away.
    private var isAway = true

    /// So many causes are said.
    private static var most: Int { 8 }

    package init() {}

    /// True where the log is to be told of a loss.
    package mutating func take(_ loss: Loss) -> Bool {
        guard said.count < Self.most, !said.contains(loss) else { return false }
        said.append(loss)
        isAway = true
        return true
    }

    /// True where the log is to be told that the broker is there.
    package mutating func takeReturn() -> Bool {
        defer { isAway = false }
        return isAway
    }

    /// A connection lasted: the next loss is another one.
    package mutating func startOver() { said = [] }
}
