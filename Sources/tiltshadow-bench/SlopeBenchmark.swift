import Foundation
import TiltCore

/// The steepest slope of each mapping in full: 100,000 points of the sphere, 24 directions, nine steps from 0.01° to 5°.
enum SlopeBenchmark {
    private static let points = 100_000
    private static let steps = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5]

    static func run() {
        print("slopes: \(points) points, 24 directions, \(steps.count) steps, gain 10")
        for mapping in ShadowMapping.allCases {
            let clock = ContinuousClock()
            var steepest = 0.0
            let time = clock.measure { steepest = Self.steepest(mapping) }
            print("  \(mapping.rawValue): \(Contest.fixed(steepest, 4)) pt/deg in \(time)")
        }
    }

    /// In points per degree.
    static func steepest(_ mapping: ShadowMapping) -> Double {
        var steepest = 0.0
        for index in 0..<points {
            let z = 1 - (2 * Double(index) + 1) / Double(points)
            let radius = (1 - z * z).squareRoot()
            let longitude = Double(index) * Double.pi * (3 - 5.0.squareRoot())
            let (c, s) = (cos(longitude), sin(longitude))
            let here = Up<ScreenAxes>(x: radius * c, y: radius * s, z: z)
            let east = Up<ScreenAxes>(x: -s, y: c, z: 0)
            let north = Up<ScreenAxes>(x: -z * c, y: -z * s, z: radius)
            let offset = mapping(here, gain: 10)
            for direction in 0..<24 {
                let heading = Double(direction) * Double.pi / 12
                let ahead = cos(heading) * east + sin(heading) * north
                for step in steps {
                    let angle = step * Double.pi / 180
                    let there = cos(angle) * here + sin(angle) * ahead
                    steepest = max(steepest, (mapping(there, gain: 10) - offset).length / step)
                }
            }
        }
        return steepest
    }
}
