import CLinux
import Testing

@testable import LinuxSystem

@Suite struct `Service manager` {
    /// What reaches `NOTIFY_SOCKET` when a manager of that name is told everything.
    private func messages(at name: String) throws -> [String] {
        let receiver = try DatagramReceiver(at: name)
        let manager = ServiceManager(environment: Environment(["NOTIFY_SOCKET": name]))
        manager.ready(status: "1 subscriber")
        manager.status("two\nlines\nREADY=1")
        manager.reloading(at: 1_234_567_890)
        manager.keepAlive()
        manager.stopping()
        var messages: [String] = []
        while let message = receiver.nextText() { messages.append(message) }
        return messages
    }

    private let expected = [
        "READY=1\nSTATUS=1 subscriber",
        #"STATUS=two\u{a}lines\u{a}READY=1"#, "RELOADING=1\nMONOTONIC_USEC=1234567",
        "WATCHDOG=1", "STOPPING=1",
    ]

    @Test func `hears every state at a path`() throws {
        let heard = try withTemporaryDirectory { directory in try messages(at: "\(directory)/notify") }
        #expect(heard == expected)
    }

    @Test func `hears every state at an abstract name`() throws {
        #expect(try messages(at: "@linux-system-test-\(getpid())") == expected)
    }

    @Test(arguments: [nil, "", "relative", "/nowhere/notify", "@nobody-listens-here", "vsock:2:1234"])
    func `is not missed where it cannot be told`(name: String?) {
        var variables = ["WATCHDOG_USEC": "2000000"]
        variables["NOTIFY_SOCKET"] = name
        let manager = ServiceManager(environment: Environment(variables))
        manager.ready(status: "up")
        manager.keepAlive()
        manager.stopping()
        #expect(manager.watchdogPeriod == 1_000_000_000, "what else it has said holds")
    }

    @Test func `is not waited for with signs of life, nor at the end`() throws {
        let name = "@linux-system-test-busy-\(getpid())"
        // Never read: its queue is full after a while, at most 512 messages (`net.unix.max_dgram_qlen`).
        let receiver = try DatagramReceiver(at: name)
        let manager = ServiceManager(environment: Environment(["NOTIFY_SOCKET": name]))
        let before = MonotonicClock.now()
        for _ in 0..<600 { manager.keepAlive() }
        for _ in 0..<60 { manager.status("still") }
        for _ in 0..<60 { manager.stopping() }
        // Each that waited would have waited a second.
        #expect(MonotonicClock.now() - before < 30_000_000_000)
        #expect(receiver.nextText() == "WATCHDOG=1")
    }

    @Test(
        arguments: [
            (usec: "3000000", pid: nil, period: 1_500_000_000),
            (usec: "3000000", pid: "77", period: 1_500_000_000),
            (usec: "1", pid: nil, period: 500), (usec: "3000000", pid: "78", period: nil),
            (usec: "3000000", pid: "x", period: nil), (usec: "0", pid: nil, period: nil),
            (usec: "-5", pid: nil, period: nil), (usec: "3s", pid: nil, period: nil),
            (usec: nil, pid: nil, period: nil),
            (usec: "4503599627370496", pid: nil, period: 2_251_799_813_685_248_000),
            (usec: "4503599627370497", pid: nil, period: nil),
            (usec: "18446744073709551", pid: nil, period: nil),
            (usec: "9223372036854775807", pid: nil, period: nil),
            (usec: "18446744073709551615", pid: nil, period: nil),
        ] as [(usec: String?, pid: String?, period: Int64?)])
    func `wants a sign of life twice in its watchdog time`(usec: String?, pid: String?, period: Int64?) {
        var variables: [String: String] = [:]
        variables["WATCHDOG_USEC"] = usec
        variables["WATCHDOG_PID"] = pid
        let manager = ServiceManager(environment: Environment(variables), processID: 77)
        #expect(manager.watchdogPeriod == period)
    }
}
