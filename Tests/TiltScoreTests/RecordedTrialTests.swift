import Foundation
import Testing
import TiltCore
import TiltScore

/// Real recordings with optical truth, which are not part of this package.
@Suite(
    .enabled(if: RecordedTrial.isThere, "skipped: TILTSHADOW_DATA names no directory with broad/*.gz in it"))
struct `Score of a recorded trial` {
    /// The unfiltered specific force of a fast rotation, scored by an independent scorer in Python.
    static var reference: [(String, KeyPath<Score, Double?>, Double)] {
        [
            ("inclination RMSE", \.inclinationRMSE, 10.96445), ("95 %", \.inclination95, 20.60547),
            ("largest", \.inclinationMax, 48.0751), ("rest RMSE", \.restRMSE, 0.4409783),
            ("lag", \.lag, 1.192119), ("lag of least error", \.lagOfLeastError, 1.332422),
            ("delagged", \.delaggedRMSE, 10.93969), ("jitter", \.restJitter, 0.412665),
            ("rest step", \.restStep, 0.09558042), ("largest rest step", \.restStepMax, 0.2149022),
            ("largest step", \.stepMax, 8.580574), ("excess", \.stepExcess, 6.395588),
            ("truth's largest step", \.truthStepMax, 3.364493),
        ]
    }

    @Test func `agrees with an independent scorer`() throws {
        let trial = try RecordedTrial()
        var options = Score.Options()
        options.warmup = 5
        let score = Score(trial.unfiltered, against: trial.truth, options)
        #expect(score.rows == 16555)
        for (name, value, expected) in Self.reference {
            let got = try #require(score[keyPath: value], "\(name)")
            #expect((got - expected).magnitude < 0.001 * expected, "\(name): \(got), expected \(expected)")
        }
    }
}
