import NIOHTTP1

/// What a request wants.
enum Route: Equatable {
    /// A file of the page.
    case file(String)
    /// The events.
    case stream
    /// Something of the daemon.
    case request

    /// The route of a request target; what comes after `?` is the page's own business.
    init(target: String) {
        let path = RequestTarget(target).path.prefix { $0 != "?" && $0 != "#" }
        switch path {
        case "/", "": self = .file("index.html")
        case "/stream": self = .stream
        case "/request": self = .request
        default: self = .file(String(path.dropFirst()))
        }
    }

    /// The methods it takes, as `Allow` has them.
    var methods: [HTTPMethod] {
        switch self {
        case .file: [.GET, .HEAD]
        case .stream: [.GET]
        case .request: [.POST]
        }
    }
}
