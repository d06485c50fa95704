/// The filter that separates gravity from hand motion.
public enum EstimatorKind: String, CaseIterable, Sendable {
    /// Both sensors fused where there is a gyroscope, the 1€ filter otherwise.
    case auto
    /// The accelerometer alone: a 1€ filter on the vector, quiet at rest, quick in motion.
    case oneEuro = "one-euro"
    /// The accelerometer alone: a first-order low-pass on the vector.
    case lowPass = "low-pass"
    /// No filter: the specific force as it comes.
    case raw
}
