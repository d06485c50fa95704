import NIOHTTP1

extension PageRegistry {
    /// The answer to a request that its head alone forbids; `nil` where it may go on.
    func refusal(of head: HTTPRequestHead, for route: Route) -> Answer? {
        let headers = head.headers
        let isFile = if case .file = route { true } else { false }
        if let reason = rules.refusal(
            hosts: headers["Host"], authority: RequestTarget(head.uri).authority, origins: headers["Origin"],
            fetchSites: headers["Sec-Fetch-Site"], isNavigation: isFile)
        {
            return route == .request
                ? .error(.forbidden, code: "forbidden", reason, hint: "use the page itself")
                : .text(.forbidden, reason)
        }
        guard route.methods.contains(head.method) else { return .wrongMethod(route) }
        guard route == .request else { return nil }
        let type = headers["Content-Type"].first?.prefix { $0 != ";" } ?? ""
        guard type.lowercased().filter({ $0 != " " }) == "application/json" else { return .notJSON }
        let given = headers["X-Tiltshadow-Token"].first ?? ""
        return token.matches(given) ? nil : .wrongToken
    }
}

extension HTTPRequestHead {
    /// True where nothing follows the head.
    var isBodiless: Bool {
        !headers.contains(name: "Transfer-Encoding") && (headers["Content-Length"].first ?? "0") == "0"
    }
}
