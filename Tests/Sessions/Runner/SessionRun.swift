import TiltCore

/// One session, run from its beginning to its end.
package struct SessionRun {
    private let session: Session
    private var stage: Stage

    /// What was not as it was to be: the whole session with what came in its place; `nil` where all was well.
    package static func failure(of session: Session, by carriage: Carriage? = nil) throws -> String? {
        var run = SessionRun(session: session, stage: try Stage(session, carriage))
        return try run.play()
    }

    /// All that `who` heard, in order, whatever was expected.
    package static func heard(by who: String, in session: Session) throws -> [String] {
        var run = SessionRun(session: session, stage: try Stage(session, nil))
        for step in session.steps {
            for time in step.times {
                run.stage.world.run(until: World.start + time)
                try run.stage.act(step)
            }
        }
        return run.stage.world.takeHeard().filter { $0.who == who }.map(\.text)
    }

    private init(session: Session, stage: Stage) {
        self.session = session
        self.stage = stage
    }

    private mutating func play() throws -> String? {
        for (index, step) in session.steps.enumerated() {
            for time in step.times {
                stage.world.run(until: World.start + time)
                try stage.act(step)
            }
            // Until the next line, whose own instant is the last that belongs to this one.
            let next = index + 1 < session.steps.count ? session.steps[index + 1].times.first : nil
            stage.world.run(until: World.start + (next ?? step.times.last ?? 0))
            // Members of a group, and what was said at one instant without an answer, are heard together.
            let isFollowedAtOnce = step.expected.isEmpty && next == step.times.last
            guard !isFollowedAtOnce || step.times.count > 1 else { continue }
            let heard = stage.world.takeHeard()
            if let report = SessionReport.report(session, step, heard, stage.world.faults) { return report }
        }
        return nil
    }
}
