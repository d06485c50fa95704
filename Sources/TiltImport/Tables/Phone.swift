/// The phone that a table comes from: what was told of it, and what had to be guessed.
struct Phone: Equatable {
    /// The phone's name.
    var name: String?
    /// +1 where the table has the reaction to gravity, -1 where it has gravity.
    var sign = 1.0
    /// The unit of the specific force, where the format leaves that open.
    var unit: AccelerationUnit?
    /// Each guess, its reason, and the option that overrules it; a sentence part each.
    var guesses: [String] = []
}
