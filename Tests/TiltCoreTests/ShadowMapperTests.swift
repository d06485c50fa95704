import Foundation
import Testing
import TiltCore

@Suite struct `Shadow mapper` {
    private static func motion(
        _ up: Up<DeviceAxes>, tick: Int = 0, state: TrackingState = .tracking, strength: Double = 1,
        fade: Double = 1, rate: AngularRate<DeviceAxes> = .zero
    ) -> Motion {
        Motion(
            time: Timestamp(nanoseconds: Int64(tick) * 20_000_000), state: state,
            estimate: GravityEstimate(up: up, strength: strength, rate: rate), fade: fade)
    }

    private static func pitched(_ degrees: Double) -> Up<DeviceAxes> {
        Up(x: 0, y: sin(degrees * .pi / 180), z: cos(degrees * .pi / 180))
    }

    private static func view(_ mapper: inout ShadowMapper, _ motion: Motion) throws -> ShadowMapper.View {
        let view = mapper.view(of: motion)
        return try #require(view)
    }

    @Test func `has no view before up is known`() {
        var mapper = ShadowMapper()
        let view = mapper.view(of: Motion(time: Timestamp(nanoseconds: 0)))
        #expect(view == nil)
    }

    @Test func `limits the offset by its length, then adds the base`() throws {
        var options = ShadowMapper.Options()
        options.gain = 100
        options.limit = 16
        options.base = ShadowOffset(x: 1, y: 2)
        var mapper = ShadowMapper(options)
        let view = try Self.view(&mapper, Self.motion(Up(x: -0.6, y: 0.6, z: 0.28.squareRoot())))
        #expect(abs((view.offset - options.base).length - 16) < 1e-12)
        #expect(abs((view.offset - options.base).x - (view.offset - options.base).y) < 1e-12)
    }

    @Test(arguments: [(0.0, 4.0), (0.25, 3.0), (1, 0)])
    func `blends to the fallback`(fade: Double, y: Double) throws {
        var mapper = ShadowMapper()
        let view = try Self.view(&mapper, Self.motion(.faceUp, fade: fade))
        #expect(abs(view.offset.y - y) < 1e-12 && view.offset.x == 0)
    }

    @Test func `shrinks with the strength of the estimate`() throws {
        var mapper = ShadowMapper()
        let whole = try Self.view(&mapper, Self.motion(Self.pitched(20))).offset
        let half = try Self.view(&mapper, Self.motion(Self.pitched(20), strength: 0.5)).offset
        #expect((half - 0.5 * whole).length < 1e-12)
    }

    @Test
    func `turns the rate into a lookahead along its circle, never more than twenty degrees of it`()
        throws
    {
        var options = ShadowMapper.Options()
        options.lookaheadMilliseconds = 16
        var mapper = ShadowMapper(options)
        let rate = AngularRate<DeviceAxes>(x: 2, y: 0, z: 0)
        let ahead = try Self.view(&mapper, Self.motion(.faceUp, rate: rate)).tilt.pitch
        #expect(abs(ahead - 2 * 0.016) < 1e-12)
        let wild = try Self.view(&mapper, Self.motion(.faceUp, rate: AngularRate(x: 1e6, y: 0, z: 0)))
        #expect(abs(wild.tilt.pitch - 20 * Double.pi / 180) < 1e-12)
    }

    @Test func `with the reference startup keeps the first tracked pose, until recentred`() throws {
        var options = ShadowMapper.Options()
        options.reference = .startup
        var mapper = ShadowMapper(options)
        #expect(
            try Self.view(&mapper, Self.motion(Self.pitched(50), state: .stale)).offset.length < 1e-9)
        #expect(try Self.view(&mapper, Self.motion(Self.pitched(70))).offset.length < 1e-9)
        for tick in 1...1000 {
            let view = try Self.view(&mapper, Self.motion(Self.pitched(80), tick: tick))
            #expect(abs(view.offset.y - 10 * 10 * .pi / 180) < 1e-9 && abs(view.offset.x) < 1e-9)
        }
        mapper.recentre()
        #expect(try Self.view(&mapper, Self.motion(Self.pitched(80))).offset.length < 1e-9)
        #expect(try Self.view(&mapper, Self.motion(Self.pitched(70))).offset.y < -1.7)
    }

    @Test func `starts a new neutral when the picture is turned`() throws {
        var options = ShadowMapper.Options()
        options.reference = .startup
        var mapper = ShadowMapper(options)
        _ = mapper.view(of: Self.motion(Self.pitched(60)))
        mapper.options.displayRotation = .quarter
        #expect(try Self.view(&mapper, Self.motion(Self.pitched(30))).offset.length < 1e-9)
    }

    @Test func `adds the turn of the picture to that of the panel`() throws {
        for panel in DisplayRotation.allCases {
            for display in DisplayRotation.allCases {
                var both = ShadowMapper()
                (both.options.panelRotation, both.options.displayRotation) = (panel, display)
                var sum = ShadowMapper()
                sum.options.displayRotation = try #require(
                    DisplayRotation(rawValue: (panel.rawValue + display.rawValue) % 360))
                let motion = Self.motion(Self.pitched(20))
                #expect(try Self.view(&both, motion) == Self.view(&sum, motion))
            }
        }
    }

    @Test func `rests at the fallback on a picture that does not move with the device`() throws {
        var mapper = ShadowMapper()
        mapper.options.moves = false
        mapper.options.fallback = ShadowOffset(x: 1, y: 5)
        for tick in 0..<100 {
            let view = try Self.view(&mapper, Self.motion(Self.pitched(Double(tick)), tick: tick))
            #expect(view.offset == mapper.options.fallback)
        }
        mapper.options.moves = true
        #expect(try Self.view(&mapper, Self.motion(Self.pitched(60), tick: 100)).offset.y > 9)
    }

    @Test func `with the reference relative steers the same in every pose`() throws {
        var options = ShadowMapper.Options()
        options.reference = .relative
        options.mapping = .projection
        var (least, most) = (Double.infinity, 0.0)
        for p in SphereLattice(count: 300) {
            let base = Up<DeviceAxes>(x: p.x, y: p.y, z: p.z)
            let radius = (p.x * p.x + p.y * p.y).squareRoot()
            let east = Up<DeviceAxes>(x: -p.y / radius, y: p.x / radius, z: 0)
            let north = Up<DeviceAxes>(x: -p.z * east.y, y: p.z * east.x, z: radius)
            for direction in [east, north, -1.0 * east, -1.0 * north] {
                var mapper = ShadowMapper(options)
                _ = mapper.view(of: Self.motion(base))
                var offset = ShadowOffset.zero
                for tick in 1...10 {
                    let angle = 0.5 * Double(tick) * .pi / 180
                    let up = cos(angle) * base + sin(angle) * direction
                    offset = try Self.view(&mapper, Self.motion(up, tick: tick)).offset
                }
                least = min(least, offset.length)
                most = max(most, offset.length)
            }
        }
        #expect(most - least < 1e-9)
        #expect(abs(least - 0.84) < 0.01, "5° in 0.2 s, less what the neutral followed")
    }

    @Test func `with the reference relative comes to rest at the base`() throws {
        var options = ShadowMapper.Options()
        options.reference = .relative
        options.base = ShadowOffset(x: 0, y: 2)
        var mapper = ShadowMapper(options)
        _ = mapper.view(of: Self.motion(.faceUp))
        var offset = ShadowOffset.zero
        for tick in 1...1500 {
            offset = try Self.view(&mapper, Self.motion(Self.pitched(90), tick: tick)).offset
        }
        #expect((offset - options.base).length < 0.01)
    }

    @Test func `reports tilt and up in the picture's axes, whatever the reference`() throws {
        for reference in Reference.allCases {
            var options = ShadowMapper.Options()
            options.reference = reference
            options.displayRotation = .quarter
            var mapper = ShadowMapper(options)
            let view = try Self.view(&mapper, Self.motion(Up(x: 0.6, y: 0, z: 0.8)))
            #expect(view.up == Up(x: 0, y: 0.6, z: 0.8) && view.tilt == Tilt(of: view.up))
        }
    }
}
