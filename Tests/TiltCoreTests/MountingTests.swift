import Foundation
import Testing
import TiltCore

@Suite struct `Mounting of a sensor` {
    private typealias Force = Acceleration<DeviceAxes>
    private static let raw = Acceleration<SensorAxes>(x: 1, y: 2, z: 3)
    private static let rate = AngularRate<SensorAxes>(x: 1, y: 2, z: 3)

    /// One way a sensor sits, and what raw (1, 2, 3) becomes as force and as rate.
    struct Case: Sendable {
        let name: String
        let matrix: String
        let convention: Mounting.Convention
        let rawSign: Double
        let force: (Double, Double, Double)
        let rate: (Double, Double, Double)
    }

    @Test(arguments: [
        Case(
            name: "along the axes", matrix: "1,0,0;0,1,0;0,0,1", convention: .kernel, rawSign: 1,
            force: (1, 2, 3), rate: (1, 2, 3)),
        Case(
            name: "a HID hub without a matrix reads gravity", matrix: "1,0,0;0,1,0;0,0,1",
            convention: .kernel,
            rawSign: -1, force: (-1, -2, -3), rate: (1, 2, 3)),
        Case(
            name: "a quarter turn", matrix: "0,1,0;-1,0,0;0,0,1", convention: .kernel, rawSign: 1,
            force: (2, -1, 3), rate: (2, -1, 3)),
        Case(
            name: "a reflection for the kernel turns rates properly", matrix: "-1,0,0;0,1,0;0,0,1",
            convention: .kernel, rawSign: 1, force: (-1, 2, 3), rate: (1, -2, -3)),
        Case(
            name: "a HID hub with the identity of the hwdb", matrix: "1,0,0;0,1,0;0,0,1", convention: .hid,
            rawSign: -1, force: (-1, -2, -3), rate: (1, 2, 3)),
        Case(
            name: "a chip with reaction signs in the hwdb", matrix: "-1,0,0;0,-1,0;0,0,1", convention: .hid,
            rawSign: 1, force: (1, 2, 3), rate: (1, 2, 3)),
        Case(
            name: "StarLabs: right on screen rotation, z swapped", matrix: "1,0,0;0,-1,0;0,0,1",
            convention: .hid, rawSign: 1, force: (-1, 2, -3), rate: (-1, 2, -3)),
        Case(
            name: "a reflection of the hwdb on a HID hub", matrix: "0,1,0;1,0,0;0,0,1", convention: .hid,
            rawSign: -1, force: (-2, -1, 3), rate: (2, 1, -3)),
    ])
    func `maps force and rate`(row: Case) throws {
        let mounting = Mounting(
            matrix: try MountMatrix(parsing: row.matrix), source: .config, convention: row.convention,
            rawSign: row.rawSign)
        #expect(mounting(Self.raw) == Force(x: row.force.0, y: row.force.1, z: row.force.2))
        #expect(mounting(Self.rate) == AngularRate(x: row.rate.0, y: row.rate.1, z: row.rate.2))
    }

    @Test(arguments: [
        ("0.5,0,0;0,0.5,0;0,0,0.5", "1,0,0;0,1,0;0,0,1"), ("2,0,0;0,1,0;0,0,1", "1,0,0;0,1,0;0,0,1"),
        ("-3,0,0;0,0,7;0,1,0", "-1,0,0;0,0,1;0,1,0"), ("0,-255,0;255,0,0;0,0,255", "0,-1,0;1,0,0;0,0,1"),
        ("0.71,0.71,0;-0.71,0.71,0;0,0,1", "1,1,0;-1,1,0;0,0,1"),
    ])
    func `takes the rows of a matrix for directions, however long they are`(
        matrix: String, plain: String
    ) throws {
        for convention in Mounting.Convention.allCases {
            for rawSign in [1.0, -1] {
                let long = try MountMatrix(parsing: matrix, convention: convention)
                let mounting = Mounting(
                    matrix: long, source: .config, convention: convention, rawSign: rawSign)
                let exact = Mounting(
                    matrix: try MountMatrix(parsing: plain, convention: convention), source: .config,
                    convention: convention, rawSign: rawSign)
                // 30° up, and a little to the right.
                let raw = Acceleration<SensorAxes>(x: 1, y: 5, z: 8.38)
                #expect((mounting(raw) - exact(raw)).length < 1e-12, "\(matrix), \(convention)")
                #expect((mounting(raw).length - raw.length).magnitude < 1e-12)
                let rate = AngularRate<SensorAxes>(x: 0.1, y: 0.2, z: 0.3)
                #expect((mounting(rate) - exact(rate)).length < 1e-12)
                #expect((mounting(rate).length - rate.length).magnitude < 1e-12)
                #expect(!mounting.isSkewed)
                #expect(mounting.isStretched == (long.matrix.x.length > 1.1 || long.matrix.x.length < 0.9))
            }
        }
    }

    /// Two rows that lean towards each other by 2·δ: the nearest rotation has them apart by as much, δ each.
    @Test(arguments: [
        ("1,0,0;0.2588190451,0.9659258263,0;0,0,1", 15.0), ("1,0,0;0.5,0.8660254038,0;0,0,3", 30),
    ])
    func `takes the nearest rotation where rows are not at right angles`(matrix: String, degrees: Double)
        throws
    {
        for convention in Mounting.Convention.allCases {
            let mounting = Mounting(
                matrix: try MountMatrix(parsing: matrix, convention: convention), source: .config,
                convention: convention)
            let back = degrees / 2 * .pi / 180
            let force = mounting(Acceleration<SensorAxes>(x: 1, y: 0, z: 0))
            let sign: Double = convention == .hid ? -1 : 1
            #expect((force - Acceleration(x: sign * cos(back), y: sign * sin(back), z: 0)).length < 1e-9)
            #expect(mounting.isSkewed && mounting.rightAngleError == degrees.shortText + "°")
        }
    }

    /// Row 1 twice too long: 45° of roll would read as 63°.
    @Test func `does not bend tilt by a row that is too long`() throws {
        let mounting = Mounting(matrix: try MountMatrix(parsing: "2,0,0;0,1,0;0,0,1"), source: .sysfs)
        let force = mounting(Acceleration<SensorAxes>(x: 1, y: 0, z: 1))
        let up = try #require(Up<DeviceAxes>(of: MatrixRow(x: force.x, y: force.y, z: force.z)))
        #expect((Tilt(of: up).roll + .pi / 4).magnitude < 1e-12)
    }

    @Test(arguments: [
        (Mounting.Source.udev, Mounting.Convention.hid), (.sysfs, .kernel), (.config, .kernel),
        (.identity, .kernel),
    ])
    func `takes the convention from the source`(source: Mounting.Source, convention: Mounting.Convention) {
        #expect(Mounting(matrix: .identity, source: source).convention == convention)
        #expect(Mounting(matrix: .identity, source: source, convention: .hid).convention == .hid)
    }

    @Test func `turns rates by a proper rotation, whatever the matrix is`() throws {
        var checked = 0
        for matrix in try Self.signedPermutations() {
            for convention in Mounting.Convention.allCases {
                for rawSign in [1.0, -1] {
                    let mounting = Mounting(
                        matrix: matrix, source: .config, convention: convention, rawSign: rawSign)
                    let x = mounting(AngularRate(x: 1, y: 0, z: 0))
                    let y = mounting(AngularRate(x: 0, y: 1, z: 0))
                    let z = mounting(AngularRate(x: 0, y: 0, z: 1))
                    let columns = Matrix3(
                        MatrixRow(x: x.x, y: x.y, z: x.z), MatrixRow(x: y.x, y: y.y, z: y.z),
                        MatrixRow(x: z.x, y: z.y, z: z.z))
                    #expect(columns.determinant == 1, "\(matrix), \(convention), \(rawSign)")
                    checked += 1
                }
            }
        }
        #expect(checked == 192)
    }

    @Test func `of the HID convention, and of a kernel rotation, turns force as it turns rates`() throws {
        for matrix in try Self.signedPermutations() {
            for rawSign in [1.0, -1] {
                for convention in Mounting.Convention.allCases {
                    if convention == .kernel, matrix.matrix.determinant < 0 { continue }
                    let mounting = Mounting(
                        matrix: matrix, source: .config, convention: convention, rawSign: rawSign)
                    let (force, rate) = (mounting(Self.raw), mounting(Self.rate))
                    #expect(force == rawSign * Force(x: rate.x, y: rate.y, z: rate.z))
                }
            }
        }
    }

    @Test(arguments: [
        ("1,0,0;0,-1,0;0,0,1", 1.0, true), ("-1,0,0;0,-1,0;0,0,1", 1, false),
        ("1,0,0;0,1,0;0,0,1", -1, true), ("0,1,0;1,0,0;0,0,1", -1, false),
        ("1,0,0;0,1,0;0,0,1", 1, false),
    ])
    func `says where a HID matrix contradicts its own z row`(text: String, rawSign: Double, contradicts: Bool)
        throws
    {
        let mounting = Mounting(matrix: try MountMatrix(parsing: text), source: .udev, rawSign: rawSign)
        #expect(mounting.contradictsOwnZRow == contradicts)
    }

    /// All 48 ways of axes along axes: 24 rotations and 24 reflections.
    private static func signedPermutations() throws -> [MountMatrix] {
        let axes = [MatrixRow(x: 1, y: 0, z: 0), MatrixRow(x: 0, y: 1, z: 0), MatrixRow(x: 0, y: 0, z: 1)]
        var matrices: [MountMatrix] = []
        for order in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] {
            for signs in 0..<8 {
                func sign(_ bit: Int) -> Double { signs >> bit & 1 == 0 ? 1 : -1 }
                matrices.append(
                    try MountMatrix(
                        Matrix3(
                            sign(0) * axes[order.0], sign(1) * axes[order.1], sign(2) * axes[order.2])))
            }
        }
        return matrices
    }
}
