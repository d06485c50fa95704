import CLinux
import Foundation
import LinuxSystem
import Testing

extension Executable {
    @Suite struct Activation {
        /// A daemon that gets a descriptor as its number 3, as from the service manager.
        private func daemon(
            _ preamble: String = "export LISTEN_PID=$$ LISTEN_FDS=1", passing descriptor: CInt?,
            in directory: ScratchDirectory, socket: String = "managed", _ environment: [String: String] = [:]
        ) throws -> DaemonProcess {
            let log = try directory.write("l.csv", TestLog.rocking())
            return try DaemonProcess(
                in: directory, ["--replay", log, "--loop"], socket: socket, environment: environment,
                preamble: preamble, inherited: descriptor.map { [3: $0] } ?? [:])
        }

        @Test func `serves on the socket it was passed, tells the manager what it does, and leaves the file`()
            throws
        {
            let directory = try ScratchDirectory()
            let listener = try UnixListener.bind(directory.path("managed"), mode: 0o660)
            let manager = try NotificationReceiver(at: directory.path("notify"))
            // The first subscriber comes before the daemon, as with systemd.
            let early = TestSubscriber(try UnixStream.connect(directory.path("managed")))
            // Signs of life far apart: the kernel holds ten messages, and what finds no room is lost.
            let daemon = try daemon(
                passing: listener.descriptor, in: directory,
                ["NOTIFY_SOCKET": directory.path("notify"), "WATCHDOG_USEC": "2000000"])
            #expect(try manager.next { $0.contains("READY=1") }.contains("STATUS=idle"))
            #expect(try early.message().type == "hello")
            #expect(try early.frames(2).count == 2)
            _ = try manager.next { $0.contains("STATUS=reading") }
            // Its socket has room for `goodbye`, then.
            _ = try early.ask(#"{"type":"pause"}"#)
            _ = try manager.next { $0.contains("WATCHDOG=1") }
            daemon.signal(SIGHUP)
            #expect(try manager.next { $0.contains("RELOADING=1") }.contains("MONOTONIC_USEC="))
            _ = try manager.next { $0.contains("READY=1") }
            daemon.signal(SIGTERM)
            _ = try manager.next { $0.contains("STOPPING=1") }
            #expect(try early.rest().last?.type == "goodbye")
            #expect(try daemon.waitForEnd() == .exit(0))
            #expect(FileManager.default.fileExists(atPath: directory.path("managed")))
        }

        @Test
        func `leaves a socket that is for another or that its option goes before, or ends over a wrong one`()
            throws
        {
            let elsewhere = try ScratchDirectory()
            let other = try daemon("export LISTEN_PID=1 LISTEN_FDS=1", passing: nil, in: elsewhere)
            #expect(try other.subscribe().frames(2).count == 2)

            let directory = try ScratchDirectory()
            let listener = try UnixListener.bind(directory.path("managed"), mode: 0o660)
            let own = try daemon(passing: listener.descriptor, in: directory, socket: "own")
            #expect(try own.subscribe().frames(2).count == 2)
            let passed = directory.path("managed")
            #expect(
                own.log.contains(
                    "--socket goes before the socket of the service manager: nobody is served on \(passed)"))

            let datagrams = try OwnedDescriptor.checked(
                socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0), "socket")
            let deaf = try daemon(passing: datagrams.raw, in: directory)
            #expect(try deaf.waitForEnd() == .exit(1))
            #expect(deaf.log.contains("descriptor 3 is not a listening Unix stream socket"), "\(deaf.log)")
            for preamble in ["LISTEN_FDS=1", "LISTEN_FDS=1; exec 3</dev/null"] {
                let none = try daemon("export LISTEN_PID=$$ " + preamble, passing: nil, in: directory)
                #expect(try none.waitForEnd() == .exit(1), "\(preamble)")
                #expect(none.log.contains("no socket was passed"), "\(preamble): \(none.log)")
            }
        }
    }
}
