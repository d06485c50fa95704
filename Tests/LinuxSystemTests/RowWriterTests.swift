import CLinux
import LinuxSystem
import Strangers
import Testing

@Suite struct `Row writer` {
    private func write(_ text: String, _ writer: RowWriter) throws -> Bool {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBytes { bytes throws(SystemError) in try writer.write(bytes) }
    }

    /// Everything the thread says until all files are ended.
    private func reports(_ writer: RowWriter) -> [RowWriter.Report] {
        var reports: [RowWriter.Report] = []
        #expect(writer.wait(until: .max) { reports.append($0) })
        return reports
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try WholeFile.read(path, limit: 1 << 20), as: UTF8.self)
    }

    @Test func `writes what it was given, in order, and says when it is on the disk`() throws {
        try withTemporaryDirectory { directory in
            let writer = try RowWriter(path: "\(directory)/log", startingWith: "#")
            writer.open()
            for number in 0..<5 { #expect(try write("row \(number)\n", writer)) }
            writer.end()
            #expect(reports(writer) == [.ended])
            #expect(try text("\(directory)/log") == "row 0\nrow 1\nrow 2\nrow 3\nrow 4\n")
        }
    }

    @Test func `begins a second file with an ending of its own`() throws {
        try withTemporaryDirectory { directory in
            let writer = try RowWriter(path: "\(directory)/log", startingWith: "#")
            writer.open()
            #expect(try write("a\n", writer))
            writer.open(suffix: ".2")
            #expect(try write("b\n", writer))
            writer.end()
            #expect(reports(writer) == [.ended])
            #expect(try text("\(directory)/log") == "a\n")
            #expect(try text("\(directory)/log.2") == "b\n")
        }
    }

    @Test func `puts files aside and keeps so many`() throws {
        try withTemporaryDirectory { directory in
            let writer = try RowWriter(path: "\(directory)/log", startingWith: "#")
            writer.rotate(keeping: 3)
            for number in 0..<4 {
                #expect(try write("#\(number)\n", writer))
                writer.rotate(keeping: 3)
            }
            #expect(try write("#4\n", writer))
            writer.end()
            #expect(reports(writer) == [.ended])
            #expect(entries(of: directory) == ["log", "log.1", "log.2"])
            #expect(try text("\(directory)/log.2") == "#2\n")
        }
    }

    @Test func `puts files aside only up to a number that is free`() throws {
        try withTemporaryDirectory { directory in
            for number in [1, 2] {
                let file = try OwnedDescriptor.open(
                    "\(directory)/log.\(number)", O_WRONLY | O_CREAT, mode: 0o600)
                _ = CLinux.write(file.raw, "#\(number)", 2)
            }
            let writer = try RowWriter(path: "\(directory)/log", startingWith: "#")
            writer.rotate(keeping: 3)
            #expect(try write("new\n", writer))
            writer.end()
            #expect(reports(writer) == [.ended])
            for (name, words) in [("log", "new\n"), ("log.1", "#1"), ("log.2", "#2")] {
                #expect(try text("\(directory)/\(name)") == words)
            }
        }
    }

    @Test(arguments: ["log", "log.1", "log.2"])
    func `puts nothing aside where one of the files is another's, and names it`(name: String) throws {
        try withTemporaryDirectory { directory in
            let writer = try RowWriter(path: "\(directory)/log", startingWith: "#")
            writer.open()
            #expect(try write("#0\n", writer))
            writer.end()
            #expect(reports(writer) == [.ended])
            if name == "log" { unlink("\(directory)/log") }
            do {
                let file = try OwnedDescriptor.open("\(directory)/\(name)", O_WRONLY | O_CREAT, mode: 0o600)
                _ = CLinux.write(file.raw, "mine", 4)
            }
            writer.rotate(keeping: 3)
            #expect(try write("#1\n", writer))
            writer.end()
            let error = SystemError("rename", "\(directory)/\(name)", errno: EEXIST)
            #expect(reports(writer) == [.failed(error), .ended])
            #expect(try text("\(directory)/\(name)") == "mine")
            #expect(entries(of: directory) == Set(["log", name]).sorted())
        }
    }

    @Test func `makes files for their owner alone`() throws {
        try withTemporaryDirectory { directory in
            let writer = try RowWriter(path: "\(directory)/log", startingWith: "#")
            writer.open()
            writer.end()
            #expect(reports(writer) == [.ended])
            var status = stat()
            #expect(stat("\(directory)/log", &status) == 0 && status.st_mode & 0o077 == 0)
        }
    }

    @Test func `refuses a file that is there, and says so`() throws {
        try withTemporaryDirectory { directory in
            do { _ = try OwnedDescriptor.open("\(directory)/log", O_WRONLY | O_CREAT, mode: 0o600) }
            let writer = try RowWriter(path: "\(directory)/log", startingWith: "#")
            writer.open()
            #expect(try write("a\n", writer))
            writer.end()
            let error = SystemError("open", "\(directory)/log", errno: EEXIST)
            #expect(reports(writer) == [.failed(error), .ended])
            #expect(try text("\(directory)/log") == "")
        }
    }

    @Test func `says once that a file has failed, and goes on with the next`() throws {
        try withTemporaryDirectory { directory in
            let writer = try RowWriter(path: "\(directory)/log", startingWith: "#")
            writer.open()
            #expect(try write("a\n", writer))
            writer.open(suffix: "/nowhere")
            #expect(try write("b\n", writer))
            #expect(try write("c\n", writer))
            writer.open(suffix: ".2")
            #expect(try write("d\n", writer))
            writer.end()
            let error = SystemError("open", "\(directory)/log", errno: ENOTDIR)
            #expect(reports(writer) == [.failed(error), .ended])
            #expect(try text("\(directory)/log") == "a\n")
            #expect(try text("\(directory)/log.2") == "d\n")
        }
    }

    @Test func `calls standard output by its name where it is full`() throws {
        let output = try OwnedDescriptor.open("/dev/full", O_WRONLY)
        let writer = try RowWriter(path: "-", startingWith: "#", standardOutput: output.raw)
        writer.open()
        #expect(try write("r\n", writer))
        writer.end()
        let error = SystemError("write", "standard output", errno: ENOSPC)
        #expect(reports(writer) == [.failed(error), .ended])
    }

    /// Nobody reads the pipe: the thread waits in `write`, and the caller never does.
    @Test func `says that it is behind a pipe that pauses, and loses no command`() throws {
        try withTemporaryDirectory { directory in
            #expect(mkfifo("\(directory)/pipe", 0o600) == 0)
            let reader = try OwnedDescriptor.open("\(directory)/pipe", O_RDONLY | O_NONBLOCK)
            let output = try OwnedDescriptor.open("\(directory)/pipe", O_WRONLY)
            let writer = try RowWriter(path: "-", startingWith: "#", standardOutput: output.raw)
            writer.open()
            let row = String(repeating: "r", count: 65_535) + "\n"
            var taken = 0
            while try write(row, writer) { taken += 1 }
            #expect(taken > 0)
            // Whether it finds room or has to wait for it: the thread may have taken one more meanwhile.
            writer.end()
            #expect(!writer.wait(until: MonotonicClock.now() + 1_000_000) { _ in })
            // The reader goes on, and gets all that was taken.
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var bytes = 0
            while bytes < taken * row.utf8.count {
                var request = pollfd(fd: reader.raw, events: Int16(POLLIN), revents: 0)
                #expect(poll(&request, 1, -1) == 1)
                bytes += read(reader.raw, &buffer, buffer.count)
            }
            #expect(reports(writer) == [.ended])
            #expect(bytes == taken * row.utf8.count)
        }
    }

    // MARK: standard output that is full

    @Test(arguments: [
        (rows: ["#start\n", "row 1\nrow 2\n"], left: "#start\nrow 1\n"),
        (rows: ["#start\n", "row 1\n", "a row that is long\n"], left: "#start\nrow 1\n"),
        (rows: ["#start\n#that is long\n"], left: ""),
    ])
    func `cuts what it wrote to standard output back to the last whole row, and nothing of another's`(
        rows: [String], left: String
    ) throws {
        let output = try FullFile(butFor: 16)
        let writer = try RowWriter(path: "-", startingWith: "#", standardOutput: output.file.raw)
        writer.open()
        for row in rows { #expect(try write(row, writer)) }
        writer.end()
        #expect(reports(writer) == [.failed(SystemError("write", "standard output", errno: EPERM)), .ended])
        #expect(try text("/proc/self/fd/\(output.file.raw)") == output.kept + left)
        #expect(
            lseek(output.file.raw, 0, SEEK_CUR) == output.kept.utf8.count + left.utf8.count,
            "what follows comes there")
    }

    @Test func `takes nothing back from the midst of a file, nor of a pipe`() throws {
        try withTemporaryDirectory { directory in
            let file = try OwnedDescriptor.open("\(directory)/file", O_RDWR | O_CREAT, mode: 0o600)
            #expect(CLinux.write(file.raw, "theirs and more", 15) == 15)
            #expect(lseek(file.raw, 0, SEEK_SET) == 0 && CLinux.write(file.raw, "mine", 4) == 4)
            OwnedDescriptor.takeBack(2, from: file.raw)
            #expect(try text("\(directory)/file") == "miners and more")
            let pair = try SocketPair(clinux_packets)
            OwnedDescriptor.takeBack(2, from: pair.near.raw)
        }
    }

    @Test func `takes back what it has appended`() throws {
        try withTemporaryDirectory { directory in
            let path = "\(directory)/file"
            do {
                let file = try OwnedDescriptor.open(path, O_WRONLY | O_CREAT, mode: 0o600)
                #expect(CLinux.write(file.raw, "theirs\n", 7) == 7)
            }
            let file = try OwnedDescriptor.open(path, O_WRONLY | O_APPEND)
            #expect(CLinux.write(file.raw, "row\nhal", 7) == 7)
            OwnedDescriptor.takeBack(3, from: file.raw)
            #expect(try text(path) == "theirs\nrow\n")
        }
    }
}
