/// What a request names: a path of ours, and in absolute form the host that it is meant for (RFC 9112, 3.2).
struct RequestTarget: Equatable {
    /// Host and port, in absolute form: these count, and not what `Host` says.
    let authority: String?
    /// All that comes behind them.
    let path: Substring

    init(_ text: String) {
        let scheme = "http://"
        guard text.prefix(scheme.count).lowercased() == scheme else {
            (authority, path) = (nil, text[...])
            return
        }
        let rest = text.dropFirst(scheme.count)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        authority = String(rest[..<end])
        path = rest[end...]
    }
}
