import Foundation
import Testing
import TiltCore
import TiltSensors

@testable import tiltshadow

/// The devices of real machines, as their owners reported them: which sensor is chosen, and how its matrix is explained.
@Suite struct `The sensors of real machines` {
    private static let isWriting = ProcessInfo.processInfo.environment["TILTSHADOW_WRITE_GOLDENS"] == "1"

    @Test func `are more than twenty, each with its source`() {
        #expect(RecordedMachine.all.count > 20)
        for machine in RecordedMachine.all {
            #expect(machine.facts("seen").count == 1 && machine.facts("device").count == 1, "\(machine)")
            #expect(machine.facts("warnings").count == 1 && machine.facts("made").count == 1, "\(machine)")
        }
    }

    @Test(arguments: RecordedMachine.all)
    func `are chosen and turned as their headers say`(machine: RecordedMachine) throws {
        let directory = try ScratchDirectory()
        let survey = try machine.survey(below: directory.path)
        let candidates = survey.candidates()
        let best = try #require(candidates.first)
        for (of, text) in machine.facts("up") {
            let candidate = of.isEmpty ? best : candidates.first { $0.name == of }
            let lookup = try #require(candidate.flatMap { survey.lookup(of: $0) }, "\(machine): no \(of)")
            let numbers = text.split(separator: " ").compactMap { Double($0) }
            try #require(numbers.count == 6, "\(machine): \(text)")
            let up = lookup.resolve().mounting(
                Acceleration<SensorAxes>(x: numbers[0], y: numbers[1], z: numbers[2]))
            let found = MatrixRow(x: up.x, y: up.y, z: up.z)
            let wanted = MatrixRow(x: numbers[3], y: numbers[4], z: numbers[5])
            #expect(found.degrees(to: wanted) < 5, "\(machine): \(text), but up is \(found)")
        }
        for (_, id) in machine.facts("chosen") { #expect(best.id == id, "\(machine)") }
        for (_, place) in machine.facts("place") { #expect(best.location.rawValue == place, "\(machine)") }
        for (_, guess) in machine.facts("guess") {
            #expect((best.guess != nil) == (guess == "yes"), "\(machine)")
        }
        let warnings = Set(candidates.flatMap { $0.warnings })
        #expect(machine.facts("warnings").map { $0.text } == ["\(warnings.count)"], "\(machine): \(warnings)")
    }

    @Test(arguments: RecordedMachine.all)
    func `are explained as they were`(machine: RecordedMachine) throws {
        let directory = try ScratchDirectory()
        let survey = try machine.survey(below: directory.path)
        let candidates = survey.candidates()
        let text =
            (SensorReport.text(candidates, chosen: SensorReport.best(of: candidates)) + "\n"
            + MatrixReport.text(MatrixReport.entries(candidates, in: survey)))
            .replacingOccurrences(of: directory.path, with: "")
        let golden = try? String(contentsOf: machine.golden, encoding: .utf8)
        guard text != golden else { return }
        guard Self.isWriting else {
            Issue.record("\(machine): not \(machine.golden.lastPathComponent) any more:\n\(text)")
            return
        }
        try text.write(to: machine.golden, atomically: true, encoding: .utf8)
        Issue.record("\(machine.golden.lastPathComponent) is written; look at it")
    }
}
