import CLinux
import Foundation
import LinuxSystem
import Strangers
import Testing

extension Executable {
    /// What would keep a thread waiting for long, and must not keep the daemon.
    @Suite struct `Nothing that blocks` {
        /// A daemon with two connections: one made before it took the listener over, whose descriptors the kernel lets in as
        /// one older than Linux 6.16 does, and one made afterwards.
        private func daemon(
            in directory: ScratchDirectory
        ) throws -> (daemon: DaemonProcess, stranger: TestSubscriber, neighbour: TestSubscriber) {
            let listener = try UnixListener.bind(
                directory.path("managed"), mode: 0o660, refusesDescriptors: false)
            let stranger = TestSubscriber(try UnixStream.connect(directory.path("managed")))
            let log = try directory.write("l.csv", TestLog.rocking())
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop"], socket: "managed",
                preamble: "export LISTEN_PID=$$ LISTEN_FDS=1", inherited: [3: listener.descriptor])
            let neighbour = try daemon.subscribe()
            #expect(try stranger.message().type == "hello")
            return (daemon, stranger, neighbour)
        }

        /// Each `close` would take a minute, and the test would wait in vain.
        @Test(arguments: [false, true])
        func `no socket that lingers, passed by a subscriber`(urgent: Bool) throws {
            let directory = try ScratchDirectory()
            let (daemon, stranger, neighbour) = try daemon(in: directory)
            var lingering = try Stranger.Lingering(seconds: 3600)
            // Stopped, or it may be rid of its descriptor first, and the last `close` be this one's.
            try daemon.stop()
            #expect(Stranger.pass([lingering.raw], urgent: urgent, on: stranger.descriptor) == 0)
            lingering.socket = nil
            daemon.signal(SIGCONT)
            let error = try stranger.next("error")
            #expect(error.text("message")?.contains("descriptor") == true, "\(error)")
            _ = try stranger.rest()
            #expect(try neighbour.frames(10).count == 10)
            daemon.signal(SIGTERM)
            #expect(try neighbour.rest().last?.type == "goodbye")
            #expect(try daemon.waitForEnd() == .exit(0))
            withExtendedLifetime(lingering.peer) {}
        }

        @Test func `nor one in the queue of a subscriber who reads nothing and goes`() throws {
            let directory = try ScratchDirectory()
            let (daemon, stranger, neighbour) = try daemon(in: directory)
            // Its answers find no room, so nothing more is read from it; what it asked before may have been read at once.
            var looks = 0
            try Timeout.wait(for: "the answers to find no room") {
                var unread: CInt = 0
                try #require(clinux_ioctl(stranger.descriptor, UInt(SIOCOUTQ), &unread) == 0)
                looks = unread > 0 ? looks + 1 : 0
                if unread == 0 { try stranger.request(#"{"type":"status","include":["candidates"]}"#) }
                return looks == 20
            }
            var lingering = try Stranger.Lingering(seconds: 3600)
            #expect(Stranger.pass([lingering.raw], on: stranger.descriptor) == 0)
            lingering.socket = nil
            shutdown(stranger.descriptor, CInt(SHUT_RDWR))
            _ = try neighbour.ask(#"{"type":"status"}"#, answer: "status")
            try Timeout.wait(for: "the stranger to be gone") {
                try neighbour.ask(#"{"type":"status"}"#, answer: "status").number("subscribers") == 1
            }
            #expect(try neighbour.frames(10).count == 10)
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
            withExtendedLifetime(lingering.peer) {}
        }

        /// Nobody reads the pipe; at 4 kHz it and the queue before it are full at once.
        @Test func `no pipe that pauses, which the recording goes to`() throws {
            let directory = try ScratchDirectory()
            let pipe = directory.path("pipe")
            #expect(mkfifo(pipe, 0o600) == 0)
            let reader = try OwnedDescriptor.open(pipe, O_RDONLY | O_NONBLOCK)
            // Before anything is in it, or the kernel refuses.
            let setPipeSize: CInt = 1031
            #expect(clinux_fcntl(reader.raw, setPipeSize, 4096) >= 0)
            let log = try directory.write("l.tiltlog", TestLog.counts(rows: 8000, interval: 250_000))
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop", "--record", "-"], preamble: "exec >'\(pipe)'")
            let subscriber = try daemon.subscribe()
            try daemon.waitForLog("is behind")
            #expect(try subscriber.frames(10).count == 10)
            daemon.signal(SIGTERM)
            #expect(try subscriber.rest().last?.type == "goodbye")
            #expect(try daemon.waitForEnd() == .exit(0))
            #expect(daemon.log.contains("not written"))
        }

        /// A limit of the size of files stands for a full disk: the kernel takes half a row, then says `EFBIG`.
        @Test func `and a disk that is full leaves a log that ends with a whole row`() throws {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.tiltlog", TestLog.counts(rows: 400))
            let recorded = directory.path("r.tiltlog")
            // A unit of 512 bytes: the header has its room.
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop", "--record", recorded],
                preamble: "trap '' XFSZ; ulimit -f 8; exec >/dev/null 2>&1")
            let subscriber = try daemon.subscribe()
            try Timeout.wait(for: "the log to be full") {
                let text = directory.text("r.tiltlog")
                return text.utf8.count > 3500 && text.hasSuffix("\n")
            }
            #expect(try subscriber.frames(10).count == 10)
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
            let text = directory.text("r.tiltlog")
            #expect(text.hasSuffix("\n") && text.utf8.count <= 4096 && !text.contains("#end"))
        }

        /// Words of a command line, and a part of what is said of them before anything is served.
        struct Case: CustomTestStringConvertible {
            let words: [String]
            let says: String
            var testDescription: String { words.joined(separator: " ") }
        }

        @Test(arguments: [
            Case(words: ["--replay", "/proc/nonexistent.tiltlog"], says: "No such file"),
            Case(words: ["--replay", "/tmp"], says: "Is a directory"),
            Case(words: ["--replay", "/proc/self/status"], says: "no sensor log"),
            Case(words: ["--replay", "/dev/zero"], says: "cannot replay"),
            Case(words: ["--record", "/proc/self/status"], says: "File exists"),
            Case(
                words: ["--record", "/proc/nonexistent/l.tiltlog"],
                says: "open /proc/nonexistent/l.tiltlog: No such"),
            Case(words: ["--record", "/dev/full"], says: "/dev/full is a device; name another file\n"),
            Case(words: ["--record", "/tmp"], says: "/tmp is a directory; name another file\n"),
            Case(
                words: ["--record", "/dev/null", "--max-size", "4k", "--rotate", "2"],
                says: "/dev/null is a device; name another file\n"),
            Case(
                words: ["--record", #filePath, "--max-size", "4k", "--rotate", "2"],
                says: "is no recording, and is left alone; name another file"),
            Case(
                words: ["--record", "-", "--max-size", "4k", "--rotate", "2"],
                says: "--rotate needs --max-size, and a file to rotate"),
            Case(
                words: ["--record", "l.tiltlog", "--max-size", "4k", "--rotate", "+2"],
                says: "--rotate \"+2\": expected 2 to 1000"),
        ])
        func `and a file that cannot be used is refused at the start`(_ given: Case) throws {
            let daemon = try DaemonProcess(in: try ScratchDirectory(), given.words)
            #expect(try daemon.waitForEnd() == .exit(2))
            #expect(daemon.log.contains(given.says), "\(daemon.log)")
        }

        @Test(.enabled(if: geteuid() == 0, "only root becomes somebody else"))
        func `and a place where it may not write is refused at the start, by who it becomes`() throws {
            let directory = try ScratchDirectory()
            let words = ["--user", "nobody", "--record", directory.path("l.tiltlog")]
            let daemon = try DaemonProcess(in: directory, words)
            #expect(try daemon.waitForEnd() == .exit(2))
            #expect(daemon.log.contains("l.tiltlog: Permission denied; see whether"), "\(daemon.log)")
        }
    }
}
