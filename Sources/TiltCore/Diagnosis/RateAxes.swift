/// Which measured rate, with which sign, is the rate about each axis: one of the 48 ways to confuse three axes.
public struct RateAxes: Equatable, Sendable {
    /// One axis of the measured rate, and its sign.
    public enum Source: Int8, CaseIterable, Sendable {
        case x = 1, y, z
        case minusX = -1, minusY = -2, minusZ = -3

        /// The rate along this source.
        func callAsFunction(_ v: MatrixRow) -> Double {
            switch self {
            case .x: v.x
            case .y: v.y
            case .z: v.z
            case .minusX: -v.x
            case .minusY: -v.y
            case .minusZ: -v.z
            }
        }

        var text: StaticString {
            switch self {
            case .x: "gx"
            case .y: "gy"
            case .z: "gz"
            case .minusX: "-gx"
            case .minusY: "-gy"
            case .minusZ: "-gz"
            }
        }
    }

    /// What the rate about x really is.
    public var x: Source
    /// What the rate about y really is.
    public var y: Source
    /// What the rate about z really is.
    public var z: Source

    /// Creates an assignment; the three should be different axes.
    public init(_ x: Source, _ y: Source, _ z: Source) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// All three axes where they belong.
    public static var straight: RateAxes { RateAxes(.x, .y, .z) }

    /// All 48, the straight one first.
    static var all: [RateAxes] {
        var all: [RateAxes] = []
        for x in Source.allCases {
            for y in Source.allCases where y.rawValue.magnitude != x.rawValue.magnitude {
                for z in Source.allCases
                where z.rawValue.magnitude != x.rawValue.magnitude
                    && z.rawValue.magnitude != y.rawValue.magnitude
                {
                    all.append(RateAxes(x, y, z))
                }
            }
        }
        return all
    }

    /// True where each axis is its own, whatever its sign.
    var isInOrder: Bool {
        x.rawValue.magnitude == 1 && y.rawValue.magnitude == 2 && z.rawValue.magnitude == 3
    }

    /// How far from straight it is: 1 for a wrong sign, 2 for a wrong axis.
    var mistakes: Int {
        func mistake(_ source: Source, _ right: Source) -> Int {
            source == right ? 0 : source.rawValue == -right.rawValue ? 1 : 2
        }
        return mistake(x, .x) + mistake(y, .y) + mistake(z, .z)
    }

    /// The rates as these axes have them.
    func callAsFunction(_ v: MatrixRow) -> MatrixRow { MatrixRow(x: x(v), y: y(v), z: z(v)) }
}

extension RateAxes: CustomStringConvertible {
    /// Such as `(gy,gx,-gz)`.
    public var description: String { "(\(x.text),\(y.text),\(z.text))" }
}
