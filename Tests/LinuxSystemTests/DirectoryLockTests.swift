import CLinux
import Testing

@testable import LinuxSystem

@Suite struct `Directory lock` {
    @Test func `is held until released`() throws {
        try withTemporaryDirectory { path in
            let other = try OwnedDescriptor.open(path, O_RDONLY)
            let lock = try DirectoryLock.take(path)
            #expect(flock(other.raw, LOCK_EX | LOCK_NB) == -1)
            lock.release()
            #expect(flock(other.raw, LOCK_EX | LOCK_NB) == 0)
        }
    }

    @Test func `goes on without where a stranger holds the directory`() throws {
        try withTemporaryDirectory { path in
            let stranger = try OwnedDescriptor.open(path, O_RDONLY)
            #expect(flock(stranger.raw, LOCK_EX) == 0)
            let lock = try DirectoryLock.take(path, tries: 1)
            lock.release()
        }
    }

    @Test(arguments: [("/nowhere", ENOENT), ("/proc/self/exe", ENOTDIR)])
    func `refuses what is not a directory`(path: String, errno: CInt) {
        #expect(throws: SystemError("open", path, errno: errno)) {
            let lock = try DirectoryLock.take(path)
            lock.release()
        }
    }
}
