import Testing
import TiltCore

@Suite struct `3×3 matrix` {
    @Test func `has the determinant 1 as a rotation, and its transpose undoes it`() {
        var random = SplitMix64(seed: 14)
        for _ in 0..<200 {
            let rotation = random.rotation()
            let force = random.force()
            let row = MatrixRow(x: force.x, y: force.y, z: force.z)
            #expect(abs(rotation.determinant - 1) < 1e-12)
            #expect(abs(rotation(row).length - 1) < 1e-12)
            #expect((rotation.transposed(rotation(row)) - row).length < 1e-12)
        }
    }

    @Test func `as a product applies the second factor first`() {
        var random = SplitMix64(seed: 15)
        let (a, b) = (random.rotation(), random.rotation())
        let row = MatrixRow(x: 1, y: -2, z: 3)
        #expect(((a * b)(row) - a(b(row))).length < 1e-12)
        #expect(a * .identity == a && Matrix3.identity * a == a)
    }
}
