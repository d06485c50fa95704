/// The media type of a file of the page, by the end of its name.
enum FileType {
    /// The value of `Content-Type`.
    static func of(_ name: String) -> String {
        let end = name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
        return switch end {
        case "html": "text/html; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "json": "application/json"
        case "woff2": "font/woff2"
        case "txt": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }
}
