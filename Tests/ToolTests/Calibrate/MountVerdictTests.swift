import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Verdict on a mounting` {
    private typealias Row = (
        name: String, truth: Matrix3, present: Matrix3?, rawSign: Double, isCertain: Bool, flipped: [Pose],
        poses: Int, verdict: MountVerdict
    )

    /// One sensor, what is believed of it, and the poses that were taken for their opposites.
    private static let turned = Matrix3(
        MatrixRow(x: 0, y: 1, z: 0), MatrixRow(x: -1, y: 0, z: 0), MatrixRow(x: 0, y: 0, z: 1))
    private static let identity = Matrix3.identity

    private static let rows: [Row] = [
        ("right", turned, turned, 1, false, [], 3, .right),
        ("right, a hub", -1 * turned, -1 * turned, -1, false, [], 3, .right),
        ("wrong", turned, identity, 1, false, [], 3, .change(rotation: turned, rawSign: 1)),
        ("nothing known", turned, nil, 1, false, [], 3, .change(rotation: turned, rawSign: 1)),
        (
            "a hub that is wrong", -1 * turned, -1 * identity, -1, false, [], 3,
            .change(rotation: turned, rawSign: -1)
        ),
        (
            "the driver reports the other sign, and nothing else is wrong", -1 * turned, turned, 1, false, [],
            3, .changeSign(rotation: turned, rawSign: -1)
        ),
        (
            "the left edge taken for the right one", turned, turned, 1, false, [.rightEdgeDown], 3,
            .reversed(.rightEdgeDown)
        ),
        ("face down taken for flat", turned, turned, 1, true, [.flat], 3, .reversed(.flat)),
        ("either, with another mounting besides", turned, identity, 1, false, [.upright], 3, .mirrored),
        ("either, with nothing known", -1 * turned, nil, 1, false, [], 3, .mirrored),
        (
            "the left edge and the right one taken for each other", turned, turned, 1, false,
            [.rightEdgeDown, .leftEdgeDown], 6, .swapped(.rightEdgeDown, .leftEdgeDown)
        ),
        (
            "flat and face down taken for each other, by one who is certain of the sign", -1 * turned,
            -1 * turned, -1, true, [.flat, .faceDown], 6, .swapped(.flat, .faceDown)
        ),
        (
            "the driver reports the other sign, by six poses", -1 * turned, turned, 1, false, [], 6,
            .changeSign(rotation: turned, rawSign: -1)
        ),
        (
            "six poses leave room for no mistake", -1 * turned, identity, 1, false, [], 6,
            .changeSign(rotation: turned, rawSign: -1)
        ),
        (
            "a person is certain of the sign", -1 * turned, identity, -1, true, [], 3,
            .change(rotation: turned, rawSign: -1)
        ),
        ("a person is certain and the poses are mirrored", turned, identity, -1, true, [], 3, .mirrored),
    ]

    @Test(arguments: rows.indices)
    func `tells a wrong matrix from a wrong sign and from a wrong pose`(index: Int) throws {
        let row = Self.rows[index]
        var sensor = PosedSensor(row.truth)
        sensor.crookedness = 4
        let readings = sensor.readings(Pose.sequence(row.poses)).map { reading in
            var reading = reading
            if row.flipped.contains(reading.pose) { reading.force = -1 * reading.force }
            return reading
        }
        let solution = try #require(MountSolution(readings))
        let verdict = MountVerdict(
            solution, present: row.present, rawSign: row.rawSign, isCertain: row.isCertain)
        #expect(verdict == row.verdict, "\(row.name)")
    }

    @Test func `needs three directions`() {
        let sensor = PosedSensor(.identity)
        let flat = PoseReading(pose: .flat, force: sensor.reading(up: Pose.flat.up))
        let upright = PoseReading(pose: .upright, force: sensor.reading(up: Pose.upright.up))
        let zero = PoseReading(pose: .rightEdgeDown, force: .zero)
        #expect(MountSolution([]) == nil)
        #expect(MountSolution([flat, upright]) == nil)
        #expect(MountSolution([flat, upright, zero]) == nil)
    }
}
