import ArgumentParser
import Foundation
import Testing
import TiltCore

@testable import tiltshadow

/// The options of `subscribe` stand in one table; what has words of its own for them is held against it here.
@Suite struct `The options of subscribe` {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: BuiltProducts.source(path), encoding: .utf8)
    }

    private static func properties(of definition: String) throws -> [String: [String: Any]] {
        let data = try Data(
            contentsOf: BuiltProducts.source("Sources/tiltshadow/Manual/protocol-1.schema.json"))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        return try #require(definitions[definition]?["properties"] as? [String: [String: Any]])
    }

    @Test(arguments: ["client_subscribe", "server_ok"])
    func `are those of the schema, with their kinds and ranges`(definition: String) throws {
        let properties = try Self.properties(of: definition)
        let others: Set = [
            "type", "id", "paused", "recentred", "left_alone", "ignored", "panel_rotation", "rotated",
        ]
        #expect(Set(properties.keys).subtracting(others) == Set(SubscribeOption.all.map(\.key)))
        for option in SubscribeOption.all {
            let property = try #require(properties[option.key])
            let type = property["type"] as? String
            switch option.kind {
            case .number(let range):
                #expect(type == "number", "\(option.key)")
                #expect(property["minimum"] as? Double == range.lowerBound, "\(option.key)")
                #expect(property["maximum"] as? Double == range.upperBound, "\(option.key)")
            case .instant: #expect(type == "integer", "\(option.key)")
            case .word(let words): #expect(property["enum"] as? [String] == words, "\(option.key)")
            case .degrees(let numbers): #expect(property["enum"] as? [Int] == numbers, "\(option.key)")
            case .words(let words):
                #expect((property["items"] as? [String: Any])?["enum"] as? [String] == words, "\(option.key)")
            case .flag: #expect(type == "boolean", "\(option.key)")
            }
        }
    }

    @Test func `are each told by the manual, with range and words`() throws {
        let page = try Self.text("Sources/tiltshadow/Manual/tiltshadow-protocol.7")
            .replacingOccurrences(of: "\\-", with: "-")
        let section = try #require(page.components(separatedBy: ".SS subscribe\n").last)
            .components(separatedBy: ".SS recentre")[0]
        let paragraphs = section.components(separatedBy: ".TP\n").dropFirst()
        #expect(paragraphs.count == SubscribeOption.all.count)
        for option in SubscribeOption.all {
            let paragraph = try #require(
                paragraphs.first { $0.hasPrefix(".B \(option.key)\n") }, "no paragraph on \(option.key)")
            for word in option.words { #expect(paragraph.contains(word), "\(option.key) lacks \(word)") }
            guard case .number(let range) = option.kind else { continue }
            // The page says frames a second for Hz.
            let unit = option.unit == "Hz" ? "a second" : option.unit.split(separator: " ").last ?? ""
            #expect(
                paragraph.contains("\(range.lowerBound.shortText) to \(range.upperBound.shortText)"),
                "\(option.key)")
            #expect(paragraph.contains(unit), "\(option.key) lacks its unit")
        }
    }

    @Test(arguments: [
        "README.md", "Sources/Clients/Python/tiltshadow.py", "Sources/Clients/Rust/src/options.rs",
        "Sources/tiltshadow/Manual/tiltshadow-watch.1",
    ])
    func `are all named where they are listed`(path: String) throws {
        let text = try Self.text(path).replacingOccurrences(of: "\\-", with: "-")
        for option in SubscribeOption.all {
            #expect(
                text.contains(option.key) || text.contains("--" + option.longName),
                "\(path) lacks \(option.key)")
        }
    }

    @Test func `are those that a watcher may give, in the same order`() throws {
        let none = try SubscriptionOptions.parse([])
        #expect(none.given.map(\.key) == SubscribeOption.all.map(\.key))
        #expect(none.change == SubscriptionChange())
    }

    /// What `replay`, `plot` and `score` take is named once, too, and a name that both have is a setting of the same key.
    @Test func `share their names with those of whoever replays a log`() throws {
        #expect(try EngineOptions.parse([]).given.map(\.name) == FrameOption.all.map(\.name))
        for option in FrameOption.all where option.setting.section == .shadow {
            #expect(
                SubscribeOption.all.contains { $0.key == option.setting.key && $0.longName == option.name },
                "\(option.name)")
        }
    }

    /// One of each kind, and what comes of it.
    private static let examples: [([String], @Sendable (inout SubscriptionChange) -> Void)] = [
        (["--rate", "25"], { $0.rateHz = 25 }), (["--gain", "-3.5"], { $0.gain = -3.5 }),
        (["--phase-ns", "9007199254740993"], { $0.phase = 9_007_199_254_740_993 }),
        (["--mapping", "projection", "--limit", "7"], { ($0.mapping, $0.limit) = (.projection, 7) }),
        (["--display-rotation", "90", "--no-moves"], { ($0.displayRotation, $0.moves) = (.quarter, false) }),
        (["--rotation", "follow"], { $0.rotation = .follow }),
        (["--include", "raw", "--include", "up"], { $0.include = [.up, .raw] }),
        (["--when", "changed", "--strict"], { ($0.when, $0.isStrict) = (.changed, true) }),
        (
            ["--no-yaw-assist", "--lookahead-ms", "16"],
            { ($0.assistsYaw, $0.lookaheadMilliseconds) = (false, 16) }
        ),
    ]

    @Test(arguments: examples)
    func `are read from a command line`(
        arguments: [String], expected: @Sendable (inout SubscriptionChange) -> Void
    ) throws {
        var change = SubscriptionChange()
        expected(&change)
        #expect(try SubscriptionOptions.parse(arguments).change == change)
    }

    @Test(arguments: [
        (["--gain", "2000"], "--gain: gain 2000: expected -1000 to 1000"),
        (["--gain", "x"], "--gain: gain \"x\": expected a number from -1000 to 1000, in points per radian"),
        (
            ["--display-rotation", "45"],
            "--display-rotation: display_rotation \"45\": expected 0, 90, 180, 270"
        ),
        (["--rotation", "90"], "--rotation: rotation \"90\": expected own, follow"),
        (["--when", "now"], "--when: when \"now\": expected always, changed"),
        (["--include", "down"], "--include: include \"down\": expected up, raw"),
        (["--phase-ns", "0.5"], "--phase-ns: phase_ns 0.5: expected a whole number"),
    ])
    func `are refused with what was given and what is expected`(arguments: [String], message: String) {
        let error = #expect(throws: (any Error).self) { try SubscriptionOptions.parse(arguments) }
        let text = error.map { SubscriptionOptions.message(for: $0) } ?? ""
        #expect(text.contains(message), "\(text)")
    }
}
