import CLinux
import LinuxSystem
import Testing

@Suite struct `Event loop` {
    @Test func `calls the handler of what is ready, and again while it stays ready`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        var heard: [Interest] = []
        try loop.watch(pair.near.raw, for: .readable) { heard.append($0) }
        #expect(try loop.step(timeoutMilliseconds: 0) == 0)
        poke(pair.far.raw)
        #expect(try loop.step(timeoutMilliseconds: 0) == 1)
        #expect(try loop.step(timeoutMilliseconds: 0) == 1)
        #expect(heard == [.readable, .readable])
    }

    @Test func `waits for what update asked for`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        var heard: [Interest] = []
        try loop.watch(pair.near.raw, for: [.readable, .writable]) { heard.append($0) }
        try loop.step(timeoutMilliseconds: 0)
        try loop.update(pair.near.raw, for: .readable)
        try loop.step(timeoutMilliseconds: 0)
        poke(pair.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        #expect(heard == [.writable, .readable])
    }

    @Test func `tells a hang-up together with all that was waited for`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        var heard: [Interest] = []
        try loop.watch(pair.near.raw, for: .readable) { heard.append($0) }
        shutdown(pair.near.raw, CInt(SHUT_RDWR))
        try loop.step(timeoutMilliseconds: 0)
        #expect(heard == [[.readable, .hangUp]])
    }

    @Test func `drops the events of a descriptor that an earlier handler unwatched`() throws {
        let loop = try EventLoop()
        let first = try SocketPair()
        let second = try SocketPair()
        var calls: [CInt] = []
        for (own, other) in [(first.near.raw, second.near.raw), (second.near.raw, first.near.raw)] {
            try loop.watch(own, for: .readable) { _ in
                calls.append(own)
                loop.unwatch(other)
            }
        }
        poke(first.far.raw)
        poke(second.far.raw)
        #expect(try loop.step(timeoutMilliseconds: 0) == 1)
        #expect(calls.count == 1)
    }

    @Test func `calls an urgent handler as soon as it is due, in the midst of others`() throws {
        let loop = try EventLoop()
        let first = try SocketPair()
        let second = try SocketPair()
        let urgent = try SocketPair()
        let (urgentNear, urgentFar) = (urgent.near.raw, urgent.far.raw)
        var calls: [String] = []
        for own in [first.near.raw, second.near.raw] {
            try loop.watch(own, for: .readable) { _ in
                calls.append("other")
                if calls.count == 1 { poke(urgentFar) }
            }
        }
        try loop.watch(urgentNear, for: .readable) { _ in
            calls.append("urgent")
            var byte: UInt8 = 0
            #expect(read(urgentNear, &byte, 1) == 1)
        }
        loop.prioritise(urgentNear)
        poke(first.far.raw)
        poke(second.far.raw)
        #expect(try loop.step(timeoutMilliseconds: 0) == 3)
        #expect(calls == ["other", "urgent", "other"])
        loop.unwatch(urgentNear)
        poke(urgentFar)
        #expect(try loop.step(timeoutMilliseconds: 0) == 2)
    }

    @Test func `lets a handler unwatch itself`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        let descriptor = pair.near.raw
        var calls = 0
        try loop.watch(descriptor, for: .readable) { _ in
            loop.unwatch(descriptor)
            calls += 1
        }
        poke(pair.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        try loop.step(timeoutMilliseconds: 0)
        #expect(calls == 1)
    }

    /// Two ready descriptors; the first handler gives the number of the other to a new socket and watches that.
    @Test func `does not give the events of a closed descriptor to a new one of the same number`() throws {
        let loop = try EventLoop()
        let first = try SocketPair()
        let second = try SocketPair()
        let quiet = try SocketPair()
        let numbers = [first.near.raw, second.near.raw]
        var calls: [String] = []
        for (own, other) in [(numbers[0], numbers[1]), (numbers[1], numbers[0])] {
            try loop.watch(own, for: .readable) { _ in
                calls.append("old")
                loop.unwatch(other)
                // dup2 closes and reuses the number at once, with no other thread in between.
                #expect(dup2(quiet.near.raw, other) == other)
                #expect(throws: Never.self) {
                    try loop.watch(other, for: .readable) { _ in calls.append("new") }
                }
                loop.unwatch(own)
            }
        }
        poke(first.far.raw)
        poke(second.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        #expect(calls == ["old"])
        poke(quiet.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        #expect(calls == ["old", "new"])
    }

    @Test func `drops an event that the handler no longer waits for`() throws {
        let loop = try EventLoop()
        let first = try SocketPair()
        let second = try SocketPair()
        var calls = 0
        for (own, other) in [(first.near.raw, second.near.raw), (second.near.raw, first.near.raw)] {
            try loop.watch(own, for: .readable) { _ in
                calls += 1
                #expect(throws: Never.self) { try loop.update(other, for: []) }
            }
        }
        poke(first.far.raw)
        poke(second.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        #expect(calls == 1)
    }

    @Test func `serves more descriptors than one wake-up can carry`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        var copies: [CInt] = []
        defer { for copy in copies { close(copy) } }
        var heard: Set<CInt> = []
        for _ in 0..<100 {
            let copy = clinux_fcntl(pair.near.raw, F_DUPFD_CLOEXEC, 0)
            copies.append(copy)
            try loop.watch(copy, for: .readable) { _ in heard.insert(copy) }
        }
        poke(pair.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        try loop.step(timeoutMilliseconds: 0)
        #expect(heard.count == 100)
        for copy in copies { loop.unwatch(copy) }
        #expect(try loop.step(timeoutMilliseconds: 0) == 0)
    }

    @Test func `runs until a handler stops it, and a stop before the run counts`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        var calls = 0
        try loop.watch(pair.near.raw, for: .readable) { _ in
            calls += 1
            if calls == 3 { loop.stop() }
        }
        poke(pair.far.raw)
        try loop.run()
        #expect(calls == 3)
        loop.stop()
        try loop.run()
        #expect(calls == 3)
    }

    @Test func `forgets all handlers, and what they hold`() throws {
        final class Holder {}
        let loop = try EventLoop()
        let pair = try SocketPair()
        weak var holder: Holder?
        do {
            let held = Holder()
            holder = held
            try loop.watch(pair.near.raw, for: .readable) { [held] _ in _ = held }
        }
        #expect(holder != nil)
        loop.unwatchAll()
        #expect(holder == nil)
        poke(pair.far.raw)
        #expect(try loop.step(timeoutMilliseconds: 0) == 0)
    }

    @Test func `refuses a regular file, a descriptor watched twice and an update of none`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        let descriptor = pair.near.raw
        try loop.watch(descriptor, for: .readable) { _ in }
        #expect(throws: SystemError("epoll_ctl", "fd \(descriptor)", errno: EEXIST)) {
            try loop.watch(descriptor, for: .readable) { _ in }
        }
        let far = pair.far.raw
        #expect(throws: SystemError("epoll_ctl", "fd \(far)", errno: ENOENT)) {
            try loop.update(far, for: .readable)
        }
        let file = try OwnedDescriptor.open("/proc/self/exe", O_RDONLY)
        let number = file.raw
        #expect(throws: SystemError("epoll_ctl", "fd \(number)", errno: EPERM)) {
            try loop.watch(number, for: .readable) { _ in }
        }
    }
}
