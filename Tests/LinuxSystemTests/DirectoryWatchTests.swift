import CLinux
import LinuxSystem
import Testing

@Suite struct `A watch over directories` {
    private func isReadable(_ descriptor: CInt) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 1
    }

    private func write(_ path: String) {
        guard let file = fopen(path, "w") else { return }
        fputs("x\n", file)
        fclose(file)
    }

    @Test func `tells of files that are written, put in place, or removed`() throws {
        try withTemporaryDirectory { directory in
            let other = directory + "/other"
            #expect(mkdir(other, 0o755) == 0)
            write(directory + "/old")
            let watch = try DirectoryWatch.open([directory, other])
            let descriptor = watch.descriptor
            #expect(!isReadable(descriptor))
            for change: (String) -> Void in [
                { self.write($0) }, { rename(directory + "/old", $0) }, { unlink($0) },
            ] {
                change(other + "/file")
                #expect(isReadable(descriptor))
                let change = watch.drain()
                #expect(change == .files)
                #expect(!isReadable(descriptor))
            }
            // Whoever reads them is no news.
            write(directory + "/file")
            let change = watch.drain()
            #expect(change == .files)
            fclose(fopen(directory + "/file", "r"))
            #expect(!isReadable(descriptor))
            let none = watch.drain()
            #expect(none == .nothing)
        }
    }

    /// What the kernel keeps for who does not read, in changes; unlike the one before they are not told as one.
    private static let mostQueued =
        (try? WholeFile.read("/proc/sys/fs/inotify/max_queued_events", limit: 32))
        .flatMap { Int(String(decoding: $0.filter { $0 > 32 }, as: UTF8.self)) } ?? .max

    @Test(.enabled(if: mostQueued <= 1 << 16, "this machine keeps more changes than a test should make"))
    func `says so where changes were lost`() throws {
        try withTemporaryDirectory { directory in
            for name in ["/a", "/b"] { write(directory + name) }
            let watch = try DirectoryWatch.open([directory])
            for number in 0...Self.mostQueued { write(directory + (number % 2 == 0 ? "/a" : "/b")) }
            let change = watch.drain()
            #expect(change == .directories)
            write(directory + "/a")
            let next = watch.drain()
            #expect(next == .files)
        }
    }

    @Test func `says when a directory itself has gone`() throws {
        try withTemporaryDirectory { directory in
            let gone = directory + "/gone"
            #expect(mkdir(gone, 0o755) == 0)
            let watch = try DirectoryWatch.open([directory, gone])
            let descriptor = watch.descriptor
            rmdir(gone)
            #expect(isReadable(descriptor))
            let change = watch.drain()
            #expect(change == .directories)
        }
    }

    @Test func `says when one of their directories has come, may be read, or was put elsewhere`() throws {
        try withTemporaryDirectory { directory in
            let watch = try DirectoryWatch.open([directory])
            for change: (String) -> Void in [
                { mkdir($0, 0o700) }, { chmod($0, 0o755) }, { rename($0, directory + "/elsewhere") },
            ] {
                change(directory + "/other")
                let change = watch.drain()
                #expect(change == .directories)
            }
        }
    }

    @Test func `names the directory that is not there`() throws {
        try withTemporaryDirectory { directory in
            do throws(SystemError) {
                _ = try DirectoryWatch.open([directory, directory + "/none"])
                Issue.record("it watches a directory that is not there")
            } catch {
                #expect(error.errno == ENOENT && error.description.contains("/none"))
            }
        }
    }
}
