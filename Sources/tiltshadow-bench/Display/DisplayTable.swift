import TiltClient
import TiltCore
import TiltScore

/// What a person sees of recorded motions: ways to draw × displays × frames × sensors.
struct DisplayTable {
    let trials: [Trial]

    /// How a device is sampled: every so many samples of the recordings, and by which estimator.
    private struct Sensor {
        let every: Int
        var kind = EstimatorKind.auto
    }

    /// The most a step at rest may be, in points, with a gyroscope and without.
    private static let (restStep, restStepAlone) = (0.005, 0.008)
    /// The resampler's error on frames of 50 Hz, and that of one locked to the display, by its rate in Hz.
    private static let resampled = [60.0: 0.20, 90: 0.165, 120: 0.15, 144: 0.14]
    private static let resampledFast = [60.0: 0.15, 120: 0.11]
    private static let locked = [60.0: 0.11, 90: 0.092, 120: 0.087, 144: 0.085]

    /// The same of a page that is written so many times a second, each carried to when the picture lights up.
    private static let paged = [50.0: [60.0: 0.16, 144: 0.11], 200: [60.0: 0.11, 144: 0.085]]

    /// Every row, handed out as it is made.
    func forEachRow(_ body: (DisplayRow) -> Void) {
        for every in [1, 3, 5] {
            for frameHz in [50.0, 100] {
                for display in Display.all { newest(Sensor(every: every), frameHz, display, body) }
                for display in Display.all { late(Sensor(every: every), frameHz, display, body) }
                for display in Display.all { resampled(Sensor(every: every), frameHz, display, body) }
            }
            locked(every: every, body)
            for rateHz in [50.0, 200] {
                for display in Display.all { paged(every, rateHz, display, body) }
            }
        }
        for display in Display.all { alone(display, body) }
        for display in Display.all { remote("over a broker here", .here, display, body) }
        for display in Display.all { remote("40 ± 15 ms away", .wide, display, body) }
    }

    /// Shipped clients of a daemon that serves the sensor of another machine.
    private func remote(
        _ name: String, _ network: Network, _ display: Display,
        _ body: (DisplayRow) -> Void
    ) {
        let sensor = Sensor(every: 1)
        var goals = DisplayRow.Goals(restStep: Self.restStep)
        if display.refreshHz == 60 { goals.judder = 2.5 }
        let lookahead = Resampler.lookahead(
            refreshHz: display.refreshHz, rateHz: 50, hasGyroscope: true)
        body(
            row(name, sensor, 50, display, goals) {
                RemoteStream($0, every: sensor.every, over: network, lookahead: lookahead)
                    .resampled(at: $1)
            })
    }

    private func newest(
        _ sensor: Sensor, _ frameHz: Double, _ display: Display, _ body: (DisplayRow) -> Void
    ) {
        body(
            row("newest frame", sensor, frameHz, display, .init()) {
                FrameStream($0, every: sensor.every, sensor.kind, rateHz: frameHz, lookahead: 0).newest(
                    at: $1)
            })
    }

    private func late(
        _ sensor: Sensor, _ frameHz: Double, _ display: Display, _ body: (DisplayRow) -> Void
    ) {
        body(
            row("resampled, one frame late", sensor, frameHz, display, .init(restStep: Self.restStep)) {
                FrameStream($0, every: sensor.every, sensor.kind, rateHz: frameHz, lookahead: 0)
                    .resampled(at: $1, rateHz: frameHz)
            })
    }

    private func resampled(
        _ sensor: Sensor, _ frameHz: Double, _ display: Display, _ body: (DisplayRow) -> Void
    ) {
        var goals = DisplayRow.Goals(restStep: Self.restStep)
        if sensor.every == 1 {
            goals.error = (frameHz == 50 ? Self.resampled : Self.resampledFast)[display.refreshHz]
            (goals.judder, goals.repeats) = (2.2, 2)
        }
        let lookahead = Resampler.lookahead(
            refreshHz: display.refreshHz, rateHz: frameHz, hasGyroscope: true)
        body(
            row("resampler", sensor, frameHz, display, goals) {
                FrameStream($0, every: sensor.every, sensor.kind, rateHz: frameHz, lookahead: lookahead)
                    .resampled(at: $1, rateHz: frameHz)
            })
    }

    /// The shipped clients without a gyroscope: no lookahead, which would make rest visible.
    private func alone(_ display: Display, _ body: (DisplayRow) -> Void) {
        let sensor = Sensor(every: 3, kind: .oneEuro)
        body(
            row("resampler, no gyroscope", sensor, 50, display, .init(restStep: Self.restStepAlone)) {
                FrameStream($0, every: sensor.every, sensor.kind, rateHz: 50, lookahead: 0)
                    .resampled(at: $1, rateHz: 50)
            })
    }

    /// All displays at once on one daemon, whose ticks are locked to each.
    private func locked(every: Int, _ body: (DisplayRow) -> Void) {
        let runs = trials.map { LockedDisplays($0, every: every, Display.all) }
        for (number, display) in Display.all.enumerated() {
            var goals = DisplayRow.Goals(restStep: Self.restStep)
            if every == 1 { (goals.error, goals.judder) = (Self.locked[display.refreshHz], 1.7) }
            if every == 3, display.refreshHz == 144 { goals.repeats = 2 }
            let measures = zip(trials, runs).map { trial, run in
                judged(run.shown[number], trial, display, display.vsyncs(until: trial.end))
            }
            body(
                DisplayRow(
                    strategy: "locked to the display", sensorHz: sensorHz(every), frameHz: nil,
                    display: display, measures: DisplayMeasures(meanOf: measures), goals: goals))
        }
    }

    private func paged(_ every: Int, _ rateHz: Double, _ display: Display, _ body: (DisplayRow) -> Void) {
        var goals = DisplayRow.Goals()
        if every == 1 { goals.error = Self.paged[rateHz]?[display.refreshHz] }
        let pages = trials.map { PagedDisplay($0, every: every, rateHz: rateHz, display) }
        let measures = zip(trials, pages).map { trial, page in
            judged(page.shown, trial, display, display.vsyncs(until: trial.end))
        }
        body(
            DisplayRow(
                strategy: "page, carried", sensorHz: sensorHz(every), frameHz: rateHz, display: display,
                measures: DisplayMeasures(meanOf: measures), goals: goals, wakeUps: pages.map(\.wakeUps).mean)
        )
    }

    private func row(
        _ strategy: String, _ sensor: Sensor, _ frameHz: Double, _ display: Display,
        _ goals: DisplayRow.Goals, _ draw: (Trial, [Double]) -> [ShadowOffset]
    ) -> DisplayRow {
        let measures = trials.map { trial in
            let vsyncs = display.vsyncs(until: trial.end)
            return judged(draw(trial, vsyncs), trial, display, vsyncs)
        }
        return DisplayRow(
            strategy: strategy, sensorHz: sensorHz(sensor.every), frameHz: frameHz, display: display,
            measures: DisplayMeasures(meanOf: measures), goals: goals)
    }

    private func judged(
        _ shown: [ShadowOffset], _ trial: Trial, _ display: Display, _ vsyncs: [Double]
    ) -> DisplayMeasures {
        let truth = DisplayTruth(trial.truth, at: vsyncs.map { $0 + display.refresh })
        return DisplayMeasures(shown, truth, refresh: display.refresh)
    }

    /// The sensor's rate where every so many samples are used, in Hz.
    private func sensorHz(_ every: Int) -> Double {
        guard let trial = trials.first, trial.end > 0 else { return 0 }
        return Double(trial.samples.count - 1) / trial.end / Double(every)
    }
}

extension Trial {
    /// The time of the last sample, in seconds.
    var end: Double { samples.last?.time.seconds ?? 0 }
}
