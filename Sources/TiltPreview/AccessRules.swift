/// Who may ask: programs of this machine, and our own page; by a name of its own only where the user allowed that name.
///
/// A web page anywhere can make the browser of this machine send requests to 127.0.0.1. Its `Origin` and
/// `Sec-Fetch-Site` tell, and where its name was made to lead here (DNS rebinding), the `Host` does.
struct AccessRules: Sendable {
    /// True where other machines were let in: then every address is a good `Host`, for only a name can be rebound.
    let takesAnyAddress: Bool
    /// The host of the address that is printed: 127.0.0.2 is this machine's, too, and an address cannot be rebound.
    var ownHost = "127.0.0.1"
    /// Names that whoever started the preview lets in, in small letters; each alone, nothing below it.
    var allowedHosts: Set<String> = []

    /// Why a request is turned away; `nil` where it is fine.
    ///
    /// - Parameters:
    ///   - hosts: all `Host` headers.
    ///   - authority: the host in the target, where there is one: it stands in the place of `Host`, and both must be ours.
    ///   - origins: all `Origin` headers.
    ///   - fetchSites: all `Sec-Fetch-Site` headers.
    ///   - isNavigation: true for what a link on another site may lead to.
    /// - Returns: the sentence for whoever asked.
    func refusal(
        hosts: [String], authority: String? = nil, origins: [String], fetchSites: [String], isNavigation: Bool
    ) -> String? {
        guard hosts.count == 1, let given = hosts.first?.lowercased() else {
            return "This request needs one Host header."
        }
        let host = authority?.lowercased() ?? given
        for name in [given, host] where !isOurs(name) {
            return "This is not \"\(Self.quoted(name))\": use the address that tiltshadow preview printed."
        }
        for origin in origins where !isSame(origin.lowercased(), host) {
            return "Requests of pages from \"\(Self.quoted(origin))\" are not answered."
        }
        for site in fetchSites where site == "cross-site" || site == "same-site" {
            guard isNavigation else { return "Requests of pages of other sites are not answered." }
        }
        return nil
    }

    /// True for the page's own origin; in front of a name that was let in, TLS may stand.
    private func isSame(_ origin: String, _ host: String) -> Bool {
        let isAllowed = Self.name(of: host).map { allowedHosts.contains(String($0)) } ?? false
        return origin == "http://" + host || isAllowed && origin == "https://" + host
    }

    /// True for loopback and our own address, with or without a port; the number may differ from ours, as `ssh -L` makes it.
    private func isOurs(_ host: String) -> Bool {
        guard let name = Self.name(of: host) else { return false }
        switch name {
        case "127.0.0.1", "localhost", "[::1]": return true
        default:
            return name == ownHost || allowedHosts.contains(String(name))
                || takesAnyAddress && Self.isAddress(name)
        }
    }

    /// The host without its port; `nil` where the port is no number.
    private static func name(of host: String) -> Substring? {
        let end = host.hasPrefix("[") ? host.firstIndex(of: "]") : nil
        guard let colon = host[(end ?? host.startIndex)...].firstIndex(of: ":") else { return host[...] }
        let port = host[host.index(after: colon)...].utf8
        guard (1...5).contains(port.count), port.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return host[..<colon]
    }

    private static func isAddress(_ name: Substring) -> Bool {
        guard !name.hasPrefix("[") else {
            return name.hasSuffix("]") && name.contains(":")
                && name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    /// What a stranger sent, short and harmless enough for a message.
    private static func quoted(_ text: String) -> String {
        String(decoding: text.utf8.prefix(60).filter { (0x20..<0x7f).contains($0) }, as: UTF8.self)
    }
}
