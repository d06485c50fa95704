public import TiltCore

/// The daemon's `error` message: a request was refused, or the connection as a whole.
public struct Refusal: Equatable, Sendable {
    /// The request's own id; `nil` where it had none or the refusal answers no request.
    public var id: RequestID?
    /// The word for programs: `out-of-range`, `unknown-word`, `too-many`.
    public var code: String
    /// What happened, quoting the request.
    public var message: String
    /// What to try; empty where the daemon has no advice.
    public var hint: String
}
