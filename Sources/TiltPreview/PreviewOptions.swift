/// What a preview serves, and where.
package struct PreviewOptions: Sendable {
    /// Where the frames come from, in the word the page is told.
    package enum Source: String, Sendable {
        /// The daemon of this machine.
        case daemon
        /// A recorded log.
        case replay
        /// The simulated motion that comes with the program.
        case demo
    }

    /// The port where none is named.
    package static let defaultPort = 8017

    /// The IP address to listen on.
    package var address = "127.0.0.1"
    /// The TCP port, 0 to 65535; 0 takes any that is free.
    package var port = PreviewOptions.defaultPort
    /// The Unix socket of the daemon that every page subscribes to.
    package var socket: String
    /// Where its frames come from.
    package var source = Source.daemon
    /// Names by which browsers may find the page, besides this machine's own.
    package var allowedHosts: [String] = []
    /// A directory to read the page's files from at each request, for working on them; `nil` serves the built-in ones.
    package var pageDirectory: String?

    package init(socket: String) { self.socket = socket }
}
