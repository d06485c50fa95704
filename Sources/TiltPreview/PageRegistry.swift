import CLinux
import NIOCore
import TiltCore

/// Everything that the connections of a preview share; it belongs to the server's event loop.
final class PageRegistry {
    /// The most pages with a stream at a time: a quarter of the subscribers that the daemon takes at its defaults, so that
    /// other programs still get in.
    static let mostPages = 64
    /// The most connections, streams and others.
    static let mostConnections = 256

    let options: PreviewOptions
    let files: PageFiles
    let rules: AccessRules
    let token = AccessToken()
    private(set) var connections: [ObjectIdentifier: (PageConnection, ChannelHandlerContext)] = [:]
    private var pages: [String: PageStream] = [:]
    private let connectionLimit: Int

    init(options: PreviewOptions, rules: AccessRules) {
        self.options = options
        self.rules = rules
        files = PageFiles(directory: options.pageDirectory)
        connectionLimit = Self.connectionLimit()
    }

    /// True where another page gets its stream.
    var hasRoom: Bool { pages.count < Self.mostPages }

    /// Keeps a connection; where there are too many, in the place of the one that has had nothing to do for longest, and
    /// false where all have.
    ///
    /// Otherwise whoever connects often enough, and says nothing, keeps everybody else from the page.
    func add(_ connection: PageConnection, _ context: ChannelHandlerContext) -> Bool {
        if connections.count >= connectionLimit {
            let idle = connections.values.compactMap { entry in entry.0.idleSince.map { ($0, entry) } }
            guard let (_, (longest, context)) = idle.min(by: { $0.0 < $1.0 }) else { return false }
            remove(longest)
            longest.makeRoom(context)
        }
        connections[ObjectIdentifier(connection)] = (connection, context)
        return true
    }

    /// Forgets a connection that ended.
    func remove(_ connection: PageConnection) {
        connections[ObjectIdentifier(connection)] = nil
    }

    /// Makes a page of a connection whose response has begun; it has yet to be started.
    func open(_ context: ChannelHandlerContext) -> PageStream {
        let page = PageStream(id: AccessToken.random(words: 1), context: context)
        pages[page.id] = page
        return page
    }

    /// Forgets a page that ended.
    func close(_ page: PageStream) {
        pages[page.id] = nil
        page.stop()
    }

    /// Says goodbye to everybody; the future is when all have gone.
    func finish(on loop: any EventLoop) -> EventLoopFuture<Void> {
        let ends = connections.values.map { $0.1.channel.closeFuture }
        for (connection, context) in connections.values { connection.finish(context) }
        return .andAllComplete(ends, on: loop)
    }

    /// The page of that name.
    func page(_ id: String) -> PageStream? { pages[id] }

    /// What a page is told first: its name, and the token.
    func introduction(of page: PageStream) -> String {
        var line = TiltCore.ByteBuffer()
        line.append(#"{"page":"#)
        line.append(json: page.id)
        ServerMessage.append(key: "token", token.text, to: &line)
        ServerMessage.append(key: "server", ProtocolVersion.server, to: &line)
        ServerMessage.append(key: "source", options.source.rawValue, to: &line)
        line.append("}")
        return line.text
    }

    /// What the process may open, less what the pages need for the daemon and what is ours.
    private static func connectionLimit() -> Int {
        max(2, min(mostConnections, clinux_descriptor_limit() - mostPages - 32))
    }
}
