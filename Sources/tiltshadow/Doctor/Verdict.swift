/// What came of a check.
enum Verdict: String, Equatable {
    /// As it should be.
    case ok
    /// It works, and something is worth knowing.
    case warning
    /// A link of the chain is broken.
    case problem
    /// Not looked at, and why.
    case skipped
}
