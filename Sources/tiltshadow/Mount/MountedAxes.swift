import TiltCore

/// What a mounting does to a sensor's axes, whatever its convention: the two maps of ``Mounting`` as matrices.
struct MountedAxes: Equatable {
    /// Sensor axes → device axes for specific force: up = A·raw, with rows of the matrix's own length.
    let force: Matrix3
    /// Sensor axes → device axes for directions; its columns say where each axis of the sensor points.
    let rotation: Matrix3

    init(_ mounting: Mounting) {
        func force(_ x: Double, _ y: Double, _ z: Double) -> MatrixRow {
            let v = mounting(Acceleration<SensorAxes>(x: x, y: y, z: z))
            return MatrixRow(x: v.x, y: v.y, z: v.z)
        }
        func turned(_ x: Double, _ y: Double, _ z: Double) -> MatrixRow {
            let v = mounting(AngularRate<SensorAxes>(x: x, y: y, z: z))
            return MatrixRow(x: v.x, y: v.y, z: v.z)
        }
        self.force = Matrix3(force(1, 0, 0), force(0, 1, 0), force(0, 0, 1)).transposed
        rotation = Matrix3(turned(1, 0, 0), turned(0, 1, 0), turned(0, 0, 1)).transposed
    }

    /// Where the sensor's x, y and z axes point in the device.
    var directions: [MatrixRow] { rotation.transposed.rows }

    /// What the sensor reads at rest where `up` in the device points away from the ground, in m/s².
    func reading(where up: MatrixRow) -> MatrixRow? { force.inverse.map { standardGravity * $0(up) } }
}
