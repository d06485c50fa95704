import TiltCore

/// What a mounting does to a sensor's axes, whatever its convention: the map of ``Mounting`` for forces as a matrix.
struct MountedAxes: Equatable {
    /// Sensor axes → device axes for specific force: up = A·raw.
    let force: Matrix3
    /// Where the sensor's x, y and z axes point in the device.
    ///
    /// A sensor with the raw sign +1 reads +1 g along what points up. Taken from forces and not from rates, whose map is
    /// a rotation even where the matrix is a reflection.
    let directions: [MatrixRow]

    init(_ mounting: Mounting) {
        func force(_ x: Double, _ y: Double, _ z: Double) -> MatrixRow {
            let v = mounting(Acceleration<SensorAxes>(x: x, y: y, z: z))
            return MatrixRow(x: v.x, y: v.y, z: v.z)
        }
        let columns = Matrix3(force(1, 0, 0), force(0, 1, 0), force(0, 0, 1))
        self.force = columns.transposed
        directions = (mounting.rawSign * columns).rows
    }

    /// What the sensor reads at rest where `up` in the device points away from the ground, in m/s².
    func reading(where up: MatrixRow) -> MatrixRow? { force.inverse.map { standardGravity * $0(up) } }
}
