/// How a sensor sits in its device: its mount matrix, where that came from, and what its signs mean.
///
/// With `s` the raw sign (-1 where the driver reports gravity, as HID sensor hubs do: flat face up reads z = -1 g;
/// +1 everywhere else):
/// - a matrix K of the *kernel* convention is a rotation, by `Documentation/devicetree/bindings/iio/mount-matrix.txt`:
///   `up = s·K·raw`, `rate = K·raw`;
/// - a matrix M of the *HID* convention (udev's hwdb, and sysfs matrices that came from ACPI `ROTM`) yields HID signs,
///   and only its x and y rows were ever exercised, by screen rotation. So those are trusted:
///   `up = (-M₁·raw, -M₂·raw, s·(M₁×M₂)·raw)`, and the rotation for rates has the rows `-s·M₁, -s·M₂, M₁×M₂`, which is
///   proper whatever the determinant of M.
///
/// A chip and its device are rigid, so whatever is written, the truth is a rotation (or a mirror, where the signs are
/// wrong): of either convention the rows that are used stand for directions, and where those are not at right angles, for
/// the nearest that are. A row of another length would bend tilt, by half its error in radians at 45°; what a count is
/// worth is the scale's to say.
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

    /// Derived: device axes from sensor axes, for specific force; always orthogonal.
    private let accelerationRows: Matrix3
    /// Derived: device axes from sensor axes, for angular rate; always a rotation.
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
        let (first, second) = (Self.direction(of: m.x), Self.direction(of: m.y))
        let third = Self.direction(of: convention == .hid ? first.cross(second) : m.z)
        let rows = Matrix3(first, second, third)
        let n = rows.nearestOrthogonal ?? rows
        switch convention {
        case .kernel:
            accelerationRows = s * n
            rateRows = n.determinant < 0 ? -1 * n : n
        case .hid:
            accelerationRows = Matrix3(-1 * n.x, -1 * n.y, s * n.z)
            rateRows = Matrix3(-s * n.x, -s * n.y, n.z)
        }
    }

    /// A row of length 1; a row of zeroes as it is.
    private static func direction(of row: MatrixRow) -> MatrixRow {
        let length = row.length
        return length > 0 ? (1 / length) * row : row
    }

    /// The rows that are used: of the HID convention row 3 is not.
    private var used: [MatrixRow] {
        let m = matrix.matrix
        return convention == .hid ? [m.x, m.y] : [m.x, m.y, m.z]
    }

    /// How far the rows that are used are from right angles to each other: the largest cosine between two of them.
    public var skew: Double {
        let directions = used.map { Self.direction(of: $0) }
        var largest = 0.0
        for (index, row) in directions.enumerated() {
            for other in directions[..<index] { largest = max(largest, row.dot(other).magnitude) }
        }
        return largest
    }

    /// True where the rows that are used make no rotation, by more than rounding to two digits does.
    public var isSkewed: Bool { skew > 0.02 }

    /// The largest error of a right angle between rows that are used, such as `17°`.
    public var rightAngleError: String {
        (Double.asin(min(skew, 1)) * 180 / .pi).rounded().shortText + "°"
    }

    /// True where a row that is used is not of length 1, by more than rounding to two digits makes.
    public var isStretched: Bool { used.contains { ($0.length - 1).magnitude > 0.01 } }

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
