import TiltCore

/// The steepest slope of a mapping over the sphere: every point of a lattice, 24 directions, steps from 0.01° to 5°.
struct SlopeSurvey {
    private static let directions = (0..<24).map { index -> (cos: Double, sin: Double) in
        let angle = Double(index) * Double.pi / 12
        return (cosine(angle), sine(angle))
    }
    private static let steps = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5].map { degrees in
        let angle = degrees * Double.pi / 180
        return (degrees: degrees, cos: cosine(angle), sin: sine(angle))
    }

    /// The steepest slope in points per degree at gain 10.
    ///
    /// Each direction of a point gets one of the steps, in turn.
    static func steepest(_ mapping: ShadowMapping, points: Int) -> Double {
        var steepest = 0.0
        var turn = 0
        for p in SphereLattice(count: points) {
            let here = mapping(Up(x: p.x, y: p.y, z: p.z), gain: 10)
            let radius = (p.x * p.x + p.y * p.y).squareRoot()
            let east = (x: -p.y / radius, y: p.x / radius)
            let north = (x: -p.z * east.y, y: p.z * east.x, z: radius)
            for direction in directions {
                let step = steps[turn % steps.count]
                turn += 1
                let (e, n) = (step.sin * direction.cos, step.sin * direction.sin)
                let moved = Up<ScreenAxes>(
                    x: step.cos * p.x + e * east.x + n * north.x,
                    y: step.cos * p.y + e * east.y + n * north.y, z: step.cos * p.z + n * north.z)
                let there = mapping(moved, gain: 10)
                let (dx, dy) = (there.x - here.x, there.y - here.y)
                let slope = (dx * dx + dy * dy).squareRoot() / step.degrees
                if slope > steepest { steepest = slope }
            }
        }
        return steepest
    }
}
