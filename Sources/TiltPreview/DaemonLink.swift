import NIOCore
import NIOPosix
import TiltClient
import TiltCore

/// A page's own connection to the daemon, made again whenever it ends.
///
/// It belongs to the server's event loop and is used from nowhere else.
final class DaemonLink {
    /// What it tells.
    enum Event {
        /// The connection stands otherwise than before.
        case state(DaemonState)
        /// A message, without its line feed; valid during the call only.
        case line(UnsafeBufferPointer<UInt8>, isFrame: Bool)
    }

    /// The longest wait between two attempts, in nanoseconds: a restart must be survived within 2 s.
    private static let longestWait: Int64 = 2_000_000_000
    /// How long a new connection may say nothing: a daemon that a socket unit starts needs a moment.
    private static let timeout = TimeAmount.seconds(5)
    /// How long the daemon may say nothing from then on: a frame comes once a second at the least.
    private static let longestSilence = TimeAmount.seconds(3)
    /// What is asked of every daemon: the newest frame only, and the direction that the page's own mappings need.
    private static let greeting =
        #"{"type":"subscribe","id":"preview","include":["up"],"strict":true}"# + "\n"

    private let path: String
    private let loop: any EventLoop
    private let body: (Event) -> Void
    private var backoff = Backoff(limit: DaemonLink.longestWait)
    private let requests: PendingRequests
    private var channel: (any Channel)?
    private var timer: Scheduled<Void>?
    private var hasGreeted = false
    /// When the daemon said something last.
    private var heard = NIODeadline.now()
    /// Whether another user sits in front, and frames come when that ends.
    private var isAway = false
    private var isStopped = false
    /// Why the daemon said that it ends.
    private var goodbye: String?
    private var state: DaemonState?
    /// Lines left out because they make no sense.
    private var leftOut = 0

    /// `body` hears of everything until ``stop()``.
    init(path: String, loop: any EventLoop, _ body: @escaping (Event) -> Void) {
        self.path = path
        self.loop = loop
        self.body = body
        requests = PendingRequests(loop: loop)
    }

    /// Connects, and goes on trying.
    func start() {
        guard !isStopped else { return }
        hasGreeted = false
        isAway = false
        goodbye = nil
        let lines = NIOLoopBound(DaemonLines(link: self), eventLoop: loop)
        let connecting = ClientBootstrap(group: loop).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(lines.value)
            }
        }.connect(unixDomainSocketPath: path)
        // Holds the link until there is a connection, which is then closed where nobody wants it any more.
        connecting.assumeIsolated().whenComplete { result in
            switch result {
            case .success(let channel): self.opened(channel)
            case .failure(let error): self.lost(ClientError(connecting: error, path: self.path))
            }
        }
    }

    /// Ends the connection for good; nothing is told any more.
    func stop() {
        isStopped = true
        timer?.cancel()
        requests.failAll(with: state)
        channel?.close(promise: nil)
        channel = nil
    }

    /// Asks the daemon; `answer` gets what the page is told.
    func ask(_ request: PageRequest, _ answer: @escaping (Answer) -> Void) {
        guard hasGreeted, let channel else { return answer(PendingRequests.unavailable(state)) }
        guard let line = requests.add(request, answer) else { return }
        channel.writeAndFlush(NIOCore.ByteBuffer(bytes: line), promise: nil)
    }

    private func opened(_ channel: any Channel) {
        guard !isStopped, channel.isActive else {
            channel.close(promise: nil)
            return lost(.closed(reason: goodbye))
        }
        self.channel = channel
        channel.writeAndFlush(NIOCore.ByteBuffer(string: Self.greeting), promise: nil)
        channel.closeFuture.assumeIsolated().whenComplete { [weak self] _ in
            guard let self, self.channel === channel else { return }
            self.lost(.closed(reason: self.goodbye))
        }
        heard = .now()
        watchSilence()
    }

    /// Ends the connection once the daemon says nothing any more: one that hangs keeps it for ever.
    private func watchSilence() {
        if isAway { heard = .now() }
        let limit = heard + (hasGreeted ? Self.longestSilence : Self.timeout)
        guard limit > .now() else { return lost(.silent(path: path)) }
        timer = loop.assumeIsolated().scheduleTask(deadline: limit) { [weak self] in self?.watchSilence() }
    }

    /// Tells why there is no connection, and arranges the next attempt.
    private func lost(_ error: ClientError) {
        guard !isStopped else { return }
        timer?.cancel()
        channel?.close(promise: nil)
        channel = nil
        tell(DaemonState(error))
        requests.failAll(with: state)
        timer = loop.assumeIsolated().scheduleTask(in: .nanoseconds(backoff.next())) { [weak self] in
            self?.start()
        }
    }

    private func tell(_ state: DaemonState) {
        guard state != self.state else { return }
        self.state = state
        body(.state(state))
    }
}

extension DaemonLink {
    /// Takes one line of the connection.
    func take(_ line: LineSplitter.Line) {
        guard !isStopped, channel != nil else { return }
        heard = .now()
        switch line {
        case .tooLong(let start): leaveOut(start)
        case .whole(let bytes):
            guard !bytes.isEmpty else { return }
            do throws(ClientError) { try read(bytes, ServerLine.event(bytes)) } catch { lost(error) }
        }
    }

    private func read(_ line: UnsafeBufferPointer<UInt8>, _ event: ClientEvent?) throws(ClientError) {
        if !hasGreeted, try Greeting.hello(in: event, line: line) != nil {
            hasGreeted = true
            tell(.connected)
        }
        switch event {
        case .frame?:
            isAway = false
            // Not by hello: a daemon that greets and ends, again and again, is not to be asked ten times a second.
            backoff.reset()
            return body(.line(line, isFrame: true))
        case .goodbye(let reason)?: goodbye = reason
        case .refused(let refusal)? where refusal.id == nil && refusal.code == "not-permitted": isAway = true
        case .accepted?, .refused?, .status?: requests.answer(with: line)
        case .hello?, .sensor?, .other?: break
        case nil: return leaveOut(line)
        }
        body(.line(line, isFrame: false))
    }

    /// Leaves out a line that makes no sense, and tells the page of the first, the tenth and the hundredth of them.
    private func leaveOut(_ line: UnsafeBufferPointer<UInt8>) {
        guard hasGreeted else { return lost(.notTiltshadow(firstLine: Greeting.start(of: line))) }
        leftOut += 1
        guard Self.isPowerOfTen(leftOut) else { return }
        let error = ClientError.malformed(line: Greeting.start(of: line))
        let count = leftOut == 1 ? "" : " (\(leftOut) such lines by now)"
        tell(DaemonState(word: .connected, message: error.description + count, hint: error.hint))
    }

    private static func isPowerOfTen(_ count: Int) -> Bool {
        var rest = count
        while rest.isMultiple(of: 10), rest > 0 { rest /= 10 }
        return rest == 1
    }
}
