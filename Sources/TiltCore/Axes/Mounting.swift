/// How a sensor sits in its device: its mount matrix, where that came from, and what its signs mean.
///
/// With `s` the raw sign (-1 where the driver reports gravity, as HID sensor hubs do: flat face up reads z = -1 g;
/// +1 everywhere else):
/// - a matrix K of the *kernel* convention is a rotation, by `Documentation/devicetree/bindings/iio/mount-matrix.txt`:
///   `up = s·K·raw`, `rate = K·raw`;
/// - a matrix M of the *HID* convention (udev's hwdb, and sysfs matrices that came from ACPI `ROTM`) yields HID signs,
///   and only its x and y rows were ever exercised, by screen rotation. So those are trusted:
///   `up = (-M₁·raw, -M₂·raw, s·(M₁×M₂)·raw)`, and the rotation for rates has the rows `-s·M₁, -s·M₂, M₁×M₂`, which is
///   proper whatever the determinant of M. M₁ and M₂ stand for directions here, and so does M₁×M₂: screen rotation
///   never asked how long a row is, and a product of two rows of half the length would have a quarter of it.
public struct Mounting: Equatable, Sendable {
    /// Where a mount matrix was found; `table` is the table of known devices.
    public enum Source: String, CaseIterable, Sendable {
        case config, udev, sysfs, table, identity
    }

    /// What the signs of a mount matrix mean.
    public enum Convention: String, CaseIterable, Sendable {
        /// A rotation that yields the reaction to gravity.
        case kernel
        /// Yields HID and Windows signs in its x and y rows.
        case hid
    }

    /// The matrix as it was found.
    public let matrix: MountMatrix
    /// Where it was found.
    public let source: Source
    /// What its signs mean.
    public let convention: Convention
    /// +1 where the driver reports the reaction to gravity, -1 where it reports gravity.
    public let rawSign: Double

    /// Derived: device axes from sensor axes, for specific force.
    private let accelerationRows: Matrix3
    /// Derived: device axes from sensor axes, for angular rate; always a rotation up to scale.
    private let rateRows: Matrix3

    /// A sensor mounted along the device's axes, with reaction signs.
    public static var identity: Mounting { Mounting(matrix: .identity, source: .identity) }

    /// Creates a mounting; `convention` defaults to what `source` implies: HID for udev, kernel otherwise.
    public init(matrix: MountMatrix, source: Source, convention: Convention? = nil, rawSign: Double = 1) {
        let convention = convention ?? (source == .udev ? .hid : .kernel)
        let s: Double = rawSign < 0 ? -1 : 1
        let m = matrix.matrix
        self.matrix = matrix
        self.source = source
        self.convention = convention
        self.rawSign = s
        switch convention {
        case .kernel:
            accelerationRows = Matrix3(s * m.x, s * m.y, s * m.z)
            let handedness: Double = m.determinant < 0 ? -1 : 1
            rateRows = Matrix3(handedness * m.x, handedness * m.y, handedness * m.z)
        case .hid:
            let (first, second) = (Self.direction(of: m.x), Self.direction(of: m.y))
            let third = Self.direction(of: first.cross(second))
            accelerationRows = Matrix3(-1 * first, -1 * second, s * third)
            rateRows = Matrix3(-s * first, -s * second, third)
        }
    }

    /// A row of length 1; a row of zeroes as it is.
    private static func direction(of row: MatrixRow) -> MatrixRow {
        let length = row.length
        return length > 0 ? (1 / length) * row : row
    }

    /// How far the rows that are used are from length 1 and from right angles to each other: the largest entry of
    /// M·Mᵀ - 1, 0 for a rotation; of the HID convention row 3 is not used.
    public var skew: Double {
        let m = matrix.matrix
        let used = [m.x, m.y, m.z].prefix(convention == .hid ? 2 : 3)
        var largest = 0.0
        for (i, row) in used.enumerated() {
            for (j, other) in used.enumerated() where j >= i {
                largest = max(largest, (row.dot(other) - (i == j ? 1 : 0)).magnitude)
            }
        }
        return largest
    }

    /// True where the rows that are used make no rotation, by more than rounding to two digits does.
    public var isSkewed: Bool { skew > 0.02 }

    /// True where the z row of a HID matrix tells face up from face down the other way round than its x and y rows, which
    /// are trusted, imply.
    ///
    /// Only iio-sensor-proxy reads that row, and calls face up what makes it positive (`tilt_calc` in orientation.c). As
    /// M₃ points along sign(det M)·(M₁×M₂) and up_z = s·(M₁×M₂)·raw, that is right where s·det M is.
    public var contradictsOwnZRow: Bool { convention == .hid && rawSign * matrix.matrix.determinant < 0 }

    /// The specific force in device axes.
    public func callAsFunction(_ raw: Acceleration<SensorAxes>) -> Acceleration<DeviceAxes> {
        let v = accelerationRows(MatrixRow(x: raw.x, y: raw.y, z: raw.z))
        return Acceleration(x: v.x, y: v.y, z: v.z)
    }

    /// The angular rate in device axes.
    public func callAsFunction(_ raw: AngularRate<SensorAxes>) -> AngularRate<DeviceAxes> {
        let v = rateRows(MatrixRow(x: raw.x, y: raw.y, z: raw.z))
        return AngularRate(x: v.x, y: v.y, z: v.z)
    }
}
