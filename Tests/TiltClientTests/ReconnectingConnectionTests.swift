import Glibc
import LinuxSystem
import Testing
import TiltCore

@testable import TiltClient

@Suite struct `Reconnecting connection` {
    let directory: ScratchDirectory
    let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.path + "/s"
    }

    func connection(_ patience: Patience, gain: Double? = nil) -> ReconnectingConnection {
        var options = SubscriptionChange()
        options.gain = gain
        return ReconnectingConnection(to: { [path] in path }, options: options, patience: patience)
    }

    func events(
        _ connection: inout ReconnectingConnection, at now: Int64
    ) throws(ClientError) -> [ReconnectingConnection.Event] {
        var events: [ReconnectingConnection.Event] = []
        try connection.advance(to: now) { events.append($0) }
        return events
    }

    @Test func `comes back after a restart and subscribes again`() throws {
        var connection = connection(.failAtFirst, gain: 20)
        var daemon: FakeDaemon? = try FakeDaemon(path)
        _ = try events(&connection, at: 0)
        try daemon?.accept()
        #expect(try daemon?.heard() == #"{"type":"subscribe","id":1,"gain":20}"# + "\n")
        daemon?.say(FakeDaemon.hello)
        #expect(try events(&connection, at: 1).count == 1)

        daemon = nil
        #expect(try events(&connection, at: 2) == [.lost(.closed(reason: nil), retryAfter: 100_000_000)])
        #expect(connection.descriptor == nil)
        #expect(try events(&connection, at: 3).isEmpty, "not before the deadline")
        #expect(
            try events(&connection, at: 100_000_002) == [
                .lost(.noSocket(path: path), retryAfter: 200_000_000)
            ])

        daemon = try FakeDaemon(path)
        _ = try events(&connection, at: 300_000_002)
        try daemon?.accept()
        #expect(try daemon?.heard().contains(#""gain":20"#) == true)
        daemon?.say(FakeDaemon.hello + #"{"type":"ok","id":1}"# + "\n" + FakeDaemon.frame(1))
        #expect(try events(&connection, at: 300_000_003).count == 3)
    }

    @Test func `leaves out frames from before the daemon took the options, each time`() throws {
        var connection = connection(.always, gain: 20)
        let daemon = try FakeDaemon(path)
        for round: Int64 in 0...1 {
            _ = try events(&connection, at: round * 10_000_000_000)
            try daemon.accept()
            daemon.say(FakeDaemon.hello + FakeDaemon.frame(1) + #"{"type":"ok","id":9}"# + "\n")
            #expect(try events(&connection, at: round * 10_000_000_000).count == 2)
            daemon.say(FakeDaemon.frame(2) + #"{"type":"ok","id":1}"# + "\n" + FakeDaemon.frame(3))
            let got = try events(&connection, at: round * 10_000_000_000)
            guard case .message(.frame(let frame, dropped: 0))? = got.last, got.count == 2 else {
                Issue.record("round \(round): \(got)")
                return
            }
            #expect(frame.sequence == 3)
            daemon.hangUp()
            _ = try events(&connection, at: round * 10_000_000_000 + 1)
        }
    }

    @Test(arguments: [Patience.never, .failAtFirst])
    func `gives up at once where nobody was ever there`(patience: Patience) {
        var connection = connection(patience)
        #expect(throws: ClientError.noSocket(path: path)) { try events(&connection, at: 0) }
    }

    @Test func `waits where so many wait that there is no room, and gives up where it does not wait`() throws
    {
        let daemon = try FakeDaemon(path, queue: 0)
        // The queue has one place more than it is asked for.
        let first = try UnixStream.connect(path)
        let full = ClientError.system(call: "connect", path: path, errno: EAGAIN)
        for patience in [Patience.never, .failAtFirst] {
            var connection = connection(patience)
            #expect(throws: full) { try events(&connection, at: 0) }
        }
        #expect(full.hint.hasPrefix("connect again"))
        var connection = connection(.always)
        #expect(try events(&connection, at: 0) == [.lost(full, retryAfter: 100_000_000)])
        try daemon.accept()
        #expect(try events(&connection, at: 100_000_000).isEmpty)
        try daemon.accept()
        daemon.say(FakeDaemon.hello)
        #expect(try events(&connection, at: 100_000_001).count == 1)
        withExtendedLifetime(first) {}
    }

    @Test func `waits from the start where it is told to, ever longer up to five seconds`() throws {
        var connection = connection(.always)
        var now: Int64 = 0
        var waits: [Int64] = []
        for _ in 0..<8 {
            guard case .lost(_, let wait)? = try events(&connection, at: now).first else { break }
            waits.append(wait / 1_000_000)
            now += wait
        }
        #expect(waits == [100, 200, 400, 800, 1600, 3200, 5000, 5000])
    }

    /// What a daemon says that ends, how long it stays, in nanoseconds, and the waits after each time, in milliseconds.
    static let ends: [(String, Int64, [Int64])] = [
        (FakeDaemon.hello, 0, [100, 200, 400, 800]),
        (FakeDaemon.hello + "}{\n", 0, [100, 200, 400, 800]),
        (FakeDaemon.hello, 4_999_999_999, [100, 200, 400, 800]),
        (FakeDaemon.hello, 5_000_000_000, [100, 200, 400, 800]),
        (FakeDaemon.hello + FakeDaemon.frame(1), 0, [100, 100, 100, 100]),
    ]

    @Test(arguments: ends)
    func `waits ever longer for a daemon that greets and ends, until it sends a frame`(
        words: String, stay: Int64, waits: [Int64]
    ) throws {
        var connection = connection(.always)
        let daemon = try FakeDaemon(path)
        var now: Int64 = 0
        var seen: [Int64] = []
        for _ in waits {
            #expect(try events(&connection, at: now).isEmpty)
            try daemon.accept()
            daemon.say(words)
            if stay == 0 { daemon.hangUp() }
            #expect(try !events(&connection, at: now).isEmpty)
            now += stay
            daemon.hangUp()
            guard case .lost(_, let wait)? = try events(&connection, at: now).last else { break }
            seen.append(wait / 1_000_000)
            now += wait
        }
        #expect(seen == waits)
    }

    @Test func `does not wait for another version to go away`() throws {
        var connection = connection(.always)
        let daemon = try FakeDaemon(path)
        _ = try events(&connection, at: 0)
        try daemon.accept()
        daemon.say(#"{"type":"hello","protocol":2}"# + "\n")
        #expect(throws: ClientError.unsupportedVersion(found: 2, supported: 1, server: "the daemon")) {
            try events(&connection, at: 1)
        }
    }

    @Test func `looks for the daemon anew at each attempt`() throws {
        let places = [directory.path + "/system", path]
        var connection = ReconnectingConnection(
            to: { places.last { access($0, F_OK) == 0 } ?? places[0] }, options: SubscriptionChange(),
            patience: .always)
        #expect(
            try events(&connection, at: 0) == [.lost(.noSocket(path: places[0]), retryAfter: 100_000_000)])
        let daemon = try FakeDaemon(path)
        _ = try events(&connection, at: 100_000_000)
        try daemon.accept()
        daemon.say(FakeDaemon.hello)
        #expect(try events(&connection, at: 100_000_001).count == 1)
    }

    @Test(arguments: [
        (Patience.always, [true, true]), (.failAtFirst, [false, true]), (.never, [false, false]),
    ])
    func `waits while it is refused in the place of hello, at first only where it waits at all`(
        patience: Patience, waits: [Bool]
    ) throws {
        let refusal = #"{"type":"error","code":"too-many","message":"full","hint":""}"# + "\n"
        for (wasThere, isWaiting) in zip([false, true], waits) {
            var connection = connection(patience)
            let daemon = try FakeDaemon(path)
            var now: Int64 = 0
            _ = try events(&connection, at: now)
            try daemon.accept()
            if wasThere, patience != .never {
                daemon.say(FakeDaemon.hello)
                _ = try events(&connection, at: now)
                daemon.hangUp()
                _ = try events(&connection, at: now)
                now = 100_000_000
                _ = try events(&connection, at: now)
                try daemon.accept()
            }
            daemon.say(refusal)
            let words = ClientError.refused(Refusal(id: nil, code: "too-many", message: "full", hint: ""))
            var error: ClientError?
            do throws(ClientError) {
                guard case .lost(words, _)? = try events(&connection, at: now).last else {
                    Issue.record("it goes on as if nothing were")
                    continue
                }
            } catch let thrown { error = thrown }
            #expect(error == (isWaiting ? nil : words))
            daemon.end()
        }
    }

    @Test func `reports options that the daemon refuses`() throws {
        var connection = connection(.always, gain: 1e9)
        let daemon = try FakeDaemon(path)
        _ = try events(&connection, at: 0)
        try daemon.accept()
        daemon.say(
            FakeDaemon.hello + #"{"type":"error","id":1,"code":"out-of-range","message":"gain","hint":""}"#
                + "\n")
        #expect(
            throws: ClientError.refused(
                Refusal(id: .number(1), code: "out-of-range", message: "gain", hint: ""))
        ) {
            try events(&connection, at: 1)
        }
    }

    @Test func `asks ever more rarely for options that were taken once and are refused now`() throws {
        var connection = connection(.failAtFirst, gain: 20)
        let daemon = try FakeDaemon(path)
        let refusal = #"{"type":"error","id":1,"code":"not-permitted","message":"no","hint":""}"# + "\n"
        let taken = #"{"type":"ok","id":1}"# + "\n" + FakeDaemon.frame(1)
        var now: Int64 = 0
        var waits: [Int64] = []
        for words in [taken, refusal, refusal, taken, refusal] {
            #expect(try events(&connection, at: now).isEmpty)
            try daemon.accept()
            daemon.say(FakeDaemon.hello + FakeDaemon.frame(1) + words)
            var got = try events(&connection, at: now)
            daemon.hangUp()
            if words == taken { got = try events(&connection, at: now) }
            guard case .lost(_, let wait)? = got.last else { break }
            waits.append(wait / 1_000_000)
            now += wait
        }
        #expect(waits == [100, 200, 400, 100, 200])
    }

    @Test func `takes a refusal without an id for that of the options, until they are taken`() throws {
        let refusal = #"{"type":"error","code":"not-json","message":"no","hint":""}"# + "\n"
        for isTaken in [false, true] {
            var options = SubscriptionChange()
            options.rateHz = .nan
            var connection = ReconnectingConnection(
                to: { [path] in path }, options: options, patience: .always)
            let daemon = try FakeDaemon(path)
            _ = try events(&connection, at: 0)
            try daemon.accept()
            #expect(try daemon.heard() == #"{"type":"subscribe","id":1,"rate_hz":nan}"# + "\n")
            let answer = #"{"type":"ok","id":1}"# + "\n"
            daemon.say(FakeDaemon.hello + (isTaken ? answer : "") + refusal)
            var error: ClientError?
            do throws(ClientError) { _ = try events(&connection, at: 1) } catch let thrown { error = thrown }
            let words = Refusal(id: nil, code: "not-json", message: "no", hint: "")
            #expect(error == (isTaken ? nil : .refused(words)))
            daemon.end()
        }
    }

    @Test func `waits where another user comes to the front before the options are taken`() throws {
        var options = SubscriptionChange()
        options.rateHz = 60
        var connection = ReconnectingConnection(
            to: { [path] in path }, options: options, patience: .failAtFirst)
        let daemon = try FakeDaemon(path)
        _ = try events(&connection, at: 0)
        try daemon.accept()
        let away = #"{"type":"error","code":"not-permitted","message":"no","hint":""}"# + "\n"
        daemon.say(FakeDaemon.hello + away + #"{"type":"ok","id":1}"# + "\n")
        #expect(try events(&connection, at: 1).count == 3 && connection.deadline == nil)
    }

    @Test func `leaves a socket that accepts and stays silent after five seconds`() throws {
        let daemon = try FakeDaemon(path)
        var connection = connection(.never)
        _ = try events(&connection, at: 0)
        try daemon.accept()
        #expect(try events(&connection, at: 4_999_999_999).isEmpty)
        #expect(throws: ClientError.silent(path: path)) { try events(&connection, at: 5_000_000_000) }
    }

    @Test func `leaves a daemon that hangs after three seconds, and counts from what it reads then`() throws {
        let daemon = try FakeDaemon(path)
        var connection = connection(.failAtFirst)
        _ = try events(&connection, at: 0)
        try daemon.accept()
        daemon.say(FakeDaemon.hello)
        #expect(try events(&connection, at: 1).count == 1)
        daemon.say(FakeDaemon.frame(1))
        #expect(try events(&connection, at: 9_000_000_000).count == 1, "the program itself was stopped")
        #expect(connection.deadline == 12_000_000_000)
        #expect(try events(&connection, at: 11_999_999_999).isEmpty)
        #expect(
            try events(&connection, at: 12_000_000_000) == [
                .lost(.silent(path: path), retryAfter: 100_000_000)
            ])
    }

    @Test func `does not miss frames while they are paused, or another user sits in front`() throws {
        let daemon = try FakeDaemon(path)
        var connection = connection(.failAtFirst)
        _ = try events(&connection, at: 0)
        try daemon.accept()
        daemon.say(FakeDaemon.hello)
        _ = try events(&connection, at: 0)
        connection.send(.pause)
        #expect(connection.deadline == nil)
        #expect(try events(&connection, at: 9_000_000_000).isEmpty)
        connection.send(.resume)
        daemon.say(#"{"type":"error","code":"not-permitted","message":"no","hint":""}"# + "\n")
        _ = try events(&connection, at: 9_000_000_000)
        #expect(try events(&connection, at: 99_000_000_000).isEmpty && connection.descriptor != nil)
        daemon.say(FakeDaemon.frame(1))
        _ = try events(&connection, at: 99_000_000_000)
        #expect(connection.deadline == 102_000_000_000)
    }

    @Test func `leaves one that hangs three seconds after it was told to go on, but while it is away`() throws
    {
        let daemon = try FakeDaemon(path)
        var connection = connection(.failAtFirst)
        _ = try events(&connection, at: 0)
        try daemon.accept()
        daemon.say(FakeDaemon.hello + FakeDaemon.frame(1))
        _ = try events(&connection, at: 0)
        connection.send(.pause)
        daemon.say(#"{"type":"ok","rate_hz":50,"paused":true}"# + "\n")
        #expect(try events(&connection, at: 9_000_000_000).count == 1 && connection.deadline == nil)
        connection.send(.resume)
        #expect(connection.deadline == .min, "the caller is to ask again at once")
        #expect(try events(&connection, at: 10_000_000_000).isEmpty && connection.deadline == 13_000_000_000)
        connection.send(.resume)
        #expect(connection.deadline == 13_000_000_000, "asked again, it is no later")
        #expect(try events(&connection, at: 12_999_999_999).isEmpty)
        #expect(
            try events(&connection, at: 13_000_000_000) == [
                .lost(.silent(path: path), retryAfter: 100_000_000)
            ])

        _ = try events(&connection, at: 14_000_000_000)
        try daemon.accept()
        let away = #"{"type":"error","code":"not-permitted","message":"no","hint":""}"# + "\n"
        daemon.say(FakeDaemon.hello + away)
        _ = try events(&connection, at: 14_000_000_000)
        connection.send(.pause)
        connection.send(.resume)
        #expect(try events(&connection, at: 99_000_000_000).isEmpty && connection.deadline == nil)
    }
}
