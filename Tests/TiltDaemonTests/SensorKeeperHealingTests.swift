import LinuxSystem
import Testing
import TiltCore
import TiltSensors

@testable import TiltDaemon

@Suite struct `Sensor keeper, healing` {
    private let source = FakeSource()
    private let keeper: SensorKeeper
    private let heard = Heard()

    /// What the daemon was told, in order.
    private final class Heard {
        var events: [String] = []
        var readings: [String] = []
    }

    init() {
        source.listed = [FakeSource.candidate("best", rank: 2), FakeSource.candidate("next", rank: 1)]
        keeper = SensorKeeper(
            source: source,
            journal: Journal(
                identifier: "test", fieldPrefix: "TEST", level: .error, environment: Environment([:]),
                standardError: -1),
            events: SensorKeeper.Events(
                found: { [heard] in heard.events.append("found \($0.id)") },
                lost: { [heard] sensor, _ in heard.events.append("lost \(sensor.id)") }))
    }

    /// One tick every 20 ms, in seconds; the sensors in `talking` have something to say at each.
    private func tick(_ start: Double, to end: Double, talking: Set<String> = []) {
        for time in stride(from: start, to: end, by: 0.02) {
            let now = Int64((time * 1e9).rounded())
            for id in talking {
                source.sensors[id]?.readings = [
                    Reading(time: Timestamp(nanoseconds: now), accelerometer: .zero)
                ]
            }
            keeper.drain(now: now) { heard.readings.append($1.id) }
        }
    }

    /// When each try of a candidate came, in seconds, over so many of them.
    private func tries(of id: String, until end: Double) -> [Double] {
        var times: [Double] = []
        var known = source.tries.count { $0 == id }
        for time in stride(from: 0.02, to: end, by: 0.02) {
            tick(time, to: time + 0.01)
            let count = source.tries.count { $0 == id }
            if count > known { times.append((time * 100).rounded() / 100) }
            known = count
        }
        return times
    }

    @Test func `opens the best first, and no other beside it`() {
        keeper.open(now: 0)
        tick(0.02, to: 1)
        #expect(source.tries == ["best"])
        #expect(keeper.description?.id == "best")
    }

    @Test func `leaves refused candidates alone`() {
        source.listed = [FakeSource.candidate("refused", rank: nil)]
        keeper.open(now: 0)
        tick(0.02, to: 5)
        #expect(source.tries == [])
        #expect(keeper.description == nil)
    }

    @Test func `tries one that fails again after 1, 2, 4, 8, 16 and then every 30 seconds`() {
        source.listed = [FakeSource.candidate("best", rank: 2)]
        source.failures["best"] = .busy(path: "/dev/best", holder: nil)
        keeper.open(now: 0)
        let times = tries(of: "best", until: 95)
        let pauses = zip([0] + times, times).map { ($1 - $0).rounded() }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30])
    }

    @Test func `keeps trying the better one, held by another program, while the next works`() {
        source.failures["best"] = .busy(path: "/dev/best", holder: "a game")
        keeper.open(now: 0)
        #expect(source.tries == ["best", "next"])
        tick(0.02, to: 4, talking: ["next"])
        #expect(keeper.description?.id == "next")
        #expect(source.tries.count { $0 == "best" } == 3)
        source.failures = [:]
        tick(4, to: 10, talking: ["next", "best"])
        #expect(heard.events == ["found next", "found best"])
        #expect(keeper.description?.id == "best")
    }

    @Test func `opens a silent one again at once, then the next`() {
        source.talkative = ["best", "next"]
        keeper.open(now: 0)
        tick(0.02, to: 0.5, talking: ["best"])
        tick(0.5, to: 1.4)
        #expect(heard.events == ["found best"])
        tick(1.4, to: 3, talking: ["next"])
        #expect(heard.events == ["found best", "lost best", "found best", "lost best", "found next"])
        tick(3, to: 30, talking: ["next"])
        #expect(
            source.tries.count { $0 == "best" } == 2,
            "one that is silent is no reason to leave one that works")
    }

    @Test func `lets one that reports only changes rest, and asks it once a second`() {
        keeper.open(now: 0)
        tick(0.02, to: 10)
        #expect(heard.events == ["found best"])
        let probes = source.sensors["best"]?.probes ?? 0
        #expect((8...10).contains(probes))
        source.sensors["best"]?.probeFailure = .silent(path: "/dev/best", reason: "its axes moved")
        tick(10, to: 12)
        #expect(heard.events.prefix(3) == ["found best", "lost best", "found best"])
    }

    @Test
    func `goes on to the next in the tick in which one is unplugged, and back when it is plugged again`() {
        keeper.open(now: 0)
        tick(0.02, to: 1)
        source.sensors["best"]?.failure = .gone(path: "/dev/best")
        source.failures["best"] = .gone(path: "/dev/best")
        tick(1, to: 1.01)
        #expect(heard.events == ["found best", "lost best", "found next"])
        source.failures = [:]
        keeper.hotplug(now: 1_100_000_000)
        #expect(keeper.description?.id == "best")
        #expect(heard.events.last == "found best")
    }

    @Test func `loses one that is no longer listed, though its descriptor says nothing`() {
        keeper.open(now: 0)
        source.listed.removeFirst()
        keeper.hotplug(now: 20_000_000)
        #expect(heard.events == ["found best", "lost best", "found next"])
    }

    @Test func `takes a better one that is plugged in`() {
        source.listed.removeFirst()
        keeper.open(now: 0)
        #expect(keeper.description?.id == "next")
        source.listed.insert(FakeSource.candidate("best", rank: 2), at: 0)
        keeper.hotplug(now: 20_000_000)
        #expect(heard.events == ["found next", "found best"])
    }

    @Test func `says of every reading which sensor it is from, in the very tick of a change`() {
        source.failures["best"] = .busy(path: "/dev/best", holder: nil)
        keeper.open(now: 0)
        tick(0.02, to: 0.9, talking: ["next"])
        source.failures = [:]
        tick(0.9, to: 1.2, talking: ["next", "best"])
        let change = heard.readings.firstIndex(of: "best") ?? 0
        #expect(change > 0)
        #expect(heard.readings[..<change].allSatisfy { $0 == "next" })
        #expect(heard.readings[change...].allSatisfy { $0 == "best" })
    }

    @Test func `forgets old troubles when somebody comes after a while`() {
        source.listed = [FakeSource.candidate("best", rank: 2)]
        source.failures["best"] = .log(path: "/dev/best", text: "the log has ended")
        keeper.open(now: 0)
        tick(0.02, to: 60)
        #expect(source.tries.count == 1, "an ended log is not tried again")
        keeper.close()
        source.failures = [:]
        keeper.open(now: 60_000_000_000)
        #expect(keeper.description?.id == "best")
    }

    @Test func `does nothing while nobody listens`() {
        keeper.hotplug(now: 0)
        #expect(source.tries == [])
        keeper.open(now: 0)
        keeper.close()
        keeper.hotplug(now: 20_000_000)
        #expect(source.tries == ["best"])
        #expect(keeper.description == nil)
    }

    @Test func `reports what is known against each`() {
        source.failures["best"] = .busy(path: "/dev/best", holder: "a game")
        keeper.open(now: 0)
        let report = keeper.report()
        #expect(report.map(\.isOpen) == [false, true])
        #expect(report.map(\.trouble) == ["/dev/best is held by a game", nil])
    }
}
