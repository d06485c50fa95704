import Foundation
import TiltCore

/// The shadow's part of CardMotionTests/golden.json, worked out apart from this package: attitude → up → tilt → offset.
///
/// In degrees and in points at gain 10. The preview's page must give the same numbers.
struct GoldenVectors: Decodable {
    /// One pose: up, its tilt angles in degrees, and its offsets at gain 10.
    struct Pose: Decodable, Sendable {
        let attitudePitchDeg: Double
        let attitudeRollDeg: Double
        let up: [Double]
        let pitchDeg: Double
        let rollDeg: Double
        let tiltOffsetGain10: [Double]
        let projectionOffsetGain10: [Double]

        func direction<Axes>() -> Up<Axes> { GoldenVectors.direction(up) }
    }

    /// One pose on a turned screen; the offset is that of the tilt mapping at gain 10.
    struct Turned: Decodable, Sendable {
        let angle: Int
        let up: [Double]
        let remappedUp: [Double]
        let tiltOffsetGain10: [Double]
    }

    /// One orientation as browsers give it, in degrees, and the tilt it must become.
    struct Orientation: Decodable, Sendable {
        let beta: Double
        let gamma: Double
        let up: [Double]
        let pitchDeg: Double
        let rollDeg: Double
    }

    private struct File: Decodable {
        struct Shadow: Decodable { let rows: [Pose] }
        let shadow: Shadow
        let displayRotation: [Turned]
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let deviceorientation_to_up: [Orientation]
    }

    let poses: [Pose]
    let turned: [Turned]
    let orientations: [Orientation]

    init(from decoder: any Decoder) throws {
        let file = try File(from: decoder)
        (poses, turned, orientations) = (
            file.shadow.rows, file.displayRotation, file.deviceorientation_to_up
        )
    }

    static func read() throws -> GoldenVectors {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appendingPathComponent("CardMotionTests/golden.json")
        return try JSONDecoder().decode(GoldenVectors.self, from: Data(contentsOf: file))
    }

    /// The direction of three numbers.
    static func direction<Axes>(_ numbers: [Double]) -> Up<Axes> {
        Up(x: numbers[0], y: numbers[1], z: numbers[2])
    }
}
