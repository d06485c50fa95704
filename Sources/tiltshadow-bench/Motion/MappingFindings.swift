import Foundation
import TiltCore

/// M1 and M11: what follows from the mappings alone.
enum MappingFindings {
    static func all() -> [Finding] {
        [
            Finding(
                "M1", "tilt, steepest slope", SlopeBenchmark.steepest(.tilt), atMost: 0.2475, "pt/deg",
                note: "100,000 points, 24 directions, steps .01 to 5°"),
            Finding(
                "M1", "projection, steepest slope", SlopeBenchmark.steepest(.projection), atMost: 0.1750,
                "pt/deg"
            ),
            Finding(
                "M11", "tilt, gain off 10 pt/rad on one axis to 10°", gainError(.tilt), atMost: 1e-6, "%",
                note: "exact but for rounding"),
            Finding("M11", "projection, gain off 10 pt/rad to 10°", gainError(.projection), atMost: 0.6, "%"),
        ]
    }

    /// The largest deviation of the gain from 10 points per radian for a tilt about either screen axis, in percent.
    private static func gainError(_ mapping: ShadowMapping) -> Double {
        var worst = 0.0
        for step in 1...100 {
            let angle = Double(step) * 0.1 * Double.pi / 180
            for sign in [-1.0, 1] {
                let (side, up) = (sign * sin(angle), cos(angle))
                for tilted in [Up<ScreenAxes>(x: side, y: 0, z: up), Up<ScreenAxes>(x: 0, y: side, z: up)] {
                    worst = max(worst, (mapping(tilted, gain: 10).length / angle / 10 - 1).magnitude)
                }
            }
        }
        return 100 * worst
    }
}
