import LinuxSystem
import TiltCore

/// What connections bring, and what is sent to them.
extension DaemonShell {
    /// Takes a connection that was accepted.
    func admit(_ stream: consuming UnixStream) {
        stream.setSendBufferMinimum()
        let opened = connections.add(stream)
        do throws(SystemError) {
            try opened.watch(on: loop) { [self] ready in serve(opened, ready) }
        } catch {
            journal.warning("cannot watch a subscriber: \(error.description)")
            return connections.close(opened.id, closer)
        }
        let credentials = opened.peer
        let standing = standing(of: opened)
        if standing == .present { opened.userInFront = credentials?.uid }
        opened.mayHaveRaw = rawAccess.permits(credentials, groups: opened.peerGroups)
        let peer = Peer(
            credentials: credentials, command: credentials?.command, mayHaveRaw: opened.mayHaveRaw,
            standing: standing)
        step(.accepted(opened.id, peer))
    }

    private func standing(of opened: OpenConnection) -> Peer.Standing {
        let peer = opened.peer
        if let standing = socketAccess.standing(of: peer, groups: opened.peerGroups) { return standing }
        guard let peer, socketAccess.isPresent(peer.uid) else { return .stranger }
        do throws(SystemError) {
            // Those who could not be seen to go may be served again.
            if try presenceWatch?.begin() ?? false { _ = reportPresence(isSeen: true) }
        } catch {
            // Who goes away again would go on to be served.
            let text = unwatched.text(
                "whoever sits in front is not served: \(error.description)", now: MonotonicClock.now())
            if let text { journal.warning(text) }
            return .stranger
        }
        // Once more, now that nothing is missed.
        return socketAccess.isPresent(peer.uid) ? .present : .stranger
    }

    /// How many descriptors are open, but for those of sensors and logs.
    var descriptorsInUse: Int { ownDescriptors + connections.count + pages.count + closer.count }

    /// Raises the limit of open files for the subscribers that are allowed, each of whom may be a user with a page of its own,
    /// or says that it stays too low; how many have room.
    @discardableResult func makeRoom() -> Int {
        let wanted = core.settings.socket.maxSubscribers
        let room = DescriptorTable.makeRoom(for: ownDescriptors + 2 * wanted) - ownDescriptors
        guard room < wanted else { return room }
        journal.warning(
            "max_subscribers is \(wanted), and the limit of open files leaves room for \(max(0, room)): raise it "
                + "(LimitNOFILE= in the service, ulimit -Hn elsewhere)")
        return room
    }

    /// Ends those whom the settings and the groups let in no more, or in another way: who may come is let in anew, and who may
    /// not hears why.
    func reconsiderSubscribers() {
        let ending = connections.all.filter { opened in
            let standing = socketAccess.standing(of: opened.peer, groups: opened.peerGroups)
            return standing == .stranger || (standing != nil) != (opened.userInFront == nil)
                || rawAccess.permits(opened.peer, groups: opened.peerGroups) != opened.mayHaveRaw
        }
        guard !ending.isEmpty else { return }
        journal.info(
            "others are let in now, or to other readings: \(ending.count) subscriber\(ending.count == 1 ? " has" : "s have") to come again"
        )
        for opened in ending { tellLater(.hungUp(opened.id)) }
    }

    /// Says of settings that were read again that they count from the next start on, where they are others than at this one.
    func sayWhatWaits() {
        let (wanted, former) = (core.settings.socket, wantedSocketFile)
        wantedSocketFile = wanted
        guard !wanted.hasFile(of: former), !wanted.hasFile(of: socketFile) else { return }
        journal.warning("socket.path, socket.mode and socket.group count from the next start on")
    }

    /// Tells the core who sits in front now: nobody where none could be seen to go; false where nobody is served for that.
    func reportPresence(isSeen: Bool) -> Bool {
        let users = connections.usersInFront
        for user in users {
            step(.presence(user: user, isPresent: isSeen && socketAccess.isPresent(user)))
        }
        return !users.isEmpty
    }

    /// Tells what has become of a connection: first that there is room, then one buffer of what came, so that a chatterbox
    /// cannot hold the loop.
    private func serve(_ opened: OpenConnection, _ ready: Interest) {
        if opened.userInFront != nil { presenceWatch?.catchUp() }
        if ready.contains(.writable), opened.isWaitedFor { step(.writable(opened.id)) }
        let isHungUp = ready.contains(.hangUp)
        guard connections[opened.id] != nil, ready.contains(.readable) || isHungUp else { return }
        // Where nobody wants to hear it, there is nobody to answer either.
        guard opened.isHeard else { return isHungUp ? step(.hungUp(opened.id)) : () }
        switch opened.receive(into: input) {
        case .bytes(let count):
            step(.received(opened.id, UnsafeRawBufferPointer(rebasing: input[..<count])))
        case .end:
            // It may close its sending side and read on, as `echo … | socat - UNIX-CONNECT:…` does.
            turnDeaf(opened, because: isHungUp ? .hungUp(opened.id) : .saidAll(opened.id))
        case .none: turnDeaf(opened, because: .passedDescriptors(opened.id))
        case .wouldBlock: break
        }
    }

    private func turnDeaf(_ opened: OpenConnection, because event: DaemonEvent) {
        do throws(SystemError) {
            try opened.turnDeaf()
            step(event)
        } catch {
            step(.hungUp(opened.id))
        }
    }

    /// Waits for this and a hang-up, and nothing else.
    func wait(for interest: Interest, of connection: Connection) {
        guard let opened = connections[connection] else { return }
        do throws(SystemError) { try opened.wait(for: interest) } catch {
            journal.error("cannot watch a subscriber: \(error.description)")
            tellLater(.hungUp(connection))
        }
    }

    /// Sends bytes of this step, and tells the core at once of what did not go out.
    func send(_ bytes: OutputBytes, to connection: Connection, onlyIfRead: Bool) {
        noteSend()
        let rest = withOutput(bytes) {
            connections.send($0, to: connection, step: stepNumber, onlyIfRead: onlyIfRead)
        }
        guard let rest else { return }
        answer(.unsent(connection, bytes, sent: rest.sent, rest.because))
    }

    /// The same for all sends that stand one behind another, as those of a tick do; which effect is next.
    ///
    /// That is the first of another kind, or the one behind the first whose bytes did not all go out. What all of them
    /// share, this step's output, is lent once and not for each.
    func sendRun(from first: Int) -> Int {
        guard case .send = effects[first] else { return first }
        noteSend()
        var next = first
        var rest: (sent: Int, because: SendFailure)?
        core.output.bytes.withUnsafeBytes { output in
            while rest == nil, next < effects.count, case .send(let connection, let bytes) = effects[next] {
                let start = Int(bytes.start)
                let line = UnsafeRawBufferPointer(rebasing: output[start..<(start + Int(bytes.count))])
                rest = connections.send(line, to: connection, step: stepNumber, onlyIfRead: false)
                next += 1
            }
        }
        if let rest, case .send(let connection, let bytes) = effects[next - 1] {
            answer(.unsent(connection, bytes, sent: rest.sent, rest.because))
        }
        return next
    }
}

extension Settings.Socket {
    /// True where the socket's file would be made as by `other`.
    fileprivate func hasFile(of other: Settings.Socket) -> Bool {
        path == other.path && mode == other.mode && group == other.group
    }
}
