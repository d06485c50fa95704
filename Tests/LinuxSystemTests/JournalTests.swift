import CLinux
import Testing

@testable import LinuxSystem

@Suite struct `A journal` {
    /// Both ends of a pipe; what is written stands for standard error.
    private struct Pipe: ~Copyable {
        let output: OwnedDescriptor
        let input: OwnedDescriptor

        init() {
            var ends: [CInt] = [-1, -1]
            #expect(pipe(&ends) == 0)
            output = OwnedDescriptor(adopting: ends[0])
            input = OwnedDescriptor(adopting: ends[1])
            _ = clinux_fcntl(output.raw, F_SETFL, O_NONBLOCK)
        }

        /// Everything written up to now.
        func text() -> String {
            var all: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = read(output.raw, &buffer, buffer.count)
                guard count > 0 else { return String(decoding: all, as: UTF8.self) }
                all += buffer[..<count]
            }
        }

        /// Writes until there is no room: who writes all the same waits for good.
        func fill() {
            let page = [UInt8](repeating: 0, count: 4096)
            _ = clinux_fcntl(input.raw, F_SETFL, O_NONBLOCK)
            while write(input.raw, page, page.count) > 0 {}
            _ = clinux_fcntl(input.raw, F_SETFL, 0)
        }

        /// `JOURNAL_STREAM` as the service manager sets it for this standard error.
        var stream: String {
            var status = stat()
            fstat(input.raw, &status)
            return "\(status.st_dev):\(status.st_ino)"
        }
    }

    private func journal(
        _ pipe: borrowing Pipe, stream: String? = nil, socket: String = "/nowhere"
    ) -> Journal {
        Journal(
            identifier: "program", fieldPrefix: "PROGRAM",
            environment: Environment(stream.map { ["JOURNAL_STREAM": $0] } ?? [:]),
            standardError: pipe.input.raw, socket: socket)
    }

    @Test func `writes plain lines to a standard error that is not its own`() throws {
        let pipe = Pipe()
        let journal = journal(pipe, stream: "1:1")
        journal.error("cannot listen", ["path": "/run/s"])
        journal.warning("slow")
        journal.info("up")
        #expect(
            pipe.text() == """
                program: error: cannot listen (path=/run/s)
                program: warning: slow
                program: info: up

                """)
    }

    @Test func `leaves out lines below its level without making their text`() throws {
        let pipe = Pipe()
        let journal = journal(pipe)
        var made = 0
        func text() -> String {
            made += 1
            return "text"
        }
        journal.debug(text(), ["field": text()])
        #expect(made == 0)
        journal.level = .debug
        journal.debug(text())
        journal.level = .error
        journal.warning(text())
        #expect(made == 1)
        #expect(pipe.text() == "program: debug: text\n")
    }

    @Test func `sends entries where standard error is its own stream`() throws {
        try withTemporaryDirectory { directory in
            let receiver = try DatagramReceiver(at: "\(directory)/journal")
            let pipe = Pipe()
            let journal = journal(pipe, stream: pipe.stream, socket: "\(directory)/journal")
            journal.warning("sensor lost", ["sensor": "iio:device0"])
            let expected = """
                MESSAGE=sensor lost
                PRIORITY=4
                SYSLOG_IDENTIFIER=program
                PROGRAM_SENSOR=iio:device0

                """
            #expect(receiver.nextText() == expected)
            #expect(pipe.text() == "")
        }
    }

    @Test
    func `falls back to its stream, with the priority, where the socket is gone or the entry too large`()
        throws
    {
        try withTemporaryDirectory { directory in
            let pipe = Pipe()
            let journal = journal(pipe, stream: pipe.stream, socket: "\(directory)/journal")
            journal.warning("nobody there")
            #expect(pipe.text() == "<4>program: warning: nobody there\n")
            let receiver = try DatagramReceiver(at: "\(directory)/journal")
            journal.info(String(repeating: "x", count: 1 << 20))
            #expect(receiver.nextText() == nil)
            #expect(pipe.text().hasPrefix("<6>program: info: xxx"))
        }
    }

    @Test func `drops lines that nobody reads, and counts them`() throws {
        let pipe = Pipe()
        let journal = journal(pipe)
        pipe.fill()
        for _ in 0..<50 { journal.info("nobody reads this") }
        _ = pipe.text()
        journal.info("read again")
        #expect(pipe.text() == "program: warning: 50 log lines were lost\nprogram: info: read again\n")
    }

    @Test func `waits for no terminal that nobody reads, and leaves it as the shell has it`() throws {
        // The kernel's numbers of what Swift does not import: TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h.
        let (unlock, tellNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        let reader = try OwnedDescriptor.open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (isLocked, number): (CInt, CInt) = (0, -1)
        #expect(clinux_ioctl(reader.raw, unlock, &isLocked) == 0)
        #expect(clinux_ioctl(reader.raw, tellNumber, &number) == 0)
        let terminal = try OwnedDescriptor.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        let journal = Journal(
            identifier: "program", fieldPrefix: "PROGRAM", environment: Environment([:]),
            standardError: terminal.raw)
        // Some kilobytes are all that it takes.
        for number in 0..<2000 { journal.info("line \(number), and nobody reads it") }
        #expect(clinux_fcntl(terminal.raw, F_GETFL, 0) & O_NONBLOCK == 0)
        _ = clinux_fcntl(reader.raw, F_SETFL, O_NONBLOCK)
        // What is written reaches a terminal's reader by way of a thread of the kernel's, some time after.
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 65536)
        for _ in 0..<1000 where !text.contains("now somebody does") {
            var waiting = pollfd(fd: reader.raw, events: Int16(POLLIN), revents: 0)
            while poll(&waiting, 1, 10) == 1 {
                text += String(
                    decoding: buffer[..<max(0, read(reader.raw, &buffer, buffer.count))], as: UTF8.self)
            }
            journal.info("now somebody does")
        }
        #expect(text.contains("log lines were lost") && text.contains("now somebody does"))
    }
}
