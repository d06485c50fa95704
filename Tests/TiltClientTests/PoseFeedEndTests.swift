import LinuxSystem
import Testing
import TiltClient

@Suite struct `End of a pose feed` {
    let directory: ScratchDirectory
    let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.path + "/s"
    }

    /// Takes what comes until it ends; what was handed on, and why it ended.
    private func follow(_ feed: PoseFeed) -> ([ClientEvent], ClientError?) {
        var events: [ClientEvent] = []
        do throws(ClientError) {
            // At most a minute: a busy machine is no failure.
            while DescriptorWait.readable([feed.descriptor], nanoseconds: 60_000_000_000)[0] {
                try feed.receive { events.append($0) }
            }
            return (events, nil)
        } catch {
            return (events, error)
        }
    }

    @Test(arguments: ["", FakeDaemon.hello])
    func `leaves one that sends a line without an end`(greeting: String) throws {
        let daemon = try FakeDaemon(path)
        let feed = try PoseFeed(path: path)
        try daemon.accept()
        daemon.say(greeting + String(repeating: "x", count: 60_000))
        let (_, error) = follow(feed)
        #expect(error == .notTiltshadow(firstLine: String(repeating: "x", count: 57) + "…"))
    }

    @Test(arguments: ["stopping", nil])
    func `says why the daemon ended the connection, where it has said so`(reason: String?) throws {
        let daemon = try FakeDaemon(path)
        let feed = try PoseFeed(path: path)
        try daemon.accept()
        let goodbye = reason.map { #"{"type":"goodbye","reason":"\#($0)"}"# + "\n" } ?? ""
        #expect(try daemon.heard().contains(#""type":"map""#))
        daemon.say(FakeDaemon.hello + FakeDaemon.frame(1) + "\n}{\n" + goodbye)
        daemon.hangUp()
        let (events, error) = follow(feed)
        #expect(error == .closed(reason: reason))
        #expect(events.count == (reason == nil ? 1 : 2), "\(events)")
    }
}
