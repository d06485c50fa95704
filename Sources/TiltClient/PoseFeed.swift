internal import LinuxSystem
public import TiltCore

/// The newest pose from a page of memory that the daemon writes, read without a system call; for whoever draws at each
/// refresh of a display.
///
/// Wait until ``descriptor`` is readable, then call ``receive(_:)``, which fetches the page, and another one where that has
/// ended; ``view(at:)`` and ``read()`` may be called at any time, also where ``receive(_:)`` has thrown. Where there can be no
/// page, frames come and say so.
public final class PoseFeed {
    /// The socket that was connected to.
    public let path: String
    /// How the page is written, as was asked for.
    public let demand: PageDemand

    private let stream: UnixStream
    private var lines = LineSplitter()
    private var chunk = [UInt8](repeating: 0, count: 4096)
    private var passed: OwnedDescriptor?
    private var page: MappedPage?
    /// A copy of the last page that had a pose.
    private var last: PosePage?
    /// False while an answer is awaited, and once a page was refused.
    private var asks = false
    private var mapper: ShadowMapper
    private var isGreeted = false
    private var goodbye: String?

    /// Connects to the daemon at `path`, and asks for a page that is written `rateHz` times a second, 1 to 200; `when` it is
    /// ``Subscription/When/changed``, slow ticks will do while the device lies still, which spares the machine most wake-ups.
    ///
    /// `options` say how a pose becomes an offset, here and not in the daemon. `previous` is the feed whose connection has ended,
    /// where there was one: until this one has a page with a pose, ``view(at:)`` goes on from the last of that one.
    /// - Throws: as ``ClientConnection/init(path:)`` does.
    public init(
        path: String, rateHz: Double = PosePage.usualRate, when: Subscription.When = .always,
        options: ShadowMapper.Options = .init(), after previous: PoseFeed? = nil
    ) throws(ClientError) {
        self.path = path
        let rate = min(PosePage.rates.upperBound, max(PosePage.rates.lowerBound, rateHz))
        demand = PageDemand(rateHz: rate, when: when)
        self.options = options
        mapper = previous?.mapper ?? ShadowMapper(options)
        last = previous?.last
        do throws(SystemError) { stream = try UnixStream.connect(path) } catch {
            throw ClientError(error, path: path)
        }
        ask()
    }

    /// The number to watch; readable while messages wait.
    public var descriptor: CInt { stream.descriptor }

    /// How a pose becomes an offset; how the panel is mounted is the page's to say.
    public var options: ShadowMapper.Options

    /// True where the picture is turned as `rotate` of this user says, whatever ``options`` say of that; false at first.
    public var followsRotation = false

    /// A copy of the newest page; `nil` before the first, and where the daemon was writing each time it was tried.
    ///
    /// One with ``PosePage/Flags/ended`` is followed by another where the daemon may give one, and one that is older than
    /// ``PosePage/oldAge`` is of a daemon that hangs or has died.
    public func read() -> PosePage? { page?.read { PosePage($0) } ?? nil }

    /// The newest pose as it is at an instant of CLOCK_MONOTONIC, by ``options``: carried there, 0.1 s at most; `nil` before the
    /// first, and where there can be no page.
    ///
    /// Where the page has ended, has no pose yet, or could not be read, it is that of the last one that had one. That of an old
    /// page stays where it was, for 3 s after it was written, and eases to the fallback within 1 s. The reference `relative`
    /// follows the instants that are asked for.
    public func view(at instant: Timestamp) -> ShadowMapper.View? {
        if let newest = read(), newest.flags.contains(.hasPose) { last = newest }
        guard let page = last else { return nil }
        // All at once: each change of how the picture is turned begins another neutral pose.
        var turned = options
        turned.panelRotation = page.panelRotation
        if followsRotation { turned.displayRotation = page.displayRotation }
        // Not by whole numbers: the page's may be any.
        let ahead = (Double(instant.nanoseconds) - Double(page.target.nanoseconds)) * 1e-6
        turned.lookaheadMilliseconds = min(100, max(-100, ahead))
        mapper.options = turned
        var motion = page.motion
        motion.time = instant
        motion.fade *= page.freshness(at: instant)
        return mapper.view(of: motion)
    }

    /// Takes what has come, and hands on all that is no frame and no page.
    ///
    /// - Throws: as ``ClientConnection/receive(_:)`` does.
    public func receive(_ body: (ClientEvent) -> Void = { _ in }) throws(ClientError) {
        var room = ClientConnection.mostBytes
        while room > 0 {
            let (outcome, descriptor) = chunk.withUnsafeMutableBytes {
                stream.receiveWithDescriptor(into: $0)
            }
            if descriptor >= 0 { passed = OwnedDescriptor(adopting: descriptor) }
            switch outcome {
            case .bytes(let count):
                room -= count
                try chunk.withUnsafeBufferPointer { bytes throws(ClientError) in
                    try lines.takeMessages(UnsafeBufferPointer(rebasing: bytes[..<count])) {
                        line throws(ClientError) in
                        try read(line, body)
                    }
                }
            case .wouldBlock: return
            case .end:
                guard room == ClientConnection.mostBytes else { return }
                throw .closed(reason: goodbye)
            }
        }
    }

    private func read(
        _ line: UnsafeBufferPointer<UInt8>, _ body: (ClientEvent) -> Void
    ) throws(ClientError) {
        let event = ServerLine.event(line)
        if !isGreeted { isGreeted = try Greeting.hello(in: event, line: line) != nil }
        switch event {
        // Who reads a page gets none: it has ended.
        case .frame?: if asks { ask() }
        case .other(type: "page", text: _)?: map(body)
        case .refused(let refusal)?:
            if refusal.id == .text(Self.id) { asks = refusal.code == "not-permitted" }
            body(.refused(refusal))
        case .goodbye(let reason)?:
            goodbye = reason
            body(.goodbye(reason: reason))
        case let event?: body(event)
        case nil: break
        }
    }

    private static let id = "page"

    private func ask() {
        asks = false
        var line = ByteBuffer()
        line.append(#"{"type":"map","id":""#)
        line.append(text: Self.id)
        line.append("\"")
        demand.append(to: &line)
        line.append("}\n")
        // Where it does not go out the connection is over, which the next look at it tells.
        line.bytes.withUnsafeBytes { _ = stream.send($0) }
    }

    private func map(_ body: (ClientEvent) -> Void) {
        guard let file = passed.take() else {
            // Where there is a page already, it came with that one's line.
            return asks ? () : refuse("its descriptor has not come along", body)
        }
        do throws(MappedPage.Flaw) {
            let next = try MappedPage(file, size: PosePage.size)
            // Of another version it would mean something else; a longer one says more behind it.
            guard next.read({ PosePage($0) != nil }) ?? true else {
                return refuse("it is no page of version \(PosePage.version)", body)
            }
            page = consume next
            asks = true
        } catch {
            switch error {
            case .unsealed: refuse("it is not sealed against shrinking", body)
            case .short: refuse("it is shorter than \(PosePage.size) bytes", body)
            case .system(let error): refuse(error.description, body)
            }
        }
    }

    /// What came is no page: there is none on this connection, and frames say that the daemon is there.
    private func refuse(_ flaw: String, _ body: (ClientEvent) -> Void) {
        page = nil
        last = nil
        asks = false
        // The page ends with a pause.
        var requests = ByteBuffer()
        requests.append("{\"type\":\"pause\"}\n{\"type\":\"resume\"}\n")
        requests.bytes.withUnsafeBytes { _ = stream.send($0) }
        let refusal = Refusal(
            id: .text(Self.id), code: "no-page", message: "cannot read the daemon's page: \(flaw)",
            hint: "read frames: they come as before")
        body(.refused(refusal))
    }
}
