import Testing
import TiltCore
import TiltSensors

@testable import TiltDaemon

/// What becomes of a sensor that opens and then says nothing.
extension `Sensor keeper, healing` {
    /// One that must send sends for half a second, and then nothing for another second.
    func fallSilent() {
        source.talkative = ["best", "next"]
        keeper.open(now: 0)
        tick(0.02, to: 0.5, talking: ["best"])
        tick(0.5, to: 1.4)
        #expect(heard.events == ["found best"])
        tick(1.4, to: 1.54)
        #expect(heard.events == ["found best", "lost best", "found next"])
        #expect(
            source.tries == ["best", "best", "next"], "it is opened again at once, and the next beside it")
    }

    @Test func `hears at once when a silent one sends again, though another works`() {
        fallSilent()
        tick(1.54, to: 300, talking: ["next"])
        #expect(keeper.description?.id == "next", "one that is silent is no reason to leave one that works")
        tick(300, to: 300.05, talking: ["next", "best"])
        #expect(heard.events.last == "found best")
        let kinds = (0..<keeper.history.count).map { keeper.history[$0].kind }
        #expect(kinds == [.found, .silent, .found, .refused, .found])
    }

    @Test func `sets a silent one up anew at ever longer intervals`() {
        fallSilent()
        let before = source.tries.count { $0 == "best" }
        tick(1.54, to: 600, talking: ["next"])
        let tries = source.tries.count { $0 == "best" } - before
        #expect((18...26).contains(tries), "1, 2, 4, 8, 16, then every 30 s")
    }

    @Test func `polls a device whose buffer is silent, and tries the buffer beside it`() {
        source.listed = [
            FakeSource.candidate("buffer", rank: 2, sysPath: "/sys/one"),
            FakeSource.candidate("poll", rank: 1, kind: .iioPoll, sysPath: "/sys/one"),
        ]
        source.talkative = ["buffer"]
        keeper.open(now: 0)
        tick(0.02, to: 1.1, talking: ["poll"])
        #expect(heard.events == ["found buffer", "lost buffer"])
        tick(1.1, to: 2.2, talking: ["poll"])
        #expect(heard.events == ["found buffer", "lost buffer", "found poll"])
        let before = source.tries.count { $0 == "buffer" }
        tick(2.2, to: 602, talking: ["poll"])
        let tries = source.tries.count { $0 == "buffer" } - before
        #expect(
            (7...10).contains(tries),
            "a second of it at 1, 2, 4 … s: opening it may keep polling from working")
        #expect(keeper.description?.id == "poll")
        tick(602, to: 1300, talking: ["poll", "buffer"])
        #expect(heard.events.last == "found buffer")
    }

    @Test func `trusts one that was taken away as soon as it is open again`() {
        keeper.open(now: 0)
        tick(0.02, to: 0.5, talking: ["best"])
        source.sensors["best"]?.probeFailure = .stolen(path: "/dev/best", text: "its buffer was switched off")
        tick(0.5, to: 1.1)
        #expect(heard.events == ["found best", "lost best", "found best"])
        #expect((0..<keeper.history.count).map { keeper.history[$0].kind } == [.found, .stolen, .found])
        #expect(keeper.history[2].took == 520_000_000)
    }

    @Test func `takes no angular rate for a sign of life`() {
        source.talkative = ["best"]
        keeper.open(now: 0)
        for step in 1...60 {
            let now = Int64(step) * 20_000_000
            let rate = Reading(time: Timestamp(nanoseconds: now), accelerometer: nil, gyroscope: .zero)
            source.sensors["best"]?.readings = [rate]
            keeper.drain(now: now) { _, _ in }
        }
        #expect(heard.events == ["found best", "lost best", "found next"])
    }

    @Test func `after sleep gives a sensor 0.3 s to speak`() {
        source.talkative = ["best"]
        keeper.open(now: 0)
        tick(0.02, to: 5, talking: ["best"])
        keeper.resume(after: 60_000_000_000, now: 5_000_000_000)
        tick(5, to: 5.2)
        #expect(heard.events == ["found best"])
        tick(5.2, to: 5.4)
        #expect(heard.events == ["found best", "lost best", "found next"])
        #expect(keeper.history[1].kind == .resumed)
        #expect(keeper.history[1].took == 60_000_000_000)
    }
}
