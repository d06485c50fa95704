package import TiltCore

/// What the project's decoders gave of a log.
package struct Decoded {
    package var sensor: SensorDescription?
    /// What `tiltshadow sensors` says about the sensor, one sentence part each.
    package var notes: [String] = []
    package var readings: [Reading] = []
    /// Times that the recording itself says something was lost.
    package var lost = 0
    /// What is wrong with rows that were left out.
    package var skipped: [String] = []
    /// Why there is nothing, or nothing more.
    package var refusal: String?

    package init() {}
}
