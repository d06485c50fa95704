import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Subscriber facts` {
    private func facts(
        denied: Bool = true, stranger: Bool = false,
        group: GroupEntry? = GroupEntry(number: 900, members: []),
        groups: Set<UInt32> = [1], file: FileAccess? = nil
    ) -> SubscriberFacts {
        SubscriberFacts(
            user: "joe", credentials: Credentials(name: "this user", user: 1000, groups: groups),
            group: group,
            isDenied: denied, isStranger: stranger, path: "/s", file: file, frames: nil)
    }

    @Test func `send a user who may not connect to the group, to a new login, or to the socket`() {
        let member = GroupEntry(number: 900, members: ["joe"])
        let all = [facts(), facts(group: member), facts(group: member, groups: [900]), facts(group: nil)]
        #expect(all.map { $0.checks.map { $0.verdict } } == Array(repeating: [.problem], count: 4))
        #expect(
            all.map { $0.checks[0].advice } == [
                "sudo usermod -aG tiltshadow joe   # then log in again",
                "newgrp tiltshadow   # for this shell alone",
                "sudo systemctl restart tiltshadow.socket", "namei -l /s",
            ])
        #expect(facts(group: member).checks[0].detail.contains("log in again"))
    }

    @Test(arguments: InitSystem.allCases)
    func `have the socket made anew by what starts the service`(initSystem: InitSystem) {
        var facts = facts(group: GroupEntry(number: 900, members: ["joe"]), groups: [900])
        facts.initSystem = initSystem
        #expect(facts.checks[0].advice == initSystem.restart)
    }

    /// Somebody's own daemon: what its socket's file says decides, and not the service's group.
    @Test(arguments: [
        (0, 0, 0o140660, "it is for root alone", "sudo -u root tiltshadow doctor --socket /s"),
        (
            0, 999_999, 0o140660, "it is for the group 999999",
            "sudo usermod -aG 999999 joe   # then log in again"
        ),
        (0, 999_999, 0o140600, "it is for root alone", "sudo -u root tiltshadow doctor --socket /s"),
        (0, 0, 0o100600, "it is no socket", "namei -l /s"),
    ])
    func `say whose the socket is`(owner: UInt32, group: UInt32, mode: UInt32, reason: String, advice: String)
    {
        let file = FileAccess(path: "/s", owner: owner, group: group, mode: mode)
        let check = facts(group: nil, file: file).checks[0]
        #expect(check.detail == "joe may not connect to /s: \(reason)" && check.advice == advice, "\(check)")
        let who = Credentials(name: "joe", user: 1000, groups: [1])
        let words = SocketDenial("/s", file, to: who).advice(.shadow)
        #expect(words.contains(reason) && !words.contains("group tiltshadow"), "\(words)")
    }

    @Test func `say of a user whom the daemon itself refuses that there is no session in front`() {
        let all = [facts(stranger: true), facts(stranger: true, group: nil)].map { $0.checks[0] }
        #expect(all.allSatisfy { $0.detail.contains("no active session on a seat of this machine") })
        #expect(
            all.map { $0.advice } == [
                "sudo usermod -aG tiltshadow joe   # then log in again", "loginctl list-sessions",
            ])
    }

    @Test(arguments: [
        (0, "not turned, for whoever does not say how theirs is turned"),
        (270, "turned by 270 degrees by the settings, to which what a program says is added"),
    ])
    func `tell how the picture is taken to be turned`(rotation: Double, text: String) {
        var facts = facts(denied: false)
        facts.frames = FrameTally(promisedHz: 50)
        facts.rotation = rotation
        #expect(facts.checks.last == Check(.subscriber, "picture", .ok, text))
    }

    @Test func `tell how those who follow are turned`() {
        var facts = facts(denied: false)
        facts.frames = FrameTally(promisedHz: 50)
        (facts.rotation, facts.followed) = (0, 90)
        let text =
            "not turned, for whoever does not say how theirs is turned; by 90 degrees by `tiltshadow rotate`, for whoever follows"
        #expect(facts.checks.last == Check(.subscriber, "picture", .ok, text))
    }

    @Test func `are passed over without a daemon`() {
        #expect(facts(denied: false).checks.map { $0.verdict } == [.skipped])
    }
}

@Suite struct `Frame tally` {
    /// A hundred frames at 50 Hz, each read 1 ms after its tick.
    private func tally(_ change: (Int, inout FrameTally.Arrival) -> Bool = { _, _ in true }) -> FrameTally {
        var tally = FrameTally(promisedHz: 50)
        for index in 0..<100 {
            let time = Timestamp(nanoseconds: Int64(index) * 20_000_000)
            let frame = Frame(
                sequence: UInt64(index + 1), time: time, state: .tracking, offset: ShadowOffset(x: 0, y: 0))
            var arrival = FrameTally.Arrival(frame: frame, dropped: 0, time: time.nanoseconds + 1_000_000)
            if change(index, &arrival) { tally.add(arrival) }
        }
        return tally
    }

    private func verdicts(_ tally: FrameTally) -> [Verdict] {
        tally.checks(restart: "again").map { $0.verdict }
    }

    @Test func `of a healthy subscriber is well`() {
        #expect(verdicts(tally()) == [.ok, .ok, .ok])
        #expect(
            tally().checks(restart: "").map { $0.detail } == [
                "50.0 Hz, 50.0 expected", "none",
                "1.00 ms from tick to us, p99 1.00 ms; ticks within 0.00 ms",
            ])
    }

    @Test func `sees half the rate, silence, and a daemon without a sensor`() {
        #expect(verdicts(tally { index, _ in index % 2 == 0 })[0] == .problem)
        #expect(verdicts(tally { index, _ in !(10..<20).contains(index) })[0] == .warning)
        #expect(verdicts(tally { _, _ in false }) == [.problem, .ok, .skipped])
        #expect(verdicts(tally { index, _ in index == 0 })[0] == .problem)
        let none = tally { _, arrival in
            arrival.frame.state = .none
            return true
        }
        #expect(verdicts(none)[0] == .skipped)
    }

    @Test func `tells a marked gap from one that is not`() {
        let unmarked = tally { index, _ in index != 50 }
        #expect(unmarked.missing == 1)
        #expect(verdicts(unmarked) == [.ok, .problem, .ok])
        let marked = tally { index, arrival in
            if index == 51 { arrival.dropped = 1 }
            return index != 50
        }
        #expect(verdicts(marked) == [.ok, .warning, .ok])
    }

    @Test func `warns of frames that come late`() {
        let late = tally { index, arrival in
            if index > 90 { arrival.time += 30_000_000 }
            return true
        }
        #expect(verdicts(late) == [.ok, .ok, .warning])
    }
}
