import NIOCore
import TiltCore

/// Cuts what the daemon sends into lines, for the link whose connection it is.
final class DaemonLines: ChannelInboundHandler {
    typealias InboundIn = NIOCore.ByteBuffer

    private weak var link: DaemonLink?
    private var lines = LineSplitter()

    init(link: DaemonLink) { self.link = link }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let link else { return context.close(promise: nil) }
        unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            lines.feed(bytes.bindMemory(to: UInt8.self)) { line in
                link.take(line)
                return true
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
