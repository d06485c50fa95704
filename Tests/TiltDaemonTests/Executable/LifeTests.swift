import CLinux
import Foundation
import LinuxSystem
import Testing

extension Executable {
    @Suite struct `Start and end` {
        @Test
        func `one that lives is left alone, one that was killed replaced, and each other says goodbye`()
            throws
        {
            let directory = try ScratchDirectory()
            let first = try DaemonProcess.replaying(in: directory)
            let subscriber = try first.subscribe()
            var socket = stat()
            #expect(lstat(first.socket, &socket) == 0 && socket.st_mode & 0o7777 == 0o660)
            let second = try DaemonProcess.replaying(in: directory)
            #expect(try second.waitForEnd() == .exit(1))
            #expect(second.log.contains("in use by tiltshadowd (pid \(first.id))"))
            #expect(try subscriber.frames(2).count == 2)

            first.signal(SIGKILL)
            #expect(try first.waitForEnd() == .signal(SIGKILL))
            _ = try subscriber.rest()
            #expect(FileManager.default.fileExists(atPath: first.socket))

            for signal in [SIGTERM, SIGINT, SIGQUIT] {
                let next = try DaemonProcess.replaying(in: directory)
                let subscriber = try next.subscribe()
                #expect(try subscriber.frames(2).count == 2)
                next.signal(signal)
                let last = try #require(try subscriber.rest().last)
                #expect(last.type == "goodbye", "signal \(signal)")
                #expect(last.text("reason") == "the daemon was stopped", "signal \(signal)")
                #expect(try next.waitForEnd() == .exit(0), "signal \(signal)")
                #expect(!FileManager.default.fileExists(atPath: next.socket), "signal \(signal)")
            }

            // Or with the program that started it, which the shell stays here, where it was told to.
            let log = try directory.write("l.csv", TestLog.rocking())
            let parent = try DaemonProcess(
                in: directory, ["--replay", log, "--loop", "--with-parent"], preamble: "\"$@\" & wait $!")
            let child = try parent.subscribe()
            parent.signal(SIGKILL)
            #expect(try parent.waitForEnd() == .signal(SIGKILL))
            #expect(try child.next("goodbye").type == "goodbye")
        }

        @Test func `goes on where nobody reads its log any more`() throws {
            let directory = try ScratchDirectory()
            let pipe = directory.path("pipe")
            #expect(mkfifo(pipe, 0o600) == 0)
            let log = try directory.write("l.csv", TestLog.rocking())
            let daemon: DaemonProcess
            let subscriber: TestSubscriber
            do {
                let reader = try OwnedDescriptor.open(pipe, O_RDONLY | O_NONBLOCK)
                daemon = try DaemonProcess(
                    in: directory, ["--replay", log, "--loop"], preamble: "exec 2>'\(pipe)'")
                subscriber = try daemon.subscribe()
                withExtendedLifetime(reader) {}
            }
            // It says that it has read them.
            daemon.signal(SIGHUP)
            #expect(try subscriber.frames(20).count == 20)
            daemon.signal(SIGTERM)
            #expect(try subscriber.rest().last?.type == "goodbye")
            #expect(try daemon.waitForEnd() == .exit(0))
        }
    }
}
