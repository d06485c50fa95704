import Testing

extension Executable {
    /// What ends the daemon at its start: by which exit status, and what it says.
    @Suite struct `Command line of the daemon` {
        /// Words of a command line, the exit status and a part of what is said.
        struct Case: CustomTestStringConvertible {
            let words: [String]
            let status: CInt
            let says: String
            var testDescription: String { words.joined(separator: " ") }
        }

        /// What is wrong with files, sockets and settings is told by tests of their own, without a process.
        @Test(arguments: [
            Case(words: ["--help"], status: 0, says: "usage: tiltshadowd"),
            Case(words: ["--version"], status: 0, says: "tiltshadow"),
            Case(words: ["--check"], status: 0, says: "fine"),
            Case(words: ["--dance"], status: 2, says: "unknown argument \"--dance\""),
            Case(words: ["extra"], status: 2, says: "unknown argument \"extra\""),
            Case(words: ["--replay"], status: 2, says: "--replay needs a value"),
            Case(words: ["--loop"], status: 2, says: "--loop is for --replay"),
            Case(words: ["--check=yes"], status: 2, says: "--check takes no value"),
            Case(words: ["--check", "--set", "shadow.gian=3"], status: 2, says: "gain"),
            Case(words: ["--check", "--set", "shadow.rate_hz=900"], status: 2, says: "1 to 200"),
            Case(
                words: ["--check", "--config", "/proc/nonexistent/conf"], status: 2,
                says: "/proc/nonexistent/conf"),
            Case(
                words: ["--check", "--replay", "walk.tiltlog", "--set", "sensor.accel_scale=0.01"],
                status: 0, says: "with --replay the sensor is the log's own"),
            Case(words: ["--replay", "/proc/nonexistent.tiltlog"], status: 2, says: "No such file"),
            Case(words: ["--record", "/tmp"], status: 2, says: "/tmp is a directory; name another file\n"),
            Case(
                words: ["--record", #filePath, "--max-size", "4k", "--rotate", "2"], status: 2,
                says: "is no recording, and is left alone; name another file"),
            Case(
                words: ["--record", "-", "--max-size", "4k", "--rotate", "2"], status: 2,
                says: "--rotate needs --max-size, and a file to rotate"),
            Case(
                words: ["--record", "l.tiltlog", "--max-size", "4k", "--rotate", "+2"], status: 2,
                says: "--rotate \"+2\": expected 2 to 1000"),
            Case(
                words: ["--user", "no-such-user"], status: 2,
                says: "--user \"no-such-user\": there is no such user; create it (`useradd"),
            Case(words: ["--socket", "/proc/nonexistent/s"], status: 1, says: "mkdir -p /proc/nonexistent"),
            Case(words: ["--socket", #filePath], status: 1, says: "not a socket; it was left alone"),
        ])
        func `ends it as it is told to, or where it cannot be served`(_ given: Case) throws {
            let directory = try ScratchDirectory()
            let socket = given.words.contains("--socket") ? nil : "s"
            let daemon = try DaemonProcess(in: directory, given.words, socket: socket)
            #expect(try daemon.waitForEnd() == .exit(given.status))
            #expect(daemon.log.contains(given.says), "\(daemon.log)")
            #expect(!daemon.log.contains("serving on"), "\(daemon.log)")
        }
    }
}
