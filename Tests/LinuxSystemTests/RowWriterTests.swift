import CLinux
import LinuxSystem
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
}
