import LinuxSystem
import Testing
import TiltCore
import TiltSensors

@testable import TiltDaemon

@Suite struct `Sensor keeper` {
    private let source = FakeSource()
    private let heard = Heard()

    /// What the daemon was told.
    private final class Heard { var found: [String] = [] }

    private func keeper() -> SensorKeeper {
        let heard = heard
        return SensorKeeper(
            source: source,
            journal: Journal(
                identifier: "test", fieldPrefix: "TEST", level: .error, environment: Environment([:])),
            events: SensorKeeper.Events(
                found: { sensor, _ in heard.found.append(sensor.id) }, lost: { _, _ in }))
    }

    /// One tick every 20 ms, in seconds.
    private func tick(_ keeper: SensorKeeper, from start: Double, to end: Double) {
        for time in stride(from: start, to: end, by: 0.02) {
            keeper.drain(now: Int64(time * 1e9)) { _, _ in }
        }
    }

    @Test func `waits two seconds for the better sensor, then tries the next`() {
        let keeper = keeper()
        keeper.open(now: 0)
        tick(keeper, from: 0.02, to: 2)
        #expect(heard.found.isEmpty)
        #expect(keeper.isOpening)
        tick(keeper, from: 2, to: 2.1)
        #expect(heard.found == ["quick"])
        #expect(!keeper.isOpening)
        source.slow.first?.finish()
    }

    @Test func `takes the better sensor when it comes at last, and opens it but once`() {
        let keeper = keeper()
        keeper.open(now: 0)
        tick(keeper, from: 0.02, to: 20)
        #expect(source.slow.count == 1)
        source.slow.first?.finish()
        tick(keeper, from: 20, to: 20.1)
        #expect(heard.found == ["quick", "slow"])
        #expect(keeper.description?.id == "slow")
    }

    @Test func `takes no sensor into use after the last subscriber left`() {
        let keeper = keeper()
        keeper.open(now: 0)
        keeper.close()
        source.slow.first?.finish()
        tick(keeper, from: 0.02, to: 0.1)
        #expect(heard.found.isEmpty)
        #expect(keeper.description == nil)
    }

    @Test func `a sensor that comes soon is there when open returns`() {
        source.listed = [FakeSource.candidate("quick", rank: 1)]
        let keeper = keeper()
        keeper.open(now: 0)
        #expect(keeper.description?.id == "quick")
    }
}
