import CLinux
import NIOCore
import NIOHTTP1
import NIOPosix

/// The page's HTTP server: one event loop on one thread, and from everywhere else only this.
package final class PreviewServer: Sendable {
    /// How long goodbyes may take.
    private static let timeout = TimeAmount.milliseconds(500)

    /// Where browsers find the page.
    package let url: String
    /// True where only this machine reaches it.
    package let isLoopback: Bool

    private let group: MultiThreadedEventLoopGroup
    private let listener: any Channel
    private let registry: NIOLoopBound<PageRegistry>

    private init(
        group: MultiThreadedEventLoopGroup, listener: any Channel, registry: NIOLoopBound<PageRegistry>
    ) {
        url = listener.localAddress?.url ?? ""
        isLoopback = listener.localAddress?.isLoopback ?? false
        self.group = group
        self.listener = listener
        self.registry = registry
    }

    /// True for the text of an IP address.
    package static func isAddress(_ text: String) -> Bool {
        (try? SocketAddress(ipAddress: text, port: 0)) != nil
    }

    /// Listens and serves until ``stop()``.
    ///
    /// The threads it starts block the signals that the caller blocks.
    package static func start(_ options: PreviewOptions) throws(PreviewError) -> PreviewServer {
        let address: SocketAddress
        do { address = try SocketAddress(ipAddress: options.address, port: options.port) } catch {
            throw .notAnAddress(options.address)
        }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let rules = AccessRules(
            takesAnyAddress: !address.isLoopback, ownHost: address.host,
            allowedHosts: Set(options.allowedHosts.map { $0.lowercased() }))
        do {
            let loop = group.next()
            let registry = try loop.submit {
                NIOLoopBound(PageRegistry(options: options, rules: rules), eventLoop: loop)
            }.wait()
            let listener = try bootstrap(loop, registry).bind(to: address).wait()
            return PreviewServer(group: group, listener: listener, registry: registry)
        } catch {
            try? group.syncShutdownGracefully()
            throw PreviewError(error, options)
        }
    }

    /// Says goodbye to every page, and returns when all of it is gone.
    package func stop() {
        let loop = listener.eventLoop
        let registry = registry
        listener.close(promise: nil)
        let late = loop.makePromise(of: Void.self)
        loop.scheduleTask(in: Self.timeout) { late.succeed() }
        loop.execute { registry.value.finish(on: loop).cascade(to: late) }
        try? late.futureResult.wait()
        try? group.syncShutdownGracefully()
    }

    private static func bootstrap(
        _ loop: any EventLoop, _ registry: NIOLoopBound<PageRegistry>
    ) -> ServerBootstrap {
        ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 4096)
            )
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try configure(channel, registry.value) }
            }
    }

    /// Puts what understands HTTP and what answers into a new connection.
    static func configure(_ channel: any Channel, _ registry: PageRegistry) throws {
        let decoder = HTTPRequestDecoder(limitConfiguration: HeadLimits.decoder)
        try channel.pipeline.syncOperations.addHandlers([
            HTTPResponseEncoder(), ByteToMessageHandler(decoder), PageConnection(registry: registry),
        ])
    }
}

extension SocketAddress {
    /// The address as a browser takes it.
    var url: String { "http://\(host):\(port ?? 0)/" }

    /// The address in a URL, without the port; this machine's own where it stands for all of them.
    var host: String {
        let text = ipAddress ?? ""
        return switch text {
        case "0.0.0.0": "127.0.0.1"
        case "::": "[::1]"
        default: text.contains(":") ? "[\(text)]" : text
        }
    }

    /// True for an address that no other machine reaches.
    var isLoopback: Bool {
        guard let text = ipAddress else { return false }
        return text == "::1" || text.hasPrefix("127.")
    }
}

extension PreviewError {
    init(_ error: any Error, _ options: PreviewOptions) {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: self = .portInUse(options.port, holder: nil)
        case EACCES: self = .portNotPermitted(options.port)
        case EADDRNOTAVAIL: self = .notOurAddress(options.address)
        default: self = .system("\(error)")
        }
    }
}
