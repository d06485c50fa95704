import Testing

@testable import TiltPreview

@Suite struct `Access rules` {
    struct Case: CustomTestStringConvertible, Sendable {
        var host: String?
        var authority: String?
        var origin: String?
        var site: String?
        var isFine: Bool
        var isNavigation = false
        var takesAnyAddress = false
        var ownHost = "127.0.0.1"
        var allowedHosts: Set<String> = []

        var testDescription: String {
            "\(host ?? "no host"), \(authority ?? "no authority"), \(origin ?? "no origin"), \(site ?? "no site")"
        }
    }

    static let cases = [
        Case(host: "127.0.0.1:8017", isFine: true),
        Case(host: "localhost:8017", isFine: true),
        Case(host: "LocalHost", isFine: true),
        Case(host: "[::1]:8017", isFine: true),
        Case(host: "[::1]", isFine: true),
        // As `ssh -L 9000:127.0.0.1:8017` makes it.
        Case(host: "localhost:9000", origin: "http://localhost:9000", isFine: true),
        Case(host: nil, isFine: false),
        Case(host: "", isFine: false),
        Case(host: "evil.example", isFine: false),
        Case(host: "evil.example:8017", isFine: false),
        Case(host: "localhost.evil.example", isFine: false),
        Case(host: "127.0.0.1.evil.example", isFine: false),
        Case(host: "localhost:8017@evil.example", isFine: false),
        Case(host: "localhost:", isFine: false),
        Case(host: "localhost:80170000", isFine: false),
        Case(host: "[::1", isFine: false),
        Case(host: "192.168.1.5:8017", isFine: false),
        Case(host: "127.0.0.1:8017", origin: "http://127.0.0.1:8017", isFine: true),
        Case(host: "127.0.0.1:8017", origin: "http://localhost:8017", isFine: false),
        Case(host: "127.0.0.1:8017", origin: "http://127.0.0.1:3000", isFine: false),
        Case(host: "127.0.0.1:8017", origin: "https://127.0.0.1:8017", isFine: false),
        Case(host: "127.0.0.1:8017", origin: "null", isFine: false),
        Case(host: "127.0.0.1:8017", origin: "http://evil.example", isFine: false),
        Case(host: "127.0.0.1:8017", site: "same-origin", isFine: true),
        Case(host: "127.0.0.1:8017", site: "none", isFine: true),
        Case(host: "127.0.0.1:8017", site: "cross-site", isFine: false),
        Case(host: "127.0.0.1:8017", site: "same-site", isFine: false),
        Case(host: "127.0.0.1:8017", site: "cross-site", isFine: true, isNavigation: true),
        Case(host: "127.0.0.2:8017", isFine: false),
        Case(host: "127.0.0.2:8017", origin: "http://127.0.0.2:8017", isFine: true, ownHost: "127.0.0.2"),
        Case(host: "127.0.0.2", isFine: true, ownHost: "127.0.0.2"),
        Case(host: "127.0.0.1:8017", isFine: true, ownHost: "127.0.0.2"),
        Case(host: "127.0.0.3:8017", isFine: false, ownHost: "127.0.0.2"),
        Case(host: "127.0.0.2.evil.example", isFine: false, ownHost: "127.0.0.2"),
        Case(host: "192.168.1.5:8017", isFine: true, takesAnyAddress: true),
        Case(host: "[fd00::5]:8017", isFine: true, takesAnyAddress: true),
        Case(host: "192.168.1.500", isFine: false, takesAnyAddress: true),
        Case(host: "192.168.1", isFine: false, takesAnyAddress: true),
        Case(host: "evil.example:8017", isFine: false, takesAnyAddress: true),
        Case(host: "Tablet.lan:8017", isFine: true, allowedHosts: ["tablet.lan"]),
        Case(host: "tablet.lan", origin: "http://tablet.lan", isFine: true, allowedHosts: ["tablet.lan"]),
        Case(host: "tablet.lan", origin: "https://tablet.lan", isFine: true, allowedHosts: ["tablet.lan"]),
        Case(host: "127.0.0.1:8017", origin: "https://127.0.0.1:8017", isFine: false),
        Case(host: "tablet.lan", origin: "http://evil.example", isFine: false, allowedHosts: ["tablet.lan"]),
        Case(host: "tablet.lan", site: "cross-site", isFine: false, allowedHosts: ["tablet.lan"]),
        Case(host: "a.tablet.lan", isFine: false, allowedHosts: ["tablet.lan"]),
        Case(host: "tablet.lan.evil.example", isFine: false, allowedHosts: ["tablet.lan"]),
        Case(host: "lan", isFine: false, allowedHosts: ["tablet.lan"]),
        Case(host: "127.0.0.1:8017", authority: "127.0.0.1:8017", isFine: true),
        Case(host: "127.0.0.1:8017", authority: "LocalHost:8017", isFine: true),
        Case(host: "127.0.0.1:8017", authority: "evil.example:8017", isFine: false),
        Case(host: "127.0.0.1:8017", authority: "127.0.0.1:8017@evil.example", isFine: false),
        Case(host: "127.0.0.1:8017", authority: "", isFine: false),
        Case(host: "evil.example", authority: "127.0.0.1:8017", isFine: false),
        Case(host: nil, authority: "127.0.0.1:8017", isFine: false),
        Case(
            host: "127.0.0.1:8017", authority: "localhost:8017", origin: "http://localhost:8017", isFine: true
        ),
        Case(
            host: "127.0.0.1:8017", authority: "localhost:8017", origin: "http://127.0.0.1:8017",
            isFine: false),
        Case(
            host: "192.168.1.5:8017", origin: "http://evil.example", isFine: false, takesAnyAddress: true),
    ]

    @Test(arguments: cases)
    func `let in this machine and our own page, whatever the name`(_ given: Case) {
        let rules = AccessRules(
            takesAnyAddress: given.takesAnyAddress, ownHost: given.ownHost, allowedHosts: given.allowedHosts)
        let refusal = rules.refusal(
            hosts: given.host.map { [$0] } ?? [], authority: given.authority,
            origins: given.origin.map { [$0] } ?? [],
            fetchSites: given.site.map { [$0] } ?? [], isNavigation: given.isNavigation)
        #expect((refusal == nil) == given.isFine, "\(refusal ?? "let in")")
    }

    @Test func `turn away two hosts at once`() {
        let rules = AccessRules(takesAnyAddress: false)
        let hosts = ["localhost", "localhost"]
        #expect(rules.refusal(hosts: hosts, origins: [], fetchSites: [], isNavigation: true) != nil)
    }

    @Test func `quote what was sent without its control characters and not all of it`() {
        let host = "a\u{1b}[2J" + String(repeating: "b", count: 500)
        let refusal = AccessRules(takesAnyAddress: false)
            .refusal(hosts: [host], origins: [], fetchSites: [], isNavigation: true)
        #expect(refusal?.utf8.allSatisfy { $0 >= 0x20 } == true)
        #expect((refusal?.utf8.count ?? 0) < 200)
    }
}
