import Foundation
import Testing

@testable import TiltRelay

/// tiltshadow-relay(1), held against the code.
@Suite struct `The relay's manual` {
    private let page: String

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = root.appendingPathComponent("Sources/tiltshadow-relay/Manual/tiltshadow-relay.1")
        page = try String(contentsOf: path, encoding: .utf8).replacing("\\-", with: "-")
    }

    @Test func `names every option of its own and every setting`() {
        for key in RelaySettings.keys {
            #expect(page.contains("\\fB\(key.name)\\fR"), "no setting \(key.name)")
            let isOption = RelayArguments.help.contains("--\(key.name) ") || key.value == nil
            #expect(page.contains("\\fB--\(key.name)\\fR") == isOption, "option \(key.name)")
        }
        for option in ["--config", "--check", "--version", "--help"] {
            #expect(page.contains("\\fB\(option)\\fR"))
        }
    }

    @Test(arguments: Channel.allCases) func `names every field that is published, and no other`(
        channel: Channel
    ) throws {
        let heading = "\\fITOPIC\\fR/\\fB\(channel.rawValue)\\fR"
        let start = try #require(page.range(of: heading))
        let rest = page[start.upperBound...]
        let end = try #require(rest.firstMatch(of: /\n\.(TP|SH)/))
        let entry = rest[..<end.range.lowerBound]
        #expect(entry.contains("retained") == channel.isRetained)
        #expect(entry.contains("QoS \(channel.quality)"))
        let named = entry.matches(of: /\\fB([a-z_]+)\\fR/).map { String($0.1) }
        let keys = PublishedFields.keys(of: channel).map { String($0.split(separator: ".").last ?? "") }
        #expect(Set(named) == Set(keys))
    }
}
