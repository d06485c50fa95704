/// A day of the week, numbered as ISO 8601 does.
public enum Weekday: Int, CaseIterable, Sendable {
    /// The first day of the week in ISO 8601, not in every country.
    case monday = 1
    /// The day after Monday.
    case tuesday, wednesday, thursday, friday, saturday, sunday
}
