import CLinux
import LinuxSystem
import Testing

@Suite struct `Whole file` {
    @Test func `reads a file, and of a longer one so much`() throws {
        try withTemporaryDirectory { directory in
            let path = "\(directory)/f"
            do {
                let file = try OwnedDescriptor.open(path, O_WRONLY | O_CREAT, mode: 0o600)
                #expect(write(file.raw, "settings", 8) == 8)
            }
            #expect(try WholeFile.read(path, limit: 100) == Array("settings".utf8))
            #expect(try WholeFile.read(path, limit: 3) == Array("set".utf8))
        }
    }

    @Test(arguments: [("/nowhere/f", ENOENT), ("/tmp", EISDIR)])
    func `says why not`(path: String, errno: CInt) {
        let error = SystemError(errno == EISDIR ? "read" : "open", path, errno: errno)
        #expect(throws: WholeFile.Failure.system(error)) { try WholeFile.read(path, limit: 10) }
    }

    @Test func `reads devices that end or never do, within its limit`() throws {
        #expect(try WholeFile.read("/dev/null", limit: 10) == [])
        #expect(try WholeFile.read("/dev/zero", limit: 10) == [UInt8](repeating: 0, count: 10))
    }

    @Test func `takes regular files alone where it is to wait for nothing`() throws {
        try withTemporaryDirectory { directory in
            let (file, pipe) = (directory + "/file", directory + "/pipe")
            let stream = try #require(fopen(file, "w"))
            fputs("abc", stream)
            fclose(stream)
            #expect(mkfifo(pipe, 0o600) == 0)
            #expect(try WholeFile.readRegular(file, limit: 2) == Array("ab".utf8))
            #expect(try WholeFile.readRegular(file, limit: 9) == Array("abc".utf8))
            #expect(try WholeFile.readRegular(pipe, limit: 9) == nil)
            #expect(try WholeFile.readRegular("/dev/zero", limit: 9) == nil)
            #expect(throws: WholeFile.Failure.system(SystemError("open", directory + "/none", errno: ENOENT)))
            {
                try WholeFile.readRegular(directory + "/none", limit: 9)
            }
        }
    }

    @Test func `gives up on a FIFO that nobody writes to, and on one whose writer dawdles`() throws {
        try withTemporaryDirectory { directory in
            let path = "\(directory)/fifo"
            #expect(mkfifo(path, 0o600) == 0)
            #expect(throws: WholeFile.Failure.late(path: path, kind: "FIFO")) {
                try WholeFile.read(path, limit: 10)
            }
            let both = try OwnedDescriptor.open(path, O_RDWR)
            poke(both.raw)
            #expect(throws: WholeFile.Failure.late(path: path, kind: "FIFO")) {
                try WholeFile.read(path, limit: 10)
            }
            #expect(
                WholeFile.Failure.late(path: path, kind: "FIFO").description
                    == "read \(path): it is a FIFO, and did not come to its end within a second")
        }
    }

    @Test func `reads a pipe whose writer is through`() throws {
        var ends: [CInt] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        poke(ends[1])
        close(ends[1])
        #expect(try WholeFile.read("/dev/fd/\(ends[0])", limit: 10) == [1])
    }
}
