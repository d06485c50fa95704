package import CLinux

/// Who is at the other end of a Unix socket: the one that connected, or that called `listen`.
package struct PeerCredentials: Equatable {
    /// The process, at the time it connected or listened; 0 where it lives in another pid namespace.
    package let pid: pid_t
    /// Its effective user.
    package let uid: uid_t
    /// Its effective group.
    package let gid: gid_t

    package init(pid: pid_t, uid: uid_t, gid: gid_t) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
    }

    /// Calls `getsockopt` with `SO_PEERCRED`; `nil` where `fd` is not a connected Unix socket.
    package init?(of fd: CInt) {
        var peer = clinux_ucred()
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return nil }
        self.init(pid: peer.pid, uid: peer.uid, gid: peer.gid)
    }

    /// Calls `getsockopt` with `SO_PEERGROUPS`: the supplementary groups, as they were when it connected.
    static func groups(of fd: CInt) -> [gid_t] {
        var groups = [gid_t](repeating: 0, count: 32)
        while true {
            var size = socklen_t(groups.count * MemoryLayout<gid_t>.stride)
            let status = groups.withUnsafeMutableBytes {
                getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, $0.baseAddress, &size)
            }
            let count = Int(size) / MemoryLayout<gid_t>.stride
            if status == 0 { return Array(groups.prefix(count)) }
            // The kernel has told how many there are, at most NGROUPS_MAX, 65536.
            guard clinux_errno() == ERANGE, count > groups.count else { return [] }
            groups = [gid_t](repeating: 0, count: count)
        }
    }

    /// The process by name, for messages: `tiltshadowd (pid 812)`, its name as `/proc/PID/comm` has it.
    package var processDescription: String {
        guard pid > 0 else { return "a process of another pid namespace" }
        guard let name = command else { return "pid \(pid)" }
        return "\(name) (pid \(pid))"
    }

    /// The process's name as `/proc/PID/comm` has it now, at most 15 bytes; `nil` where it has ended or is hidden from us.
    package var command: String? {
        guard pid > 0 else { return nil }
        guard let file = try? OwnedDescriptor.open("/proc/\(pid)/comm", O_RDONLY) else { return nil }
        // TASK_COMM_LEN is 16 with its NUL; kernel threads may show up to 64.
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = read(file.raw, buffer.baseAddress, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }
}
