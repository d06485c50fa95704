/// A deadline of a ``Ticker`` that has come.
package struct Tick: Equatable {
    /// When it was due, in nanoseconds of ``MonotonicClock``: exactly on the ticker's grid.
    package let deadline: Int64
    /// How many earlier deadlines passed unread since the tick before this one; 0 unless the loop stalled.
    package let missed: Int
}
