import Testing
import TiltSensors

@testable import TiltDaemon

@Suite struct `Sensor failures` {
    /// The pauses before the next try after each of so many failures, in seconds.
    private func pauses(_ error: SensorError, _ count: Int) -> [Int64] {
        var failures = SensorFailures(error, at: 0)
        var pauses = [failures.retryAt]
        for _ in 1..<count {
            let now = failures.retryAt
            failures.note(error, at: now)
            pauses.append(failures.retryAt - now)
        }
        return pauses.map { $0 / 1_000_000_000 }
    }

    @Test func `is worth another try after 1, 2, 4 … 30 seconds`() {
        #expect(pauses(.gone(path: "p"), 8) == [1, 2, 4, 8, 16, 30, 30, 30])
    }

    @Test func `of a device that another program holds is worth a look every half second`() {
        var failures = SensorFailures(.busy(path: "p", holder: nil), at: 0)
        for _ in 0..<9 { failures.note(.busy(path: "p", holder: nil), at: 0) }
        #expect(failures.retryAt == 500_000_000)
        #expect(failures.isHeld)
    }

    @Test func `of a device that is free again is due, in its turn`() {
        var failures = SensorFailures(.busy(path: "p", holder: nil), at: 0)
        failures.free(at: 7)
        #expect(failures.retryAt == 7)
        #expect(!failures.isHeld)
        failures.note(.busy(path: "p", holder: nil), at: 7)
        #expect(failures.retryAt == 500_000_007)
        #expect(failures.isHeld)
    }

    @Test func `of an opening that is slow is none before it has failed, and no silence`() {
        var failures = SensorFailures(.slow(path: "p"), at: 0)
        #expect(failures.count == 0)
        #expect(!failures.isSilence)
        #expect(!failures.hasBeenSilent)
        failures.note(.gone(path: "p"), at: 0)
        failures.note(.slow(path: "p"), at: 0)
        failures.note(.gone(path: "p"), at: 0)
        #expect(failures.retryAt == 2_000_000_000)
        // One that falls silent again and again does so no less where each opening is slow.
        let silent = SensorError.silent(path: "p", reason: "r")
        for error in [silent, .slow(path: "p"), silent, .slow(path: "p"), silent] {
            failures.note(error, at: 0)
        }
        #expect(failures.retryAt == 2_000_000_000)
        #expect(failures.count == 3)
    }

    @Test func `of silence is worth one at once`() {
        #expect(pauses(.silent(path: "p", reason: "r"), 8) == [0, 1, 2, 4, 8, 16, 32, 64])
        #expect(SensorFailures(.silent(path: "p", reason: "r"), at: 0).isSilence)
        #expect(!SensorFailures(.gone(path: "p"), at: 0).isSilence)
    }

    @Test func `of another kind is a new one`() {
        var failures = SensorFailures(.busy(path: "p", holder: nil), at: 0)
        failures.note(.stolen(path: "p", text: "t"), at: 0)
        #expect(failures.retryAt == 0)
        #expect(failures.count == 1)
    }

    @Test func `begin anew where everything is tried again, except silence`() {
        for (error, pause) in [(SensorError.gone(path: "p"), 1), (.silent(path: "p", reason: "r"), 4)] {
            var failures = SensorFailures(error, at: 0)
            for _ in 0..<2 { failures.note(error, at: 0) }
            failures.forgive(at: 7)
            #expect(failures.retryAt == 7)
            failures.note(error, at: 7)
            #expect(failures.retryAt == 7 + pause * 1_000_000_000)
        }
    }

    @Test func `of a log is final`() {
        #expect(SensorFailures(.log(path: "p", text: "t"), at: 5).retryAt == .max)
    }
}
