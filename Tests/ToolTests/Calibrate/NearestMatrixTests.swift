import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Nearest orthogonal matrix` {
    @Test func `of a rotation is itself, of a stretched one the rotation`() throws {
        for rotation in PosedSensor.rotations + [PosedSensor.oblique] {
            let factor = try #require((3 * rotation).nearestOrthogonal)
            #expect(zip(factor.rows, rotation.rows).allSatisfy { ($0 - $1).length < 1e-12 })
        }
        // S·R with S symmetric and positive has the polar factor R, by definition.
        let stretch = Matrix3(
            MatrixRow(x: 2, y: 0.3, z: 0.1), MatrixRow(x: 0.3, y: 1, z: -0.2),
            MatrixRow(x: 0.1, y: -0.2, z: 1.5))
        for sign in [1.0, -1] {
            let factor = try #require((sign * (stretch * PosedSensor.oblique)).nearestOrthogonal)
            #expect(zip(factor.rows, PosedSensor.oblique.rows).allSatisfy { ($0 - sign * $1).length < 1e-12 })
        }
    }

    @Test func `of a matrix without an inverse is none`() {
        let row = MatrixRow(x: 1, y: 2, z: 3)
        #expect(Matrix3(row, 2 * row, MatrixRow(x: 0, y: 0, z: 1)).nearestOrthogonal == nil)
        #expect(Matrix3(.zero, .zero, .zero).nearestOrthogonal == nil)
    }

    @Test func `along the axes is found from up to 40° away`() {
        for rotation in PosedSensor.rotations {
            let near = PosedSensor.oblique * rotation
            #expect(near.nearestSignedPermutation == rotation)
            #expect((-1 * near).nearestSignedPermutation == -1 * rotation)
        }
    }
}
