import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import TiltPreview

/// A page's stream, in a time that passes only when it is told to.
@Suite struct `Page stream` {
    /// A connection that takes what is written only while it does not stall.
    final class Reader: ChannelOutboundHandler {
        typealias OutboundIn = HTTPServerResponsePart

        /// What has been written, in order.
        private(set) var written: [String] = []
        /// True while the kernel takes nothing more.
        var isStalled = false
        private var waiting: [EventLoopPromise<Void>] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .body(.byteBuffer(let bytes)) = unwrapOutboundIn(data), let promise else { return }
            written.append(String(buffer: bytes))
            if isStalled { waiting.append(promise) } else { promise.succeed() }
        }

        /// Takes all that waits, and goes on.
        func resume() {
            isStalled = false
            let taken = waiting
            waiting = []
            for promise in taken { promise.succeed() }
        }
    }

    private final class Page: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
    }

    private static let sign = "event: alive\ndata: \n\n"

    private let loop = EmbeddedEventLoop()
    private let reader = Reader()
    private let stream: PageStream

    init() throws {
        let channel = EmbeddedChannel(loop: loop)
        let page = Page()
        try channel.pipeline.syncOperations.addHandlers([reader, page])
        stream = PageStream(id: "a", context: try channel.pipeline.syncOperations.context(handler: page))
        stream.begin(introduction: "{}")
    }

    @Test func `says something after 5 seconds of silence, each time`() {
        #expect(reader.written == ["retry: 500\nevent: page\ndata: {}\n\n"])
        loop.advanceTime(by: .seconds(4))
        #expect(reader.written.count == 1)
        loop.advanceTime(by: .seconds(17))
        #expect(reader.written.dropFirst() == [Self.sign, Self.sign, Self.sign, Self.sign])
        stream.stop()
        loop.advanceTime(by: .seconds(60))
        #expect(reader.written.count == 5)
    }

    /// A look that is due again at once would never let an hour pass, and the loop would serve nobody meanwhile.
    @Test func `waits for a page that takes nothing, and lets time pass`() {
        reader.isStalled = true
        loop.advanceTime(by: .seconds(5))
        #expect(reader.written.count == 2)
        loop.advanceTime(by: .hours(1))
        #expect(reader.written.count == 2)
        reader.resume()
        loop.advanceTime(by: .seconds(5))
        #expect(reader.written.dropFirst(2) == [Self.sign])
        stream.stop()
    }
}
