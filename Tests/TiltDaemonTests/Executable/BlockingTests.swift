import CLinux
import Foundation
import LinuxSystem
import Strangers
import Testing

extension Executable {
    /// What would keep a thread waiting for long, and must not keep the daemon.
    @Suite struct `Nothing that blocks` {
        /// Whose `close` takes an hour, as long as this lives.
        private final class Lingering {
            private var socket: Stranger.Lingering

            init() throws { socket = try Stranger.Lingering(seconds: 3600) }

            /// Hands it over a connection, and keeps no copy.
            func pass(urgent: Bool = false, on connection: CInt) {
                #expect(Stranger.pass([socket.raw], urgent: urgent, on: connection) == 0)
                socket.socket = nil
            }
        }

        /// Fails where the frames between `last` and the newest of 20 are not all there, or counted as missed.
        private func expectAll(behind last: inout TestMessage, of neighbour: TestSubscriber) throws {
            var missed = 0
            for frame in try neighbour.frames(20) {
                #expect(frame.sequence == last.sequence + 1 + frame.dropped)
                let time = (frame.number("t_ns") ?? 0) - (last.number("t_ns") ?? 0)
                #expect(Int((time / 20_000_000).rounded()) == frame.dropped + 1)
                missed += frame.dropped
                last = frame
            }
            #expect(missed >= 4, "the daemon was stopped for at least five ticks")
        }

        /// Each `close` would take an hour, and the test would wait in vain.
        ///
        /// Three strangers connect before the daemon takes the listener over: their descriptors the kernel lets in, as one older
        /// than Linux 6.16 does.
        @Test func `no socket that lingers, passed by a subscriber or left in the queue of one who goes`()
            throws
        {
            let directory = try ScratchDirectory()
            let listener = try UnixListener.bind(
                directory.path("managed"), mode: 0o660, refusesDescriptors: false)
            let strangers = try (0..<3).map { _ in
                TestSubscriber(try UnixStream.connect(directory.path("managed")))
            }
            let log = try directory.write("l.csv", TestLog.rocking())
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop"], socket: "managed",
                preamble: "export LISTEN_PID=$$ LISTEN_FDS=1", inherited: [3: listener.descriptor])
            let neighbour = try daemon.subscribe()
            for stranger in strangers { #expect(try stranger.message().type == "hello") }
            let sockets = try strangers.map { _ in try Lingering() }

            var last = try neighbour.next("frame")
            for (index, urgent) in [false, true].enumerated() {
                // Stopped, or it may be rid of its descriptor first, and the last `close` be this one's.
                try daemon.stop()
                sockets[index].pass(urgent: urgent, on: strangers[index].descriptor)
                _ = poll(nil, 0, 120)
                daemon.signal(SIGCONT)
                let error = try strangers[index].next("error")
                #expect(error.text("message")?.contains("descriptor") == true, "urgent \(urgent): \(error)")
                _ = try strangers[index].rest()
                try expectAll(behind: &last, of: neighbour)
            }

            // The third reads nothing. Its answers find no room, so nothing more is read from it; what it asked before may have
            // been read at once.
            let third = strangers[2]
            var looks = 0
            try Timeout.wait(for: "the answers to find no room") {
                var unread: CInt = 0
                try #require(clinux_ioctl(third.descriptor, UInt(SIOCOUTQ), &unread) == 0)
                looks = unread > 0 ? looks + 1 : 0
                if unread == 0 { try third.request(#"{"type":"status","include":["candidates"]}"#) }
                return looks == 20
            }
            sockets[2].pass(on: third.descriptor)
            shutdown(third.descriptor, CInt(SHUT_RDWR))
            try Timeout.wait(for: "the stranger to be gone") {
                try neighbour.ask(#"{"type":"status"}"#, answer: "status").number("subscribers") == 1
            }
            #expect(try neighbour.frames(10).count == 10)
            daemon.signal(SIGTERM)
            #expect(try neighbour.rest().last?.type == "goodbye")
            #expect(try daemon.waitForEnd() == .exit(0))
            withExtendedLifetime(sockets) {}
        }

        /// Whoever closes the listener last closes what they have passed who were never accepted.
        @Test func `no socket that lingers, passed by one for whom there is no room when the daemon ends`()
            throws
        {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.rocking())
            let (daemon, guests) = try crowded(directory, log)
            let first = guests[0]
            #expect(try first.message().type == "hello")
            try daemon.waitForLog("no room for another connection")
            let socket = try Lingering()
            socket.pass(on: guests[19].descriptor)
            #expect(try first.frames(10).count == 10)
            daemon.signal(SIGTERM)
            #expect(try first.rest().last?.type == "goodbye")
            #expect(try daemon.waitForEnd() == .exit(0))
            withExtendedLifetime(socket) {}
        }

        /// A daemon with room for some six of twenty who have connected already, and nobody else with its listener.
        private func crowded(
            _ directory: ScratchDirectory, _ log: String
        ) throws -> (DaemonProcess, [TestSubscriber]) {
            let listener = try UnixListener.bind(
                directory.path("managed"), mode: 0o660, refusesDescriptors: false)
            let guests = try (0..<20).map { _ in
                TestSubscriber(try UnixStream.connect(directory.path("managed")))
            }
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop"], socket: "managed",
                preamble: "ulimit -n 24; export LISTEN_PID=$$ LISTEN_FDS=1",
                inherited: [3: listener.descriptor])
            return (daemon, guests)
        }
    }
}
