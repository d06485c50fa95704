import CLinux
import LinuxSystem
import Testing

@Suite struct `Event loop` {
    /// Watches that handlers may end, by the numbers of their descriptors.
    private final class Watches {
        final class Entry {
            let watch: Watch
            init(_ watch: consuming Watch) { self.watch = watch }
        }
        var entries: [CInt: Entry] = [:]

        func add(
            _ fd: CInt, for interest: Interest = .readable, on loop: EventLoop,
            _ handler: @escaping (Interest) -> Void
        ) throws {
            entries[fd] = Entry(try loop.watch(fd, for: interest, handler))
        }
    }

    @Test func `calls the handler of what is ready, and again while it stays ready`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        var heard: [Interest] = []
        let watch = try loop.watch(pair.near.raw, for: .readable) { heard.append($0) }
        #expect(try loop.step(timeoutMilliseconds: 0) == 0)
        poke(pair.far.raw)
        #expect(try loop.step(timeoutMilliseconds: 0) == 1)
        #expect(try loop.step(timeoutMilliseconds: 0) == 1)
        #expect(heard == [.readable, .readable])
        watch.end()
        #expect(try loop.step(timeoutMilliseconds: 0) == 0)
    }

    @Test func `waits for what update asked for`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        var heard: [Interest] = []
        let watch = try loop.watch(pair.near.raw, for: [.readable, .writable]) { heard.append($0) }
        try loop.step(timeoutMilliseconds: 0)
        try watch.update(.readable)
        try loop.step(timeoutMilliseconds: 0)
        poke(pair.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        #expect(heard == [.writable, .readable])
    }

    @Test func `tells a hang-up together with all that was waited for`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        var heard: [Interest] = []
        let watch = try loop.watch(pair.near.raw, for: .readable) { heard.append($0) }
        shutdown(pair.near.raw, CInt(SHUT_RDWR))
        try loop.step(timeoutMilliseconds: 0)
        #expect(heard == [[.readable, .hangUp]])
        watch.end()
    }

    @Test func `drops the events of a watch that an earlier handler ended`() throws {
        let loop = try EventLoop()
        let first = try SocketPair()
        let second = try SocketPair()
        let watches = Watches()
        var calls: [CInt] = []
        for (own, other) in [(first.near.raw, second.near.raw), (second.near.raw, first.near.raw)] {
            try watches.add(own, on: loop) { _ in
                calls.append(own)
                watches.entries[other] = nil
            }
        }
        poke(first.far.raw)
        poke(second.far.raw)
        #expect(try loop.step(timeoutMilliseconds: 0) == 1)
        #expect(calls.count == 1)
        watches.entries.removeAll()
    }

    @Test func `calls an urgent handler as soon as it is due, in the midst of others`() throws {
        let loop = try EventLoop()
        let first = try SocketPair()
        let second = try SocketPair()
        let urgent = try SocketPair()
        let (urgentNear, urgentFar) = (urgent.near.raw, urgent.far.raw)
        let watches = Watches()
        var calls: [String] = []
        for own in [first.near.raw, second.near.raw] {
            try watches.add(own, on: loop) { _ in
                calls.append("other")
                if calls.count == 1 { poke(urgentFar) }
            }
        }
        let watch = try loop.watch(urgentNear, for: .readable) { _ in
            calls.append("urgent")
            var byte: UInt8 = 0
            #expect(read(urgentNear, &byte, 1) == 1)
        }
        loop.prioritise(watch)
        poke(first.far.raw)
        poke(second.far.raw)
        #expect(try loop.step(timeoutMilliseconds: 0) == 3)
        #expect(calls == ["other", "urgent", "other"])
        watch.end()
        poke(urgentFar)
        #expect(try loop.step(timeoutMilliseconds: 0) == 2)
    }

    @Test func `lets a handler end its own watch`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        let descriptor = pair.near.raw
        let watches = Watches()
        var calls = 0
        try watches.add(descriptor, on: loop) { _ in
            watches.entries[descriptor] = nil
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
        let watches = Watches()
        var calls: [String] = []
        for (own, other) in [(numbers[0], numbers[1]), (numbers[1], numbers[0])] {
            try watches.add(own, on: loop) { _ in
                calls.append("old")
                watches.entries[other] = nil
                // dup2 closes and reuses the number at once, with no other thread in between.
                #expect(dup2(quiet.near.raw, other) == other)
                #expect(throws: Never.self) { try watches.add(other, on: loop) { _ in calls.append("new") } }
                watches.entries[own] = nil
            }
        }
        poke(first.far.raw)
        poke(second.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        #expect(calls == ["old"])
        poke(quiet.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        #expect(calls == ["old", "new"])
        watches.entries.removeAll()
    }

    /// The descriptor is closed under its watch, and its number is given to another, as a sensor's once was to a
    /// subscriber.
    @Test func `leaves the watch of a reused number alone when the one before it ends late`() throws {
        let loop = try EventLoop()
        let lost = try SocketPair()
        let other = try SocketPair()
        let number = lost.near.raw
        var calls: [String] = []
        let late = try loop.watch(number, for: .readable) { _ in calls.append("lost") }
        #expect(dup2(other.near.raw, number) == number)
        let watch = try loop.watch(number, for: .readable) { _ in calls.append("other") }
        #expect(throws: SystemError("epoll_ctl", "fd \(number)", errno: ENOENT)) { try late.update([]) }
        late.end()
        poke(other.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        #expect(calls == ["other"])
        watch.end()
    }

    @Test func `drops an event that the handler no longer waits for`() throws {
        let loop = try EventLoop()
        let first = try SocketPair()
        let second = try SocketPair()
        let watches = Watches()
        var calls = 0
        for (own, other) in [(first.near.raw, second.near.raw), (second.near.raw, first.near.raw)] {
            try watches.add(own, on: loop) { _ in
                calls += 1
                #expect(throws: Never.self) { try watches.entries[other]?.watch.update([]) }
            }
        }
        poke(first.far.raw)
        poke(second.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        #expect(calls == 1)
        watches.entries.removeAll()
    }

    @Test func `serves more descriptors than one wake-up can carry`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        let watches = Watches()
        var copies: [CInt] = []
        defer { for copy in copies { close(copy) } }
        var heard: Set<CInt> = []
        for _ in 0..<100 {
            let copy = clinux_fcntl(pair.near.raw, F_DUPFD_CLOEXEC, 0)
            copies.append(copy)
            try watches.add(copy, on: loop) { _ in heard.insert(copy) }
        }
        poke(pair.far.raw)
        try loop.step(timeoutMilliseconds: 0)
        try loop.step(timeoutMilliseconds: 0)
        #expect(heard.count == 100)
        watches.entries.removeAll()
        #expect(try loop.step(timeoutMilliseconds: 0) == 0)
    }

    @Test func `runs until a handler stops it, and a stop before the run counts`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        var calls = 0
        let watch = try loop.watch(pair.near.raw, for: .readable) { _ in
            calls += 1
            if calls == 3 { loop.stop() }
        }
        poke(pair.far.raw)
        try loop.run()
        #expect(calls == 3)
        loop.stop()
        try loop.run()
        #expect(calls == 3)
        watch.end()
    }

    @Test func `forgets the handler with its watch, and what it holds`() throws {
        final class Holder {}
        let loop = try EventLoop()
        let pair = try SocketPair()
        weak var holder: Holder?
        do {
            let held = Holder()
            holder = held
            let watch = try loop.watch(pair.near.raw, for: .readable) { [held] _ in _ = held }
            #expect(holder != nil)
            watch.end()
        }
        #expect(holder == nil)
        poke(pair.far.raw)
        #expect(try loop.step(timeoutMilliseconds: 0) == 0)
    }

    @Test func `refuses a regular file and a descriptor watched twice`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        let descriptor = pair.near.raw
        let watch = try loop.watch(descriptor, for: .readable) { _ in }
        #expect(throws: SystemError("epoll_ctl", "fd \(descriptor)", errno: EEXIST)) {
            _ = try loop.watch(descriptor, for: .readable) { _ in }
        }
        // The refused one has left the first alone.
        try watch.update([])
        let file = try OwnedDescriptor.open("/proc/self/exe", O_RDONLY)
        let number = file.raw
        #expect(throws: SystemError("epoll_ctl", "fd \(number)", errno: EPERM)) {
            _ = try loop.watch(number, for: .readable) { _ in }
        }
    }
}
