import NIOCore
import NIOHTTP1
import TiltCore

/// One HTTP connection: one request after the other, or a stream until it ends.
final class PageConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    enum State {
        /// No request has begun.
        case idle
        /// A request whose body, if any, is not looked at; answered at its end.
        case ending(HTTPRequestHead)
        /// A request for the daemon whose body comes.
        case gathering(HTTPRequestHead, [UInt8])
        /// The daemon was asked.
        case asking(HTTPRequestHead)
        /// The page gets events.
        case streaming(PageStream)
        /// The last answer is on its way; what comes is thrown away.
        case closing
    }

    /// How long a request may take to come, head and body.
    private static let timeout = TimeAmount.seconds(10)
    /// How long a connection is kept without a request.
    private static let idleTime = TimeAmount.seconds(60)
    /// How long the other end may take to read the last answer.
    private static let lingering = TimeAmount.seconds(2)
    /// The longest body, in bytes: it becomes a line of the daemon's.
    private static let longestBody = ProtocolVersion.longestLine

    private let registry: PageRegistry
    private var state = State.idle
    private var timeout: ConnectionTimeout?
    /// When it connected, or was answered last.
    private var lastDone = NIODeadline.now()

    init(registry: PageRegistry) { self.registry = registry }

    func channelActive(context: ChannelHandlerContext) {
        lastDone = context.eventLoop.now
        guard registry.add(self, context) else {
            write(.noRoom, to: nil, isLast: true, context)
            // It may not linger: there is no room for that either.
            return context.close(promise: nil)
        }
        timeout = ConnectionTimeout(loop: context.eventLoop) { [weak self] in self?.runOut(context) }
        timeout?.expect(within: Self.timeout)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timeout?.stop()
        timeout = nil
        if case .streaming(let page) = state { registry.close(page) }
        state = .closing
        registry.remove(self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), state) {
        case (.head(let head), .idle): begin(head, context)
        case (.body(let part), .gathering(let head, let body)):
            guard body.count + part.readableBytes <= Self.longestBody else {
                return write(.tooLarge, to: head, isLast: true, context)
            }
            state = .gathering(head, body + part.readableBytesView)
        case (.end, .ending(let head)): answer(head, context)
        case (.end, .gathering(let head, let body)): ask(head, body, context)
        case (.head, .asking(var head)):
            // Who sends the next request before this one is answered must send it again, on a new connection.
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            state = .asking(head)
        case (.head, _), (.body, _), (.end, _): return
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event as? ChannelEvent == .inputClosed else {
            return context.fireUserInboundEventTriggered(event)
        }
        // Nothing more will be asked: an answer that is due still goes out, and a stream has lost its page.
        if case .asking(var head) = state {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            state = .asking(head)
        } else {
            context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard case .idle = state, let error = error as? HTTPParserError else {
            return context.close(promise: nil)
        }
        write(error == .headerOverflow ? .headTooLarge : .notHTTP, to: nil, isLast: true, context)
    }

    /// Since when no whole request of it has come; `nil` where one is being answered.
    var idleSince: NIODeadline? {
        switch state {
        case .idle, .ending, .gathering, .closing: lastDone
        case .asking, .streaming: nil
        }
    }

    /// Ends the connection at once, for one that may have more to say.
    func makeRoom(_ context: ChannelHandlerContext) {
        state = .closing
        context.close(promise: nil)
    }

    /// Says goodbye and ends the connection, for the end of the program.
    func finish(_ context: ChannelHandlerContext) {
        guard case .streaming(let page) = state else { return context.close(promise: nil) }
        page.finish()
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        timeout?.expect(within: Self.timeout)
        let route = Route(target: head.uri)
        if let refusal = registry.refusal(of: head, for: route) {
            return write(refusal, to: head, isLast: !head.isBodiless, context)
        }
        if route == .request { state = .gathering(head, []) } else { state = .ending(head) }
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        switch Route(target: head.uri) {
        case .stream: stream(head, context)
        case .file(let name):
            guard let file = registry.files[name] else { return write(.noSuchFile, to: head, context) }
            let encodings = head.headers["Accept-Encoding"]
            write(
                .file(file, knownTags: head.headers["If-None-Match"], encodings: encodings), to: head, context
            )
        case .request: return
        }
    }

    private func ask(_ head: HTTPRequestHead, _ body: [UInt8], _ context: ChannelHandlerContext) {
        let request: PageRequest
        do throws(PageRequest.Failure) {
            request = try body.withUnsafeBufferPointer { (bytes) throws(PageRequest.Failure) in
                try PageRequest.parse(bytes)
            }
        } catch {
            return write(error.answer, to: head, context)
        }
        guard let page = registry.page(request.page) else {
            return write(.unknownPage(request.page), to: head, context)
        }
        state = .asking(head)
        timeout?.stop()
        page.ask(request) { [weak self] answer in
            guard let self, case .asking(let head) = self.state else { return }
            self.write(answer, to: head, context)
        }
    }

    private func stream(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard registry.hasRoom else { return write(.tooManyPages, to: head, isLast: true, context) }
        timeout?.stop()
        try? context.channel.syncOptions?.setOption(
            .socketOption(.so_sndbuf), value: SocketOptionValue(PageStream.sendBuffer))
        var headers = HTTPHeaders(Answer.policies)
        headers.add(name: "Content-Type", value: "text/event-stream")
        headers.add(name: "Cache-Control", value: "no-store")
        let response = HTTPResponseHead(version: head.version, status: .ok, headers: headers)
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        let page = registry.open(context)
        // First, since the other end may be gone already, which the first write then shows.
        state = .streaming(page)
        page.begin(introduction: registry.introduction(of: page))
        page.follow(socket: registry.options.socket)
    }

    /// Writes an answer; after the last one the connection ends as soon as the other end has read it.
    private func write(
        _ answer: Answer, to head: HTTPRequestHead?, isLast: Bool = false, _ context: ChannelHandlerContext
    ) {
        // Who sends requests without reading the answers gets no more of them.
        let isLast = isLast || head?.isKeepAlive != true || !context.channel.isWritable
        let response = HTTPResponseHead(
            version: .http1_1, status: answer.status, headers: answer.headers(isLast: isLast))
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        if head?.method != .HEAD, answer.body.readableBytes > 0 {
            context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        state = isLast ? .closing : .idle
        lastDone = context.eventLoop.now
        if isLast { context.close(mode: .output, promise: nil) }
        timeout?.expect(within: isLast ? Self.lingering : Self.idleTime)
    }

    private func runOut(_ context: ChannelHandlerContext) {
        switch state {
        case .ending(let head), .gathering(let head, _): write(.tooSlow, to: head, isLast: true, context)
        case .idle:
            // Half a head is no reason for another answer.
            state = .closing
            context.close(promise: nil)
        case .asking, .streaming, .closing: context.close(promise: nil)
        }
    }
}
