import CLinux
import LinuxSystem
import Testing

@Suite struct `Unix listener` {
    /// The error of a `bind` that must fail.
    private func bindError(_ path: String, group: String? = nil) -> UnixListenerError? {
        do throws(UnixListenerError) {
            _ = try UnixListener.bind(path, mode: 0o660, group: group)
            return nil
        } catch {
            return error
        }
    }

    private func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    /// Leaves a socket file behind, as a process that was killed does.
    private func leaveSocket(at path: String, type: __socket_type = SOCK_STREAM) throws -> OwnedDescriptor {
        let socket = try OwnedDescriptor.checked(socket(AF_UNIX, CInt(type.rawValue), 0), "socket")
        let address = try #require(UnixAddress(path: path))
        #expect(address.withPointer { bind(socket.raw, $0, $1) } == 0)
        return socket
    }

    @Test func `creates its file with the mode and removes it at its end`() throws {
        try withTemporaryDirectory { directory in
            do {
                let listener = try UnixListener.bind("\(directory)/s", mode: 0o600)
                #expect(status("\(directory)/s")?.st_mode == mode_t(S_IFSOCK) | 0o600)
                #expect(throws: SystemError("accept4", errno: EAGAIN)) { _ = try accepted(listener) }
            }
            #expect(entries(of: directory) == [])
        }
    }

    @Test func `knows its path however it is spelt`() throws {
        try withTemporaryDirectory { directory in
            let listener = try UnixListener.bind("\(directory)/s", mode: 0o600)
            let other = try UnixListener.bind("\(directory)/o", mode: 0o600)
            #expect(symlink(directory, "\(directory)/here") == 0)
            let found = ["s", "./s", "here/s", "here//./s", "o", "x", ""].filter {
                listener.isBound(to: "\(directory)/\($0)")
            }
            #expect(found == ["s", "./s", "here/s", "here//./s"])
            #expect(other.descriptor >= 0)
            #expect(unlink("\(directory)/here") == 0)
        }
    }

    @Test func `lets nobody in where it only finds out whether it could listen`() throws {
        try withTemporaryDirectory { directory in
            do {
                let listener = try UnixListener.bind("\(directory)/s", mode: 0o600, listens: false)
                #expect(throws: SystemError.self) { _ = try UnixStream.connect("\(directory)/s") }
                _ = listener.descriptor
            }
            #expect(entries(of: directory) == [])
        }
    }

    /// Set by name after `bind`, it would go to whatever somebody has put there meanwhile.
    @Test func `creates its file with the mode at once, and leaves the umask as it was`() throws {
        try withTemporaryDirectory { directory in
            for mode: mode_t in [0o600, 0o660, 0o666] {
                let listener = try UnixListener.bind("\(directory)/s", mode: mode)
                #expect(status("\(directory)/s")?.st_mode == mode_t(S_IFSOCK) | mode)
                #expect(listener.descriptor >= 0)
            }
            let file = try OwnedDescriptor.open("\(directory)/f", O_WRONLY | O_CREAT, mode: 0o640)
            #expect(file.raw >= 0)
            #expect(status("\(directory)/f")?.st_mode == mode_t(S_IFREG) | 0o640)
        }
    }

    @Test func `gives the file to a group by name or number`() throws {
        let own = getegid()
        try withTemporaryDirectory { directory in
            let name = getgrgid(own).map { String(cString: $0.pointee.gr_name) }
            for group in [name, "\(own)"].compactMap(\.self) {
                let listener = try UnixListener.bind("\(directory)/s", mode: 0o660, group: group)
                #expect(listener.descriptor >= 0)
                #expect(status("\(directory)/s")?.st_gid == own)
            }
            #expect(bindError("\(directory)/s", group: "no-such-group") == .unknownGroup("no-such-group"))
            #expect(entries(of: directory) == [])
        }
    }

    @Test func `replaces the file of a listener that was killed`() throws {
        try withTemporaryDirectory { directory in
            do { _ = try leaveSocket(at: "\(directory)/s") }
            #expect(entries(of: directory) == ["s"])
            let listener = try UnixListener.bind("\(directory)/s", mode: 0o660)
            let client = try UnixStream.connect("\(directory)/s")
            #expect(client.descriptor >= 0)
            _ = try accepted(listener)
        }
    }

    @Test func `refuses the path of a living listener, naming its process`() throws {
        try withTemporaryDirectory { directory in
            let listener = try UnixListener.bind("\(directory)/s", mode: 0o660)
            let error = try #require(bindError("\(directory)/s"))
            guard case .inUse(let path, let owner) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(path == "\(directory)/s")
            #expect(owner.hasSuffix(" (pid \(getpid()))"))
            #expect(error.description == "\(path) is in use by \(owner)")
            // The refused one has left the socket alone.
            let client = try UnixStream.connect(path)
            #expect(client.descriptor >= 0)
            _ = try accepted(listener)
        }
    }

    @Test func `refuses a living socket of another type`() throws {
        try withTemporaryDirectory { directory in
            let other = try leaveSocket(at: "\(directory)/s", type: SOCK_DGRAM)
            let owner = "a process with another type of socket"
            #expect(bindError("\(directory)/s") == .inUse(path: "\(directory)/s", owner: owner))
            #expect(other.raw >= 0)
        }
    }

    @Test func `refuses what is not a socket, saying what it is, and leaves it alone`() throws {
        try withTemporaryDirectory { directory in
            do { _ = try leaveSocket(at: "\(directory)/stale") }
            do { _ = try OwnedDescriptor.open("\(directory)/file", O_WRONLY | O_CREAT, mode: 0o600) }
            #expect(symlink("\(directory)/stale", "\(directory)/link") == 0)
            #expect(mkdir("\(directory)/directory", 0o700) == 0)
            #expect(mkfifo("\(directory)/fifo", 0o600) == 0)
            let before = entries(of: directory)
            let kinds = [
                ("file", "regular file"), ("link", "symbolic link"), ("directory", "directory"),
                ("fifo", "FIFO"),
            ]
            for (name, kind) in kinds {
                let path = "\(directory)/\(name)"
                #expect(bindError(path) == .notASocket(path: path, kind: kind))
            }
            #expect(entries(of: directory) == before)
        }
    }

    @Test func `says which directory is missing and how to make it`() {
        let error = bindError("/nowhere/at/all.sock")
        #expect(error == .noDirectory(path: "/nowhere/at/all.sock", directory: "/nowhere/at"))
        #expect(error?.hint.contains("mkdir -p /nowhere/at") == true)
    }

    @Test func `says which directory cannot be entered, and how to find out why`() throws {
        try withTemporaryDirectory { directory in
            let (file, loop) = (directory + "/file", directory + "/loop")
            _ = try OwnedDescriptor.open(file, O_WRONLY | O_CREAT, mode: 0o600)
            #expect(symlink("loop", loop) == 0)
            let places = [
                (file, ENOTDIR, "Not a directory"), (loop, ELOOP, "Too many levels of symbolic links"),
            ]
            for (place, errno, reason) in places {
                let path = place + "/s"
                let error = bindError(path)
                #expect(error == .closedDirectory(path: path, directory: place, errno: errno))
                #expect(error?.description == "cannot create \(path): the directory \(place): \(reason)")
                #expect(error?.hint.contains("`namei -l \(place)`") == true)
            }
        }
    }

    @Test(arguments: ["", "/tmp/\(String(repeating: "p", count: 103))", "/tmp/a\0b"])
    func `refuses a path that no socket can have, quoting it`(path: String) {
        let error = bindError(path)
        #expect(error == .unusablePath(path, bytes: path.utf8.count))
        #expect(error?.description.contains("\"\(path)\"") == true)
        #expect(error?.description.contains("expected 1 to 107,") == true)
    }

    @Test func `accepts a path of the greatest length`() throws {
        try withTemporaryDirectory { directory in
            let name = String(repeating: "p", count: UnixAddress.longestPath - directory.utf8.count - 1)
            let listener = try UnixListener.bind("\(directory)/\(name)", mode: 0o660)
            #expect(listener.descriptor >= 0)
            #expect(entries(of: directory) == [name])
        }
    }

    @Test func `does not remove a file that somebody put in its place`() throws {
        try withTemporaryDirectory { directory in
            do {
                let listener = try UnixListener.bind("\(directory)/s", mode: 0o660)
                #expect(rename("\(directory)/s", "\(directory)/moved") == 0)
                do { _ = try leaveSocket(at: "\(directory)/s") }
                #expect(listener.descriptor >= 0)
            }
            #expect(entries(of: directory) == ["moved", "s"])
        }
    }

    @Test func `leaves the file of an adopted socket and never blocks on it`() throws {
        try withTemporaryDirectory { directory in
            do {
                let socket = try leaveSocket(at: "\(directory)/s")
                #expect(listen(socket.raw, 1) == 0)
                let listener = UnixListener(adopting: socket)
                #expect(throws: SystemError("accept4", errno: EAGAIN)) { _ = try accepted(listener) }
            }
            #expect(entries(of: directory) == ["s"])
        }
    }

    @Test func `explains running out of descriptors`() {
        let error = AcceptError.outOfDescriptors(SystemError("accept4", errno: EMFILE))
        #expect(error.description == "no room for another connection: accept4: Too many open files")
        #expect(error.hint.contains("LimitNOFILE="))
    }
}
