import LinuxSystem
import Testing
import TiltCore
import TiltSensors

@testable import TiltDaemon

@Suite struct `Sensor keeper, healing` {
    let source = FakeSource()
    let keeper: SensorKeeper
    let heard = Heard()

    /// What the daemon was told, in order.
    final class Heard {
        var events: [String] = []
        var reasons: [String] = []
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
                found: { [heard] sensor, reason in
                    heard.events.append("found \(sensor.id)")
                    heard.reasons.append(reason)
                },
                lost: { [heard] sensor, _ in heard.events.append("lost \(sensor.id)") }))
    }

    /// One tick every 20 ms, in seconds; the sensors in `talking` have something to say at each.
    func tick(_ start: Double, to end: Double, talking: Set<String> = []) {
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
    func tries(of id: String, until end: Double) -> [Double] {
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
        source.failures["best"] = .gone(path: "/dev/best")
        keeper.open(now: 0)
        let times = tries(of: "best", until: 95)
        let pauses = zip([0] + times, times).map { ($1 - $0).rounded() }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30])
    }

    @Test func `takes the better one, held by another program, half a second after it is let go`() {
        source.failures["best"] = .busy(path: "/dev/best", holder: "a game")
        source.held = ["best"]
        keeper.open(now: 0)
        #expect(source.tries == ["best", "next"])
        tick(0.02, to: 400, talking: ["next"])
        #expect(keeper.description?.id == "next")
        #expect(source.tries.count { $0 == "best" } == 1, "while it is held there is no use in opening it")
        source.failures = [:]
        source.held = []
        tick(400, to: 400.54, talking: ["next", "best"])
        #expect(heard.events == ["found next", "found best"])
        #expect(heard.reasons == ["of the test; /dev/best is held by a game", "of the test"])
    }

    @Test func `looks at everything again after hotplug events were lost`() {
        source.listed.removeFirst()
        keeper.open(now: 0)
        source.listed.insert(FakeSource.candidate("best", rank: 2), at: 0)
        source.news = .overrun
        keeper.hotplug(now: 20_000_000)
        #expect(heard.events == ["found next", "found best"])
        #expect(keeper.history[1].kind == .overrun)
    }

    @Test func `does not trust a silent one more because others are plugged`() {
        fallSilent()
        for second in 2..<20 {
            keeper.hotplug(now: Int64(second) * 1_000_000_000)
            tick(Double(second), to: Double(second) + 1, talking: ["next"])
        }
        #expect(heard.events == ["found best", "lost best", "found next"])
    }

    @Test func `lets one that reports only changes rest, and asks it twice a second`() {
        keeper.open(now: 0)
        tick(0.02, to: 10)
        #expect(heard.events == ["found best"])
        let probes = source.sensors["best"]?.probes ?? 0
        #expect((17...20).contains(probes))
        source.sensors["best"]?.probeFailure = .silent(path: "/dev/best", reason: "its axes moved")
        tick(10, to: 11)
        #expect(heard.events == ["found best", "lost best", "found next"])
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

    @Test(
        arguments: [(hotplug: nil, after: 1.0), (hotplug: 0, after: 5.0)] as [(hotplug: CInt?, after: Double)]
    )
    func `looks again after a while where nothing was found, with hotplug too`(hotplug: CInt?, after: Double)
    {
        source.hotplugDescriptor = hotplug
        let listed = source.listed
        source.listed = []
        keeper.open(now: 0)
        source.listed = listed
        tick(0.02, to: after - 0.01)
        #expect(heard.events.isEmpty)
        tick(after, to: after + 0.03)
        #expect(heard.events == ["found best"])
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
        #expect(report.map(\.trouble?.error.description) == ["/dev/best is held by a game", nil])
    }
}
