import TiltCore

/// Vectors worked out independently of this package: attitude → up → tilt → offset, in degrees and in points at gain 10.
enum GoldenVectors {
    /// One pose: up, its tilt angles in degrees, and its offsets at gain 10.
    struct Pose: Sendable {
        let up: (Double, Double, Double)
        let pitch: Double
        let roll: Double
        let tilt: (Double, Double)
        let projection: (Double, Double)

        func direction<Axes>() -> Up<Axes> { Up(x: up.0, y: up.1, z: up.2) }
    }

    /// One pose on a turned screen; the offset is that of the tilt mapping at gain 10.
    struct Turned: Sendable {
        let degrees: Int
        let up: (Double, Double, Double)
        let remapped: (Double, Double, Double)
        let offset: (Double, Double)
    }

    /// One orientation as browsers give it, in degrees, and the tilt it must become.
    struct Orientation: Sendable {
        let beta: Double
        let gamma: Double
        let up: (Double, Double, Double)
        let pitch: Double
        let roll: Double
    }

    static let poses = [
        Pose(
            up: (0, 0, 1.0), pitch: 0, roll: 0,
            tilt: (0, 0), projection: (0, 0)),
        Pose(
            up: (0, 0.173648, 0.984808), pitch: 10.0, roll: 0,
            tilt: (0, 1.745329), projection: (0, 1.736482)),
        Pose(
            up: (0, -0.173648, 0.984808), pitch: -10.0, roll: 0,
            tilt: (0, -1.745329), projection: (0, -1.736482)),
        Pose(
            up: (-0.173648, 0, 0.984808), pitch: 0, roll: 10.0,
            tilt: (1.745329, 0), projection: (1.736482, 0)),
        Pose(
            up: (0.173648, 0, 0.984808), pitch: 0, roll: -10.0,
            tilt: (-1.745329, 0), projection: (-1.736482, 0)),
        Pose(
            up: (0, 0.5, 0.866025), pitch: 30.0, roll: 0,
            tilt: (0, 5.235988), projection: (0, 5.0)),
        Pose(
            up: (-0.5, 0, 0.866025), pitch: 0, roll: 30.0,
            tilt: (5.235988, 0), projection: (5.0, 0)),
        Pose(
            up: (-0.241845, 0.707107, 0.664463), pitch: 45.0, roll: 13.995445,
            tilt: (2.442666, 7.853982), projection: (2.418448, 7.071068)),
        Pose(
            up: (-0.015134, 0.984808, 0.172987), pitch: 80.0, roll: 0.867172,
            tilt: (0.15135, 13.962634), projection: (0.151344, 9.848078)),
        Pose(
            up: (0.015134, 0.984808, -0.172987), pitch: 80.0, roll: -0.867172,
            tilt: (-0.15135, 13.962634), projection: (-0.151344, 9.848078)),
        Pose(
            up: (0, 1.0, 0), pitch: 90.0, roll: 0,
            tilt: (0, 15.707963), projection: (0, 10.0)),
        Pose(
            up: (0, 0, -1.0), pitch: 0, roll: 0,
            tilt: (0, 0), projection: (0, 0)),
        Pose(
            up: (-0.17101, 0.173648, -0.969846), pitch: 10.0, roll: 9.846552,
            tilt: (1.718548, 1.745329), projection: (1.710101, 1.736482)),
        Pose(
            up: (-0.433013, -0.866025, -0.25), pitch: -60.0, roll: 25.658906,
            tilt: (4.478324, -10.471976), projection: (4.330127, -8.660254)),
    ]

    static let turned = [
        Turned(
            degrees: 0, up: (0, 0, 1.0),
            remapped: (0, 0, 1.0), offset: (0, 0)),
        Turned(
            degrees: 90, up: (0, 0, 1.0),
            remapped: (0, 0, 1.0), offset: (0, 0)),
        Turned(
            degrees: 180, up: (0, 0, 1.0),
            remapped: (0, 0, 1.0), offset: (0, 0)),
        Turned(
            degrees: 270, up: (0, 0, 1.0),
            remapped: (0, 0, 1.0), offset: (0, 0)),
        Turned(
            degrees: 0, up: (0.5, 0, 0.866025),
            remapped: (0.5, 0, 0.866025), offset: (-5.23599, 0)),
        Turned(
            degrees: 90, up: (0.5, 0, 0.866025),
            remapped: (0, 0.5, 0.866025), offset: (0, 5.23599)),
        Turned(
            degrees: 180, up: (0.5, 0, 0.866025),
            remapped: (-0.5, 0, 0.866025), offset: (5.23599, 0)),
        Turned(
            degrees: 270, up: (0.5, 0, 0.866025),
            remapped: (0, -0.5, 0.866025), offset: (0, -5.23599)),
        Turned(
            degrees: 0, up: (-0.5, 0, 0.866025),
            remapped: (-0.5, 0, 0.866025), offset: (5.23599, 0)),
        Turned(
            degrees: 90, up: (-0.5, 0, 0.866025),
            remapped: (0, -0.5, 0.866025), offset: (0, -5.23599)),
        Turned(
            degrees: 180, up: (-0.5, 0, 0.866025),
            remapped: (0.5, 0, 0.866025), offset: (-5.23599, 0)),
        Turned(
            degrees: 270, up: (-0.5, 0, 0.866025),
            remapped: (0, 0.5, 0.866025), offset: (0, 5.23599)),
        Turned(
            degrees: 0, up: (0, 0.5, 0.866025),
            remapped: (0, 0.5, 0.866025), offset: (0, 5.23599)),
        Turned(
            degrees: 90, up: (0, 0.5, 0.866025),
            remapped: (-0.5, 0, 0.866025), offset: (5.23599, 0)),
        Turned(
            degrees: 180, up: (0, 0.5, 0.866025),
            remapped: (0, -0.5, 0.866025), offset: (0, -5.23599)),
        Turned(
            degrees: 270, up: (0, 0.5, 0.866025),
            remapped: (0.5, 0, 0.866025), offset: (-5.23599, 0)),
    ]

    static let orientations = [
        Orientation(
            beta: 88.0, gamma: 87.1,
            up: (-0.034855, 0.999391, 0.001766), pitch: 87.999988, roll: 1.997449),
        Orientation(
            beta: 92.0, gamma: -87.1,
            up: (-0.034855, 0.999391, -0.001766), pitch: 87.999988, roll: 1.997449),
        Orientation(
            beta: 45.0, gamma: -20.0,
            up: (0.241845, 0.707107, 0.664463), pitch: 45.000007, roll: -13.995457),
        Orientation(
            beta: 0, gamma: 0,
            up: (0, 0, 1.0), pitch: 0, roll: 0),
        Orientation(
            beta: 10.0, gamma: 10.0,
            up: (-0.17101, 0.173648, 0.969846), pitch: 9.999993, roll: 9.846551),
    ]
}
