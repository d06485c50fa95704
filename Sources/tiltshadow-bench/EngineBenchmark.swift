import Foundation
import TiltCore

/// Samples through the engine, with a frame after every fourth: 200 Hz in, 50 Hz out.
enum EngineBenchmark {
    static func run() {
        let samples = Workload.samples(400_000)
        Contest(
            title: "engine", samples: samples.count,
            entries: [
                .init(name: "plain loop: low-pass, two atan2") { plainLoop(samples) },
                .init(name: "engine, low-pass") { engine(samples, .lowPass, .absolute) },
                .init(name: "engine, 1€") { engine(samples, .oneEuro, .absolute) },
                .init(name: "engine, 1€, relative") { engine(samples, .oneEuro, .relative) },
            ]
        ).run()
    }

    private static func engine(_ samples: [Sample], _ kind: EstimatorKind, _ reference: Reference) -> Double {
        var parameters = TiltEngine.Parameters()
        parameters.estimator.kind = kind
        var options = ShadowMapper.Options()
        options.reference = reference
        var engine = TiltEngine(parameters)
        var mapper = ShadowMapper(options)
        engine.sensorAppeared(reportsOnlyChanges: false)
        var sum = 0.0
        for index in samples.indices {
            engine.ingest(samples[index])
            guard index % 4 == 3 else { continue }
            engine.advance(to: samples[index].time)
            if let view = mapper.view(of: engine.motion) { sum += view.offset.x + view.offset.y }
        }
        return sum
    }

    /// The least that could be called the same work: three numbers filtered, two angles a frame, nothing checked.
    private static func plainLoop(_ samples: [Sample]) -> Double {
        var (x, y, z) = (0.0, 0.0, 1.0)
        var last = samples[0].time.nanoseconds
        var sum = 0.0
        for index in samples.indices {
            guard let force = samples[index].acceleration else { continue }
            let interval = Double(samples[index].time.nanoseconds - last) * 1e-9
            last = samples[index].time.nanoseconds
            let gain = interval / (1 / (2 * Double.pi * 5) + interval)
            x += gain * (force.x - x)
            y += gain * (force.y - y)
            z += gain * (force.z - z)
            guard index % 4 == 3 else { continue }
            sum += 10 * atan2(-x, (y * y + z * z).squareRoot()) + 10 * atan2(y, (x * x + z * z).squareRoot())
        }
        return sum
    }
}
