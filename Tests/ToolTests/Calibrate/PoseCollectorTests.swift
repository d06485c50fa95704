import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Collecting poses` {
    /// A stream of rests, a hundred samples a second.
    private struct Stream {
        var collector = PoseCollector(Pose.sequence(3), rest: 1, firstRest: 2)
        private var time = 0.0

        mutating func rest(_ direction: MatrixRow, seconds: Double) {
            for _ in 0..<Int(seconds * 100) {
                time += 0.01
                collector.take(sample(9.8 * direction))
            }
        }

        func sample(_ force: MatrixRow) -> RawSample {
            RawSample(
                time: Timestamp(nanoseconds: Int64(time * 1e9)),
                acceleration: Acceleration(x: force.x, y: force.y, z: force.z))
        }

        mutating func silence(seconds: Double) {
            time += seconds
            collector.hold(until: Timestamp(nanoseconds: Int64(time * 1e9)))
        }

        var taken: [Pose] { collector.sequence.taken.map { $0.pose } }
    }

    private static let (x, y, z) = (
        MatrixRow(x: 1, y: 0, z: 0), MatrixRow(x: 0, y: 1, z: 0), MatrixRow(x: 0, y: 0, z: 1)
    )

    @Test func `takes each pose by itself once it rests, the first after longer`() {
        var stream = Stream()
        stream.rest(Self.z, seconds: 1.5)
        #expect(stream.taken == [])
        stream.rest(Self.z, seconds: 1)
        #expect(stream.taken == [.flat])
        stream.rest(Self.z, seconds: 5)
        #expect(stream.taken == [.flat])
        #expect(stream.collector.judgement == .same(as: .flat))
        stream.rest(Self.y, seconds: 1.1)
        stream.rest(Self.x, seconds: 1.1)
        #expect(stream.taken == [.flat, .upright, .rightEdgeDown])
        #expect(stream.collector.isDone)
        stream.rest(Self.z, seconds: 3)
        #expect(stream.taken.count == 3)
    }

    @Test(.timeLimit(.minutes(1))) func `does not wait out a clock that was set`() {
        var stream = Stream()
        stream.rest(Self.z, seconds: 0.2)
        stream.silence(seconds: 1.7e9)
        #expect(stream.taken == [.flat])
        stream.rest(Self.y, seconds: 1.1)
        #expect(stream.taken == [.flat, .upright])
    }

    @Test func `takes a pose at once where a person says so, and half a second was still`() {
        var stream = Stream()
        stream.rest(Self.z, seconds: 0.3)
        stream.collector.acceptNow()
        #expect(stream.taken == [])
        stream.rest(Self.z, seconds: 0.4)
        stream.collector.acceptNow()
        #expect(stream.taken == [.flat])
    }

    @Test(arguments: [
        (0.0, "This is still the pose flat."), (29, "This is still the pose flat."),
        (54, "This is 54° from flat, and 90° is needed."), (69, "This is 69° from flat, and 90° is needed."),
        (71, nil), (90, nil), (109, nil), (111, "This is 111° from flat, and 90° is needed."),
        (180, "This is 180° from flat, and 90° is needed."),
    ])
    func `refuses a pose that is not at right angles, and says which angle it found`(
        degrees: Double, words: String?
    ) throws {
        var stream = Stream()
        stream.rest(Self.z, seconds: 2.1)
        // Half angles by chords: no sine is at hand, and a table of two numbers would hide the geometry.
        let radians = degrees * .pi / 180
        let direction = Self.turned(radians)
        #expect((direction.degrees(to: Self.z) - degrees).magnitude < 1e-6)
        stream.rest(direction, seconds: 1.1)
        #expect(stream.taken == (words == nil ? [.flat, .upright] : [.flat]))
        if words != nil { #expect(stream.collector.judgement?.words == words) }
    }

    /// z turned toward y by an angle: 2¹⁰ small steps, each made unit again.
    private static func turned(_ radians: Double) -> MatrixRow {
        var direction = z
        let step = radians / 1024
        for _ in 0..<1024 {
            let t = MatrixRow(x: 0, y: direction.z, z: -direction.y)
            // Exact to the fourth order: 1 − ½s², s − s³/6.
            let next = (1 - step * step / 2) * direction + (step - step * step * step / 6) * t
            direction = next / next.length
        }
        return direction
    }

    @Test func `takes silence for rest where the sensor reports only changes`() {
        var stream = Stream()
        stream.rest(Self.z, seconds: 0.02)
        stream.silence(seconds: 2.5)
        #expect(stream.taken == [.flat])
        stream.rest(Self.y, seconds: 0.02)
        stream.silence(seconds: 0.5)
        #expect(stream.taken == [.flat])
        stream.silence(seconds: 1)
        #expect(stream.taken == [.flat, .upright])
    }

    @Test func `asks the gyroscope meanwhile, in whichever axes both are`() {
        for (sign, isWrong) in [(1.0, false), (-1, true)] {
            var collector = PoseCollector(Pose.sequence(3), rest: 1, firstRest: 1)
            var up = MatrixRow(x: 0.3, y: 0.5, z: 0.8)
            for step in 0..<6000 {
                let time = Double(step) * 0.005
                let phase = Double(step % 800) / 800
                let rate =
                    step / 800 % 2 == 0
                    ? MatrixRow(x: 1.5, y: phase, z: 0) : MatrixRow(x: -1, y: 0.5, z: 1.2 - phase)
                // u̇ = u × ω
                up = up + 0.005 * up.cross(rate)
                up = up / up.length
                let force = 9.80665 * up
                collector.take(
                    RawSample(
                        time: Timestamp(nanoseconds: Int64(time * 1e9)),
                        acceleration: Acceleration(x: force.x, y: force.y, z: force.z),
                        angularRate: AngularRate(x: sign * rate.x, y: sign * rate.y, z: sign * rate.z)))
            }
            #expect((collector.gyroscopeFault != nil) == isWrong)
        }
    }
}
