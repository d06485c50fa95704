/// The filter that separates gravity from hand motion.
public enum EstimatorKind: String, CaseIterable, Sendable {
    /// A 1€ filter on the vector: quiet at rest, quick in motion.
    case oneEuro = "one-euro"
    /// A first-order low-pass on the vector.
    case lowPass = "low-pass"
    /// No filter: the specific force as it comes.
    case raw
}
