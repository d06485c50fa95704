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
                let isWhole = watch.drain()
                #expect(isWhole)
                #expect(!isReadable(descriptor))
            }
            // Whoever reads them is no news.
            write(directory + "/file")
            let isWhole = watch.drain()
            #expect(isWhole)
            fclose(fopen(directory + "/file", "r"))
            #expect(!isReadable(descriptor))
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
            let isWhole = watch.drain()
            #expect(!isWhole)
        }
    }

    @Test func `says when one of their directories has come, may be read, or was put elsewhere`() throws {
        try withTemporaryDirectory { directory in
            let watch = try DirectoryWatch.open([directory])
            for change: (String) -> Void in [
                { mkdir($0, 0o700) }, { chmod($0, 0o755) }, { rename($0, directory + "/elsewhere") },
            ] {
                change(directory + "/other")
                let isWhole = watch.drain()
                #expect(!isWhole)
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
