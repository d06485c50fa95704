/// Everything that is drawn of a log, in bounded memory: lines, spans and counts; times are seconds since its start.
struct LogTraces: Equatable {
    /// In m/s² and device axes, without what was rejected.
    var acceleration = AxisTraces()
    /// The frames that subscribers would get.
    var ours = FrameTraces()
    /// The same with the euler mapping.
    var euler = FrameTraces()

    /// Where readings are missing.
    var gaps = Spans()
    /// Readings at the end of the sensor's range.
    var clipped = Spans()
    /// Readings that were left out because they are none.
    var rejected = Spans()

    /// Readings taken.
    var readings = 0
    /// The time of the last reading, in seconds.
    var duration = 0.0
}
