import CLinux

#if hasFeature(Embedded)
    import TickText
#endif

/// One thread's epoll loop: calls a handler when its descriptor becomes ready.
///
/// Level-triggered, so a handler need not read everything at once. Handlers may begin, change and end any ``Watch``,
/// their own included, and close its descriptor: an event that the kernel had already handed over for it is dropped,
/// even where its number was given to a new descriptor meanwhile. Nothing is allocated per wake-up.
@usableFromInline package final class EventLoop {
    private struct Registration {
        /// Tells this watch from earlier ones of the same descriptor number.
        let generation: UInt32
        var interest: Interest
        let handler: (Interest) -> Void

        /// What to tell the handler; empty where it no longer waits for what happened.
        func ready(_ events: UInt32) -> Interest {
            let happened = Interest(rawValue: events)
            guard happened.isDisjoint(with: .hangUp) else { return interest.union(.hangUp) }
            return happened.intersection(interest)
        }
    }

    private let epoll: OwnedDescriptor
    private let events: UnsafeMutableBufferPointer<epoll_event>
    /// By the number of the descriptor.
    private var registrations: [Registration?] = []
    /// What is looked at between any two handlers; -1 for nothing.
    private var urgent = pollfd(fd: -1, events: Int16(POLLIN), revents: 0)
    private var lastGeneration: UInt32 = 0
    private var isStopping = false

    /// Calls `epoll_create1`.
    package init() throws(SystemError) {
        epoll = try .checked(epoll_create1(CInt(EPOLL_CLOEXEC)), "epoll_create1")
        events = .allocate(capacity: 64)
        events.initialize(repeating: epoll_event())
    }

    deinit { events.deallocate() }

    /// The number to watch by another loop; readable while ``step(timeoutMilliseconds:)`` has something to do.
    package var descriptor: CInt { epoll.raw }

    /// Calls `handler` whenever `fd` is ready for `interest`, as long as the token that this returns lives.
    ///
    /// The caller keeps owning `fd`. On ``Interest/hangUp`` the handler gets all it waits for as well, so that its usual
    /// read or write meets the error. The handler is let go of with the token, so it may hold the token's owner.
    ///
    /// - Throws: ``SystemError``, with `EPERM` for a regular file and `EEXIST` for what is watched already.
    package func watch(
        _ fd: CInt, for interest: Interest, _ handler: @escaping (Interest) -> Void
    ) throws(SystemError) -> Watch {
        let generation = lastGeneration &+ 1
        try control(EPOLL_CTL_ADD, fd, interest, generation)
        lastGeneration = generation
        while registrations.count <= Int(fd) { registrations.append(nil) }
        registrations[Int(fd)] = Registration(generation: generation, interest: interest, handler: handler)
        return Watch(of: fd, generation, on: self)
    }

    /// Serves this watch before any other, also when its descriptor becomes readable during a wake-up.
    ///
    /// There is one at most; a later call replaces it.
    ///
    /// The kernel queues what becomes ready behind all that is ready already: without this, a timer waits until every
    /// one of hundreds of busy subscribers was served. Costs a `poll` for each handler of a wake-up that has several.
    package func prioritise(_ watch: borrowing Watch) {
        urgent.fd = watch.fd
    }

    fileprivate func update(
        _ fd: CInt, _ generation: UInt32, for interest: Interest
    ) throws(SystemError) {
        guard let registration = registration(of: fd), registration.generation == generation else {
            throw SystemError("epoll_ctl", "fd \(fd)", errno: ENOENT)
        }
        guard registration.interest != interest else { return }
        try control(EPOLL_CTL_MOD, fd, interest, generation)
        registrations[Int(fd)]?.interest = interest
    }

    @usableFromInline func unwatch(_ fd: CInt, _ generation: UInt32) {
        // A number that was closed too early may be another's by now.
        guard registration(of: fd)?.generation == generation else { return }
        registrations[Int(fd)] = nil
        if urgent.fd == fd { urgent.fd = -1 }
        // Fails only for a descriptor closed too early, which the kernel has forgotten by itself.
        _ = epoll_ctl(epoll.raw, EPOLL_CTL_DEL, fd, nil)
    }

    /// Who watches a descriptor.
    private func registration(of fd: CInt) -> Registration? {
        let index = Int(fd)
        return registrations.indices.contains(index) ? registrations[index] : nil
    }

    /// Waits for descriptors and calls their handlers until ``stop()``.
    package func run() throws(SystemError) {
        while !isStopping { try step(timeoutMilliseconds: -1) }
        isStopping = false
    }

    /// Makes ``run()`` return when the handlers of the current wake-up are done.
    package func stop() {
        isStopping = true
    }

    /// Waits once and calls the handlers of what is ready; handlers must not call it.
    ///
    /// - Parameter timeoutMilliseconds: the longest wait; 0 looks only, -1 waits for ever.
    /// - Returns: how many handlers were called; 0 also where a signal ended the wait.
    /// - Throws: ``SystemError`` where `epoll_wait` fails for another reason than a signal.
    @discardableResult
    package func step(timeoutMilliseconds: CInt) throws(SystemError) -> Int {
        // glibc 2.41 says that the array is not NULL, earlier ones do not: unwrapped, it suits both declarations.
        guard let first = events.baseAddress else { return 0 }
        let count = epoll_wait(epoll.raw, first, CInt(events.count), timeoutMilliseconds)
        #if hasFeature(Embedded)
            // Saves a sixth of what a tick costs for one subscriber.
            tick_text_fetch()
        #endif
        guard count >= 0 else {
            let error = SystemError("epoll_wait")
            guard error.errno == EINTR else { throw error }
            return 0
        }
        var called = 0
        for index in 0..<Int(count) {
            if count > 1 { called += callUrgent() }
            let event = events[index]
            let token = event.data.u64
            guard let registration = registration(of: CInt(truncatingIfNeeded: token)),
                registration.generation == UInt32(truncatingIfNeeded: token >> 32)
            else { continue }
            let ready = registration.ready(event.events)
            guard !ready.isEmpty else { continue }
            registration.handler(ready)
            called += 1
        }
        return called
    }

    /// Calls the handler of the urgent descriptor where it is readable; how many were called.
    private func callUrgent() -> Int {
        guard urgent.fd >= 0, poll(&urgent, 1, 0) > 0, let registration = registration(of: urgent.fd) else {
            return 0
        }
        registration.handler(.readable)
        return 1
    }

    /// Calls `epoll_ctl` with a token of the descriptor number below and the generation above 32 bits.
    private func control(
        _ operation: CInt, _ fd: CInt, _ interest: Interest, _ generation: UInt32
    ) throws(SystemError) {
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: fd))
        guard epoll_ctl(epoll.raw, operation, fd, &event) == 0 else {
            throw SystemError("epoll_ctl", "fd \(fd)")
        }
    }
}

/// A descriptor's place in an ``EventLoop``, which ends with this value.
///
/// It belongs beside what owns the descriptor, before it, so that it ends first. One that ends late does no harm: it is
/// known by its number and its generation, so it never ends the watch of whoever was given the number since.
@usableFromInline package struct Watch: ~Copyable {
    @usableFromInline let loop: EventLoop
    @usableFromInline let fd: CInt
    @usableFromInline let generation: UInt32

    fileprivate init(of fd: CInt, _ generation: UInt32, on loop: EventLoop) {
        self.loop = loop
        self.fd = fd
        self.generation = generation
    }

    // Inlinable, since Embedded Swift destroys a value of another module only where it can see how.
    @inlinable deinit { loop.unwatch(fd, generation) }

    /// Changes what the descriptor is waited for; a hang-up is told in any case.
    ///
    /// - Throws: ``SystemError``, with `ENOENT` where the descriptor was closed.
    package func update(_ interest: Interest) throws(SystemError) {
        try loop.update(fd, generation, for: interest)
    }

    /// Ends it now.
    package consuming func end() {}
}

/// What a watched descriptor is waited for, and what it turned out to be ready for.
package struct Interest: OptionSet {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A read would not block.
    package static let readable = Interest(rawValue: clinux_readable)
    /// A write would not block.
    package static let writable = Interest(rawValue: clinux_writable)
    /// The other end is gone or the descriptor failed; reported whether it was asked for or not.
    package static let hangUp = Interest(rawValue: clinux_hang_up)
}
