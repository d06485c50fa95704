import NIOHTTP1

/// What the head of a request may be: cookies of other programs on this host come along, whatever their port.
enum HeadLimits {
    /// The longest target, the longest name of a header, and its longest value, in bytes.
    static let field = 16_384
    /// How many headers there may be.
    static let fields = 100
    /// Target and headers together, in bytes.
    static let all = 32_768

    /// The same for whoever reads heads.
    static let decoder = {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = field
        limits.maxHeaderListSize = all
        limits.maxHeaderFieldCount = fields
        return limits
    }()
}
