import TiltCore
import TiltScore

/// M2, M3, M10 and the lag of M8: exact motions, whose truth has no error of its own.
struct SyntheticFindings {
    let trials: [Trial]

    private func trial(_ name: String) -> Trial? { trials.first { $0.name == name } }

    /// The largest step of a published frame, in points.
    private func step(_ tracker: Tracker, _ mapping: ShadowMapping, _ name: String) -> Double? {
        var tracker = tracker
        tracker.mapping = mapping
        return trial(name).flatMap { tracker.publishedScore($0).stepMax }
    }

    var steps: [Finding] {
        let (fast, slow) = ("synth_full_sphere_360dps", "synth_full_sphere_90dps")
        let rock = "synth_vertical_rock"
        return [
            Finding(
                "M2", "full sphere 360°/s, projection, gyro: step", step(.fused, .projection, fast),
                atMost: 1.27,
                "pt"),
            Finding(
                "M2", "full sphere 90°/s, projection, gyro: step", step(.fused, .projection, slow),
                atMost: 0.320,
                "pt"),
            Finding(
                "M3", "vertical rock, projection, gyro: step", step(.fused, .projection, rock), atMost: 0.24,
                "pt"),
            Finding(
                "M3", "vertical rock, projection, no gyro: step", step(.alone, .projection, rock),
                atMost: 0.32,
                "pt"),
            Finding(
                "M3", "vertical rock, tilt, gyro: step", step(.fused, .tilt, rock), atMost: 1, "pt",
                note: "no frame over 1 pt"),
            Finding(
                "M3", "vertical rock, tilt, no gyro: step", step(.alone, .tilt, rock), atMost: 1, "pt",
                note: "no frame over 1 pt"),
        ]
    }

    /// The lag at 1 Hz ± 15° at the sensor's rate, in milliseconds.
    func lag(_ tracker: Tracker) -> Double? {
        trial("synth_sine_1hz_15deg").flatMap { tracker.nativeScore($0, searchesLag: true).lag }
    }

    var flick: [Finding] {
        let lever = trial("synth_flick_30deg_150ms_lever10cm")
        return [
            Finding(
                "M10", "flick, 10 cm lever, gyro: worst error",
                lever.flatMap { Tracker.fused.nativeScore($0).inclinationMax }, atMost: 0.5, "°"),
            Finding(
                "M10", "flick, 10 cm lever, no gyro: step",
                lever.flatMap { Tracker.alone.publishedScore($0).stepMax }, atMost: 2.5, "pt"),
        ]
    }
}
