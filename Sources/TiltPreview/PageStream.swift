import NIOCore
import NIOHTTP1
import TiltCore

/// One page's Server-Sent Events: what its own connection to the daemon says, the newest frame first of all.
final class PageStream {
    /// An event is sent after this long without one, so that a page notices a server that hangs, and the server a connection
    /// nobody holds any more: a comment is nothing that a page's scripts are told of.
    private static let longestSilence = TimeAmount.seconds(5)
    /// What the kernel may hold of frames that were sent, in bytes, which it doubles: at the default, and growing, they
    /// would wait there for minutes.
    static let sendBuffer: CInt = 4096

    /// What the page calls itself in its requests.
    let id: String

    private let context: ChannelHandlerContext
    private var events = EventQueue()
    /// True from a write until the kernel has taken all of it.
    private var isWriting = false
    private var isEnded = false
    private var silence: ConnectionTimeout?
    private var link: DaemonLink?

    /// Writes to the connection whose response has begun.
    init(id: String, context: ChannelHandlerContext) {
        self.id = id
        self.context = context
    }

    /// Tells the page who it is, and from time to time that it is still there.
    func begin(introduction: String) {
        silence = ConnectionTimeout(loop: context.eventLoop) { [weak self] in self?.breakSilence() }
        events.add("retry: 500\n")
        deliver(events.add(event: "page", data: introduction))
    }

    /// Subscribes to the daemon at `socket`.
    func follow(socket: String) {
        guard !isEnded else { return }
        let link = DaemonLink(path: socket, loop: context.eventLoop) { [weak self] event in
            guard let self else { return }
            switch event {
            case .state(let state): self.deliver(self.events.add(event: "daemon", data: state.data))
            case .line(let line, let isFrame): self.deliver(self.events.add(line: line, isFrame: isFrame))
            }
        }
        self.link = link
        link.start()
    }

    /// Asks the page's daemon; `answer` gets what the page is told.
    func ask(_ request: PageRequest, _ answer: @escaping (Answer) -> Void) {
        link?.ask(request, answer) ?? answer(PendingRequests.unavailable(nil))
    }

    /// Says goodbye and ends the response.
    func finish() {
        _ = events.add(event: "message", data: #"{"type":"goodbye","reason":"the preview was stopped"}"#)
        flush(evenWhileWriting: true)
        stop()
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
        context.close(mode: .output, promise: nil)
    }

    /// Ends the subscription; nothing is written any more.
    func stop() {
        isEnded = true
        silence?.stop()
        link?.stop()
        link = nil
    }

    /// Writes what waits; a page for which too much waits must begin anew.
    private func deliver(_ isWithinBounds: Bool) {
        guard !isEnded else { return }
        guard isWithinBounds else { return context.close(promise: nil) }
        flush(evenWhileWriting: false)
    }

    private func flush(evenWhileWriting: Bool) {
        guard !isEnded, !events.isEmpty, evenWhileWriting || !isWriting else { return }
        isWriting = true
        silence?.expect(within: Self.longestSilence)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { [weak self] _ in
            guard let self else { return }
            self.isWriting = false
            self.flush(evenWhileWriting: false)
        }
        let part = HTTPServerResponsePart.body(.byteBuffer(events.take()))
        context.writeAndFlush(NIOAny(part), promise: written)
    }

    /// Says something; a page that has yet to take the last write is only looked at again as long after this.
    private func breakSilence() {
        guard !isWriting else {
            silence?.expect(within: Self.longestSilence)
            return
        }
        deliver(events.add(event: "alive", data: ""))
    }
}
