import CPoses
import Foundation
import Testing

@testable import TiltCore

/// What C makes of a page, held against what the daemon makes of the same motion.
@Suite struct `Poses in C` {
    private var random = SystemRandomNumberGenerator()

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        .random(in: range, using: &random)
    }

    private mutating func motion() throws -> Motion {
        let direction = AngularRate<DeviceAxes>(x: number(-1...1), y: number(-1...1), z: number(-1...1))
        let up = try #require(Up<DeviceAxes>(of: direction))
        let scale = number(0...10)
        let rate = AngularRate<DeviceAxes>(
            x: scale * number(-1...1), y: scale * number(-1...1), z: scale * number(-1...1))
        let estimate = GravityEstimate(up: up, strength: number(0...1), rate: rate)
        let time = Timestamp(nanoseconds: 81_234_567_890_123)
        return Motion(
            time: time, state: .tracking, estimate: estimate, fade: number(0...1), yaw: number(-0.3...0.3)
        ).rounded()
    }

    private static func inC(_ page: PosePage) -> tiltshadow_page {
        var buffer = ByteBuffer()
        page.append(to: &buffer)
        var copy = tiltshadow_page()
        withUnsafeMutableBytes(of: &copy) { $0.copyBytes(from: buffer.bytes) }
        return copy
    }

    private static var usual: tiltshadow_pose_options {
        var options = tiltshadow_pose_options()
        (options.gain, options.limit, options.fallback) = (10, 16, (0, 4))
        return options
    }

    private static func mapping(_ mapping: ShadowMapping) -> tiltshadow_mapping {
        switch mapping {
        case .tilt: TILTSHADOW_TILT
        case .projection: TILTSHADOW_PROJECTION
        case .euler: TILTSHADOW_EULER
        }
    }

    @Test mutating func `are carried and mapped as the daemon does it`() throws {
        for trial in 0..<20_000 {
            let motion = try motion()
            var swift = ShadowMapper.Options()
            swift.gain = number(-100...100)
            swift.limit = number(0...40)
            swift.mapping = ShadowMapping.allCases.randomElement() ?? .tilt
            swift.displayRotation = DisplayRotation.allCases.randomElement() ?? .none
            swift.panelRotation = DisplayRotation.allCases.randomElement() ?? .none
            swift.assistsYaw = trial % 3 == 0
            swift.base = ShadowOffset(x: number(-3...3), y: number(-3...3))
            swift.fallback = ShadowOffset(x: number(-3...3), y: number(-3...3))
            swift.lookaheadMilliseconds = trial % 5 == 0 ? 0 : number(-100...100).rounded()
            var mapper = ShadowMapper(swift)
            let viewed = mapper.view(of: motion)
            let view = try #require(viewed)

            var page = PosePage(motion, isStill: false)
            page.panelRotation = swift.panelRotation
            page.displayRotation = swift.displayRotation
            var options = Self.usual
            (options.gain, options.limit, options.yaw_assist) = (swift.gain, swift.limit, swift.assistsYaw)
            options.mapping = Self.mapping(swift.mapping)
            // By its own word, or by that of `rotate`.
            options.display_rotation = trial % 2 == 0 ? CInt(swift.displayRotation.rawValue) : -1
            options.base = (swift.base.x, swift.base.y)
            options.fallback = (swift.fallback.x, swift.fallback.y)
            var copy = Self.inC(page)
            var pose = tiltshadow_pose()
            let instant = motion.time.nanoseconds + Int64(swift.lookaheadMilliseconds * 1e6)
            tiltshadow_pose_of(&copy, instant, &options, &pose)
            let distance = (ShadowOffset(x: pose.x, y: pose.y) - view.offset).length
            try #require(distance < 1e-9, "\(pose) is not \(view) of \(motion)")
            try #require(abs(pose.pitch_rad - view.tilt.pitch) < 1e-9)
            try #require(abs(pose.roll_rad - view.tilt.roll) < 1e-9)
            try #require(abs(pose.up.0 - view.up.x) < 1e-9 && abs(pose.up.2 - view.up.z) < 1e-9)
        }
    }

    @Test mutating func `are measured from a neutral pose as the daemon does it`() throws {
        for _ in 0..<2_000 {
            let (first, second) = (try motion(), try motion())
            var swift = ShadowMapper.Options()
            swift.reference = .startup
            swift.use(ShadowMapping.allCases.randomElement() ?? .tilt, limit: Self.usual.limit)
            var mapper = ShadowMapper(swift)
            let (began, viewed) = (mapper.view(of: first), mapper.view(of: second))
            let (neutral, view) = (try #require(began).up, try #require(viewed))
            var options = Self.usual
            (options.has_neutral, options.neutral) = (true, (neutral.x, neutral.y, neutral.z))
            options.mapping = Self.mapping(swift.mapping)
            var copy = Self.inC(PosePage(second, isStill: false))
            var pose = tiltshadow_pose()
            tiltshadow_pose_of(&copy, second.time.nanoseconds, &options, &pose)
            try #require((ShadowOffset(x: pose.x, y: pose.y) - view.offset).length < 1e-6)
        }
    }

    @Test func `ease to the fallback where the page is not written any more, and say so`() throws {
        let time = Timestamp(nanoseconds: 1_000_000_000_000)
        let estimate = GravityEstimate(up: Up(x: -0.6, y: 0, z: 0.8))
        let motion = Motion(time: time, state: .tracking, estimate: estimate, fade: 1)
        var copy = Self.inC(PosePage(motion, isStill: true))
        var options = Self.usual
        var pose = tiltshadow_pose()
        var last = Double.infinity
        for age in stride(from: Int64(0), through: 5_000_000_000, by: 50_000_000) {
            tiltshadow_pose_of(&copy, time.nanoseconds + age, &options, &pose)
            #expect(pose.is_old == (age > 3_000_000_000))
            #expect(pose.is_still && pose.has_pose && !pose.has_ended)
            #expect(pose.x <= last && last - pose.x.magnitude >= -1e-9)
            #expect(age < 3_000_000_000 ? pose.x > 6 : true)
            last = pose.x
        }
        #expect(pose.x == 0 && pose.y == 4)
        copy = Self.inC(.ended(at: time))
        tiltshadow_pose_of(&copy, time.nanoseconds, &options, &pose)
        #expect(pose.has_ended && !pose.has_pose && pose.state == TILTSHADOW_NONE)
        #expect(pose.x == 0 && pose.y == 4)
    }

    /// Where the page has ended, and where another has no pose yet: as that of an old page.
    @Test(arguments: [PosePage.ended(at: Timestamp(nanoseconds: 1_001_000_000_000)), PosePage()])
    func `are kept and eased where a page has none`(none: PosePage) throws {
        let time = Timestamp(nanoseconds: 1_000_000_000_000)
        let estimate = GravityEstimate(up: Up(x: -0.6, y: 0, z: 0.8))
        let motion = Motion(time: time, state: .tracking, estimate: estimate, fade: 1)
        var (page, poseless) = (Self.inC(PosePage(motion, isStill: true)), Self.inC(none))
        var options = Self.usual
        var (pose, last) = (tiltshadow_pose(), tiltshadow_page())
        let start = time.nanoseconds
        #expect(tiltshadow_pose_or_last(&poseless, &last, start, &options, &pose))
        #expect(pose.x == 0 && pose.y == 4 && !pose.has_pose, "none is known")
        #expect(tiltshadow_pose_or_last(&page, &last, start, &options, &pose))
        #expect(pose.has_pose && pose.is_still && pose.state == TILTSHADOW_TRACKING)
        let drawn = pose.x
        #expect(drawn > 6)
        for (age, share) in [(0, 1), (3_000_000_000, 1), (3_500_000_000, 0.5), (4_000_000_000, 0)] {
            #expect(tiltshadow_pose_or_last(&poseless, &last, start + Int64(age), &options, &pose))
            #expect(abs(pose.x - share * drawn) < 1e-9 && abs(pose.y - (1 - share) * 4) < 1e-9)
            #expect(pose.has_pose && pose.is_old == (share < 1) && !pose.is_still)
            #expect(pose.state == TILTSHADOW_NONE && pose.has_ended == none.flags.contains(.ended))
        }
        #expect(tiltshadow_pose_or_last(&page, &last, start, &options, &pose) && pose.x == drawn)
        page.sequence = 1
        pose.x = 7
        #expect(!tiltshadow_pose_or_last(&page, &last, start, &options, &pose) && pose.x == 7)
    }

    @Test(
        arguments: [
            (-90, 270), (450, 90), (-360, 0), (360, 0), (-2, 270), (45, 0), (CInt.min, 180), (CInt.max, 90),
        ] as [(CInt, CInt)])
    func `are turned on by a turn that is no quarter from 0 to 270`(degrees: CInt, same: CInt) throws {
        var page = PosePage(
            Motion(
                time: Timestamp(nanoseconds: 9), state: .tracking,
                estimate: GravityEstimate(up: Up(x: -0.48, y: 0.64, z: 0.6)), fade: 1), isStill: false)
        (page.panelRotation, page.displayRotation) = (.threeQuarters, .half)
        var copy = Self.inC(page)
        var options = Self.usual
        var (pose, other) = (tiltshadow_pose(), tiltshadow_pose())
        options.display_rotation = degrees
        tiltshadow_pose_of(&copy, 9, &options, &pose)
        options.display_rotation = same
        tiltshadow_pose_of(&copy, 9, &options, &other)
        #expect(pose.x == other.x && pose.y == other.y && pose.x != 0)
    }

    @Test func `are those of the rows that all clients are held against`() throws {
        let path = `Pose page`.root.appending(path: "Tests/PosePage/poses.txt")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        var mapped = 0
        for line in lines where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            try #require(words.count == 34)
            var copy = tiltshadow_page()
            let page = withUnsafeMutableBytes(of: &copy) { bytes in
                for (index, word) in words[..<16].enumerated() {
                    bytes.storeBytes(
                        of: UInt64(word, radix: 16) ?? 0, toByteOffset: 8 * index, as: UInt64.self)
                }
                return PosePage(UnsafeRawBufferPointer(bytes))
            }
            let instant = try #require(Int64(words[16]))
            let numbers = try words[17...].map { try #require(Double($0)) }
            var options = tiltshadow_pose_options()
            (options.gain, options.limit) = (numbers[0], numbers[1])
            let mapping = ShadowMapping.allCases[Int(numbers[2])]
            options.mapping = Self.mapping(mapping)
            (options.display_rotation, options.yaw_assist) = (CInt(numbers[3]), numbers[4] != 0)
            (options.base, options.fallback) = ((numbers[5], numbers[6]), (numbers[7], numbers[8]))
            options.neutral = (numbers[9], numbers[10], numbers[11])
            options.has_neutral = numbers[9...11] != [0, 0, 0]
            var pose = tiltshadow_pose()
            tiltshadow_pose_of(&copy, instant, &options, &pose)
            let given = [pose.x, pose.y, pose.pitch_rad, pose.roll_rad, pose.is_old ? 1 : 0]
            try #require(zip(given, numbers[12...]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(line)")

            #expect(page?.flags.contains(.hasPose) == pose.has_pose, "\(line)")

            let lookahead = (Double(instant) - Double(copy.for_ns)) / 1e6
            // How an old page eases is not the daemon's to do.
            let isMapped = page?.flags.contains(.hasPose) == true && !pose.is_old
            guard let page, isMapped, abs(lookahead) <= 100, !options.has_neutral else {
                continue
            }
            var swift = ShadowMapper.Options()
            (swift.gain, swift.limit, swift.assistsYaw) = (options.gain, options.limit, options.yaw_assist)
            swift.mapping = mapping
            swift.panelRotation = page.panelRotation
            swift.displayRotation = DisplayRotation(rawValue: Int(numbers[3])) ?? page.displayRotation
            swift.base = ShadowOffset(x: numbers[5], y: numbers[6])
            swift.lookaheadMilliseconds = lookahead
            var mapper = ShadowMapper(swift)
            let viewed = mapper.view(of: page.motion)
            let offset = try #require(viewed).offset
            try #require((offset - ShadowOffset(x: pose.x, y: pose.y)).length < 1e-9, "\(line)")
            mapped += 1
        }
        #expect(mapped > 100)
    }
}
