import Testing
import TiltCore

@Suite struct `Options of frames` {
    @Test func `name a setting each, and every setting that makes a frame is there or told by another`() {
        #expect(FrameOption.all.count == 9)
        #expect(Set(FrameOption.all.map(\.name)).count == 9)
        #expect(FrameOption.all.allSatisfy { FrameOption.named($0.name)?.setting.name == $0.setting.name })
    }

    @Test(arguments: [
        ("rate", "shadow.rate_hz", "A number from 1 to 200, in Hz. Default: 50."),
        ("mapping", "shadow.mapping", "One of tilt, projection or euler. Default: tilt."),
        ("lookahead-ms", "shadow.lookahead_ms", "A number from 0 to 100, in milliseconds. Default: 0."),
    ])
    func `say what is expected of them`(name: String, setting: String, expected: String) throws {
        let option = try #require(FrameOption.named(name))
        #expect(option.setting.name == setting && option.expectation == expected)
    }

    @Test func `set what they name, and name themselves where they are refused`() throws {
        var layers = LayeredSettings()
        let gain = try #require(FrameOption.named("gain"))
        try layers.apply("-7", of: gain)
        #expect(layers.settings.shadow.gain == -7)
        let error = #expect(throws: SettingsError.self) { try layers.apply("x", of: gain) }
        #expect(
            error?.description
                == "--gain: shadow.gain = \"x\": expected a number from -1000 to 1000, in points per radian")
        #expect(layers.settings.shadow.gain == -7)
    }
}

@Suite struct `The usual limit` {
    /// Settings, then what a subscriber asks for, and the limit in force.
    static let cases: [(settings: [String], mapping: ShadowMapping?, limit: Double?, inForce: Double)] = [
        ([], nil, nil, 16), ([], .projection, nil, 16), ([], .euler, nil, 1000), ([], .euler, 16, 16),
        (["limit=9"], .euler, nil, 9), (["mapping=euler"], nil, nil, 1000),
        (["mapping=euler"], .tilt, nil, 16),
        (["mapping=euler", "limit=9"], nil, nil, 9), (["mapping=euler", "limit=9"], .tilt, nil, 9),
        (["mapping=euler"], .tilt, 5, 5), (["mapping=euler", "limit=1000"], .tilt, nil, 1000),
        (["limit=1000"], .projection, nil, 1000),
    ]

    @Test(arguments: cases)
    func `goes with the mapping, and another one stays`(
        settings: [String], mapping: ShadowMapping?, limit: Double?, inForce: Double
    ) throws {
        var given = Settings()
        for assignment in settings { try given.apply("shadow." + assignment, option: "--set") }
        var change = SubscriptionChange()
        (change.mapping, change.limit) = (mapping, limit)
        #expect(change.applied(to: given.subscription).shadow.limit == inForce)
    }

    @Test func `that was asked for by its number stays with every mapping`() {
        var (first, later) = (SubscriptionChange(), SubscriptionChange())
        (first.limit, later.mapping) = (16, .euler)
        #expect(later.applied(to: first.applied(to: Subscription())).shadow.limit == 16)
    }
}
