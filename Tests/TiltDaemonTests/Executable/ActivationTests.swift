import CLinux
import Foundation
import LinuxSystem
import Testing

extension Executable {
    @Suite struct Activation {
        /// A socket of the service manager: listening, as descriptor 3 of the daemon.
        private func listener(in directory: ScratchDirectory) throws -> UnixListener {
            try UnixListener.bind(directory.path("managed"), mode: 0o660)
        }

        private func daemon(
            _ preamble: String, passing descriptor: CInt?, in directory: ScratchDirectory,
            _ environment: [String: String] = [:]
        ) throws -> DaemonProcess {
            let log = try directory.write("l.csv", TestLog.rocking())
            return try DaemonProcess(
                in: directory, ["--replay", log, "--loop"], socket: "managed", environment: environment,
                preamble: preamble, inherited: descriptor.map { [3: $0] } ?? [:])
        }

        @Test func `serves on the socket it was passed and leaves its file; one for another is ignored`()
            throws
        {
            let directory = try ScratchDirectory()
            let listener = try listener(in: directory)
            // The first subscriber comes before the daemon, as with systemd.
            let early = TestSubscriber(try UnixStream.connect(directory.path("managed")))
            let daemon = try daemon(
                "export LISTEN_PID=$$ LISTEN_FDS=1", passing: listener.descriptor, in: directory)
            #expect(try early.message().type == "hello")
            #expect(try early.frames(2).count == 2)
            daemon.signal(SIGTERM)
            #expect(try early.rest().last?.type == "goodbye")
            #expect(try daemon.waitForEnd() == .exit(0))
            #expect(FileManager.default.fileExists(atPath: directory.path("managed")))

            let elsewhere = try ScratchDirectory()
            let other = try self.daemon("export LISTEN_PID=1 LISTEN_FDS=1", passing: nil, in: elsewhere)
            #expect(try other.subscribe().frames(2).count == 2)
        }

        @Test func `serves where its option says, and says that it leaves the socket it was passed`() throws {
            let directory = try ScratchDirectory()
            let listener = try listener(in: directory)
            let log = try directory.write("l.csv", TestLog.rocking())
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop"], socket: "own",
                preamble: "export LISTEN_PID=$$ LISTEN_FDS=1", inherited: [3: listener.descriptor])
            #expect(try daemon.subscribe().frames(2).count == 2)
            let passed = directory.path("managed")
            #expect(
                daemon.log.contains(
                    "--socket goes before the socket of the service manager: nobody is served on \(passed)"))
        }

        /// What was passed wrongly, and what the daemon says of it.
        struct Wrong: CustomTestStringConvertible {
            let preamble: String
            var isDatagramSocket = false
            let says: String
            var testDescription: String { preamble }
        }

        @Test(arguments: [
            Wrong(
                preamble: "export LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=a:b",
                says: "2 sockets were passed (a:b)"),
            Wrong(preamble: "export LISTEN_PID=$$ LISTEN_FDS=0", says: "0 sockets"),
            Wrong(preamble: "export LISTEN_PID=$$ LISTEN_FDS=some", says: "LISTEN_FDS is \"some\""),
            Wrong(preamble: "export LISTEN_PID=$$ LISTEN_FDS=1", says: "no socket was passed"),
            Wrong(
                preamble: "export LISTEN_PID=$$ LISTEN_FDS=1; exec 3</dev/null", says: "no socket was passed"),
            Wrong(preamble: "export LISTEN_PID=$$ LISTEN_FDS=1 ", isDatagramSocket: true, says: "Unix"),
        ])
        func `refuses what it cannot serve on`(_ wrong: Wrong) throws {
            let directory = try ScratchDirectory()
            let datagrams = try OwnedDescriptor.checked(
                socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0), "socket")
            let daemon = try daemon(
                wrong.preamble, passing: wrong.isDatagramSocket ? datagrams.raw : nil, in: directory)
            #expect(try daemon.waitForEnd() == .exit(1))
            #expect(daemon.log.contains(wrong.says))
        }

        @Test func `tells the service manager when it is ready, what it does and that it stops`() throws {
            let directory = try ScratchDirectory()
            let manager = try NotificationReceiver(at: directory.path("notify"))
            let log = try directory.write("l.csv", TestLog.rocking())
            // Signs of life far apart: the kernel holds ten messages, and what finds no room is lost.
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop"],
                environment: [
                    "NOTIFY_SOCKET": directory.path("notify"), "WATCHDOG_USEC": "2000000",
                ])
            #expect(try manager.next { $0.contains("READY=1") }.contains("STATUS=idle"))
            _ = try daemon.subscribe().frames(2)
            _ = try manager.next { $0.contains("STATUS=reading") }
            _ = try manager.next { $0.contains("WATCHDOG=1") }
            daemon.signal(SIGHUP)
            #expect(try manager.next { $0.contains("RELOADING=1") }.contains("MONOTONIC_USEC="))
            _ = try manager.next { $0.contains("READY=1") }
            daemon.signal(SIGTERM)
            _ = try manager.next { $0.contains("STOPPING=1") }
            #expect(try daemon.waitForEnd() == .exit(0))
        }
    }
}
