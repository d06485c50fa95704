import Foundation
import Testing

@testable import TiltCore

@Suite struct `The strength that is held at rest` {
    /// A device that is turned about x, of which forces come 100 times a second and ticks 50.
    private struct Scene {
        var engine: TiltEngine
        var published: [GravityEstimate] = []

        init(_ parameters: GravityEstimator.Parameters = .init()) {
            var whole = TiltEngine.Parameters()
            whole.estimator = parameters
            engine = TiltEngine(whole)
            engine.sensorAppeared(reportsOnlyChanges: false)
        }

        /// Feeds what `force` gives for an instant in seconds, in m/s², and no rates before `firstRate`.
        mutating func run(
            _ seconds: Range<Double>, firstRate: Double = .infinity,
            _ force: (Double) -> Acceleration<DeviceAxes>?
        ) {
            for index in Int(seconds.lowerBound * 100)..<Int(seconds.upperBound * 100) {
                let time = Double(index) / 100
                if let force = force(time) {
                    engine.ingest(
                        Sample(
                            time: RestingDevice.stamp(time), acceleration: force,
                            angularRate: time >= firstRate ? .zero : nil))
                }
                guard index % 2 == 0 else { continue }
                engine.advance(to: RestingDevice.stamp(time))
                published.append(contentsOf: engine.motion.estimate.map { [$0] } ?? [])
            }
        }

        /// The largest step of what is published of the strength from tick to tick.
        var largestStep: Double {
            zip(published, published.dropFirst()).map { ($1.strength - $0.strength).magnitude }.max() ?? 0
        }
    }

    private static func force(_ degrees: Double, _ length: Double = standardGravity) -> Acceleration<
        DeviceAxes
    > {
        let angle = degrees * .pi / 180
        return Acceleration(x: 0, y: length * sin(angle), z: length * cos(angle))
    }

    @Test(arguments: [0.1, 0.3, 0.5, 0.7], [EstimatorKind.auto, .oneEuro, .lowPass, .raw])
    func `is whole, however short the first force is`(share: Double, kind: EstimatorKind) throws {
        var parameters = GravityEstimator.Parameters()
        parameters.kind = kind
        for firstRate in [Double.infinity, 0.01] {
            var scene = Scene(parameters)
            scene.run(0..<3, firstRate: firstRate) {
                Self.force(20, $0 == 0 ? share * standardGravity : standardGravity)
            }
            #expect(try #require(scene.published.last).strength > 0.999)
            #expect(scene.largestStep < 0.05)
        }
    }

    @Test(arguments: [0.3, 0.5, 1, 2, 2.9], [150.0, 190])
    func `is whole where the device was turned in a silence`(gap: Double, degrees: Double) throws {
        var scene = Scene()
        scene.run(0..<12) { $0 > 3 && $0 < 3 + gap ? nil : Self.force($0 <= 3 ? 20 : degrees) }
        #expect(try #require(scene.published.last).strength == 1)
    }

    @Test(arguments: [(3, 1.8), (5, 2)] as [(Double, Double)], [0, 0.1, 0.2, 0.3, 0.4])
    func `is whole where the device was carried when it was held`(
        way: (size: Double, hertz: Double), phase: Double
    ) throws {
        var scene = Scene()
        scene.run(0..<20) { time in
            let sway = time < 6 ? way.size * sin(2 * .pi * way.hertz * (time + phase)) : 0
            return Self.force(time < 3 ? 0 : 25, standardGravity + sway)
        }
        #expect(try #require(scene.published.last).strength > 0.97)
    }

    @Test func `is whole where the filter is slower than the hold`() throws {
        var (lowPass, oneEuro) = (GravityEstimator.Parameters(), GravityEstimator.Parameters())
        (lowPass.kind, lowPass.lowPassCutoff) = (.lowPass, 0.3)
        (oneEuro.oneEuro.minimumCutoff, oneEuro.oneEuro.beta) = (0.2, 0)
        for parameters in [lowPass, oneEuro] {
            var scene = Scene(parameters)
            scene.run(0..<12) { Self.force(175 * min(1, max(0, $0 - 3) / 0.1)) }
            #expect(try #require(scene.published.last).strength == 1)
        }
    }

    @Test func `follows what lasts, and evenly`() throws {
        var scene = Scene()
        // The first mean is of half a second, and half of it is short.
        scene.run(0..<12) { Self.force(20, $0 < 0.25 ? 0.2 * standardGravity : standardGravity) }
        #expect(try #require(scene.published.last).strength > 0.97)
        #expect(scene.largestStep < 0.05)
    }

    @Test func `goes on from sensor to sensor, and is that of the new one`() throws {
        var scene = Scene()
        scene.run(0..<4) { Self.force(20, $0 < 3.9 ? standardGravity : 0.1 * standardGravity) }
        scene.engine.sensorLost()
        scene.engine.sensorAppeared(reportsOnlyChanges: false)
        scene.run(4..<12) { Self.force(20, $0 < 4.1 ? 0.1 * standardGravity : standardGravity) }
        #expect(try #require(scene.published.last).strength > 0.97)
        scene.engine.restart()
        scene.engine.sensorAppeared(reportsOnlyChanges: false)
        scene.run(12..<20) { _ in Self.force(20, 0.7 * standardGravity) }
        #expect((try #require(scene.published.last).strength - 0.7 / 0.9).magnitude < 0.03)
    }

    /// A sensor that shows four fifths of gravity, as whose strength a tap would show.
    @Test func `does not tell of taps, however short gravity seems`() throws {
        var scene = Scene()
        scene.run(0..<30) { time in
            let tap = time > 3 && time.truncatingRemainder(dividingBy: 0.7) < 0.1 ? 0.5 : 0
            return Self.force(20, 0.8 * standardGravity - tap)
        }
        let held = scene.published[200...]
        #expect(held.allSatisfy { $0 == held.first })
        #expect((try #require(held.first).strength - 0.8 / 0.9).magnitude < 0.01)
    }
}
