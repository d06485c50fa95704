/// What a run has done.
package struct Tally: Sendable {
    package var happenings = 0
    package var steps = 0
    package var events = 0
    package var effects = 0
    package var frames = 0
    package var readings = 0
    package var lives = 0
    /// Virtual time, in nanoseconds.
    package var time: Int64 = 0

    package init() {}

    package static func += (a: inout Tally, b: Tally) {
        a.happenings += b.happenings
        a.steps += b.steps
        a.events += b.events
        a.effects += b.effects
        a.frames += b.frames
        a.readings += b.readings
        a.lives += b.lives
        a.time += b.time
    }
}
