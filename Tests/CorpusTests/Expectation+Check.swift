import Foundation
import RecordedDevices
import TiltCore

extension Expectation {
    /// What is there instead; `nil` where the statement is true.
    func contradiction(in run: CorpusRun) -> String? {
        switch self {
        case .value(let quantity, let wanted, let tolerance, let time):
            guard let found = quantity.value(in: run, at: time) else { return "there is none" }
            return (found - wanted).magnitude <= tolerance
                ? nil : "it is \(Self.text(found)) \(quantity.unit)"
        case .state(let wanted, let time):
            let found = run.frame(at: time)?.state
            return found == wanted ? nil : "it is \(found?.rawValue ?? "nothing")"
        case .interval(let interval, let wanted, let tolerance):
            guard let found = interval.milliseconds(in: run) else { return "there are no two readings" }
            return (found - wanted).magnitude <= tolerance ? nil : "it is \(Self.text(found)) ms"
        case .count(let count, let wanted):
            let found = count.number(in: run)
            return found == wanted ? nil : "there are \(found)"
        case .noStep(let limit):
            guard run.frames.count > 1 else { return "there are no frames" }
            let steps = zip(run.frames, run.frames.dropFirst()).map { a, b in
                (step: hypot(b.offset.x - a.offset.x, b.offset.y - a.offset.y), at: run.seconds(b.time))
            }
            guard let worst = steps.max(by: { $0.step < $1.step }), worst.step > limit else { return nil }
            return "there is one of \(Self.text(worst.step)) pt at \(Self.text(worst.at)) s"
        case .steady(let limit, let start):
            let tilts = run.frames.filter { run.seconds($0.time) >= start }.compactMap(\.tilt)
            guard tilts.count > 1 else { return "there are no frames" }
            let spread = max(Self.spread(tilts.map(\.pitch)), Self.spread(tilts.map(\.roll))) * 180 / .pi
            return spread <= limit ? nil : "they vary by \(Self.text(spread)) deg"
        case .fault(let code):
            let found = run.faults.map { $0.code.description }
            return found.contains(code)
                ? nil : "faults: \(found.isEmpty ? "none" : found.joined(separator: ", "))"
        case .noFault:
            return run.faults.isEmpty
                ? nil : run.faults.map(\.description).joined(separator: "; ")
        case .note(let text):
            return run.decoded.notes.contains { $0.contains(text) }
                ? nil : "notes: \(run.decoded.notes.joined(separator: "; "))"
        case .refused(let text):
            guard let refusal = run.decoded.refusal else { return "it is accepted" }
            return refusal.contains(text) ? nil : refusal
        }
    }

    private static func spread(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }

    private static func text(_ number: Double) -> String { String(format: "%.4g", number) }
}

extension CorpusRun {
    /// The newest frame at an instant, in seconds from the first reading.
    fileprivate func frame(at seconds: Double) -> Frame? {
        frames.last { self.seconds($0.time) <= seconds + 1e-6 }
    }

    /// The newest sample of a sensor at an instant, in seconds from the first reading.
    fileprivate func sample(at seconds: Double, _ has: (Sample) -> Bool) -> Sample? {
        samples.last { self.seconds($0.time) <= seconds + 1e-6 && has($0) }
    }
}

extension Expectation.Quantity {
    fileprivate func value(in run: CorpusRun, at time: Double) -> Double? {
        let frame = run.frame(at: time)
        let force = run.sample(at: time) { $0.acceleration != nil }?.acceleration
        let rate = run.sample(at: time) { $0.angularRate != nil }?.angularRate
        let degrees = 180 / Double.pi
        switch self {
        case .pitch: return frame?.tilt.map { $0.pitch * degrees }
        case .roll: return frame?.tilt.map { $0.roll * degrees }
        case .x: return frame?.offset.x
        case .y: return frame?.offset.y
        case .ax: return force?.x
        case .ay: return force?.y
        case .az: return force?.z
        case .gravity: return force?.length
        case .gx: return rate.map { $0.x * degrees }
        case .gy: return rate.map { $0.y * degrees }
        case .gz: return rate.map { $0.z * degrees }
        }
    }
}

extension Expectation.Count {
    fileprivate func number(in run: CorpusRun) -> Int {
        switch self {
        case .readings: run.decoded.readings.count
        case .frames: run.frames.count
        case .lost: run.decoded.lost
        case .skipped: run.decoded.skipped.count
        case .rejected: run.rejected
        case .clipped: run.clipped
        }
    }
}

extension Expectation.Interval {
    fileprivate func milliseconds(in run: CorpusRun) -> Double? {
        let times = run.decoded.readings.map(\.time)
        let gaps = zip(times, times.dropFirst()).map { $1.seconds(since: $0) * 1000 }.sorted()
        guard !gaps.isEmpty else { return nil }
        switch self {
        case .spacing: return gaps[gaps.count / 2]
        case .longestGap: return gaps.last
        }
    }
}
