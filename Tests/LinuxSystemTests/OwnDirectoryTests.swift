import CLinux
import LinuxSystem
import Testing

@Suite struct `A directory of one's own` {
    private func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    @Test func `is made with its mode whatever the umask, which stays as it was`() throws {
        try withTemporaryDirectory { directory in
            let previous = umask(0o077)
            defer { umask(previous) }
            let own = OwnDirectory(of: "\(directory)/own/s")
            #expect(own.path == "\(directory)/own")
            let isMade = try own.make(mode: 0o755)
            #expect(isMade)
            #expect(status(own.path)?.st_mode == mode_t(S_IFDIR) | 0o755)
            #expect(umask(0o077) == 0o077)
        }
    }

    @Test func `is left as it is where it is there`() throws {
        try withTemporaryDirectory { directory in
            let own = OwnDirectory("\(directory)/own")
            #expect(mkdir(own.path, 0o711) == 0)
            let other = SystemUser(name: "other", uid: 4242, gid: 4242)
            let isMade = try own.make(mode: 0o755, owner: other)
            #expect(!isMade)
            #expect(status(own.path)?.st_mode == mode_t(S_IFDIR) | 0o711)
            #expect(status(own.path)?.st_uid == geteuid())
        }
    }

    @Test func `is given to another user by the superuser alone`() throws {
        try withTemporaryDirectory { directory in
            let own = OwnDirectory("\(directory)/own")
            let other = SystemUser(name: "other", uid: 4242, gid: 4243)
            guard geteuid() == 0 else {
                let error = SystemError("lchown", own.path, errno: EPERM)
                #expect(throws: error) { try own.make(mode: 0o700, owner: other) }
                return
            }
            let isMade = try own.make(mode: 0o700, owner: other)
            #expect(isMade)
            #expect(status(own.path)?.st_uid == 4242 && status(own.path)?.st_gid == 4243)
        }
    }

    @Test func `is not made where the one above is missing`() throws {
        try withTemporaryDirectory { directory in
            let own = OwnDirectory("\(directory)/absent/own")
            #expect(throws: SystemError("mkdir", own.path, errno: ENOENT)) { try own.make(mode: 0o755) }
        }
    }
}

@Suite struct `A user of this machine` {
    @Test func `is found by name`() {
        #expect(SystemUser.named("root") == SystemUser(name: "root", uid: 0, gid: 0))
        #expect(SystemUser.named("no-such-user") == nil)
        #expect(SystemUser.named("") == nil)
    }
}
