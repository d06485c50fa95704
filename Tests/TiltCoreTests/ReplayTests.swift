import Testing
import TiltCore

@Suite struct `Replay of readings` {
    private static let millisecond: Int64 = 1_000_000

    private static func replay(rateHz: Double = 50, onlyChanges: Bool = false) -> Replay {
        var options = Subscription()
        options.rateHz = rateHz
        var sensor = LogHeader.neutralCSV.sensor
        sensor.reportsOnlyChanges = onlyChanges
        return Replay(options: options, sensor: sensor)
    }

    private static func reading(_ nanoseconds: Int64, y: Double = 0) -> Reading {
        Reading(
            time: Timestamp(nanoseconds: nanoseconds),
            accelerometer: Reading.Counts(x: 0, y: y, z: standardGravity))
    }

    private static func frames(_ replay: Replay, _ readings: [Reading]) -> [Frame] {
        var replay = replay
        var frames: [Frame] = []
        for reading in readings { replay.feed(reading) { frames.append($0) } }
        replay.finish { frames.append($0) }
        return frames
    }

    @Test func `ticks from the first reading to the last, counted from 1`() {
        let start: Int64 = 81_234_567_890_123
        let readings = (0...20).map { Self.reading(start + Int64($0) * 5 * Self.millisecond) }
        let frames = Self.frames(Self.replay(), readings)
        #expect(frames.map { $0.sequence } == [1, 2, 3, 4, 5, 6])
        #expect(frames.map { $0.time.nanoseconds - start } == (0...5).map { $0 * 20 * Self.millisecond })
        #expect(frames.allSatisfy { $0.state == .tracking })
    }

    @Test func `ticks after a reading of the same instant and before a later one`() {
        let readings = [
            Self.reading(0), Self.reading(20 * Self.millisecond, y: 9), Self.reading(20_000_001, y: -9),
        ]
        var options = GravityEstimator.Parameters()
        options.kind = .raw
        var engine = TiltEngine.Parameters()
        engine.estimator = options
        let replay = Replay(engine: engine, options: Subscription(), sensor: LogHeader.neutralCSV.sensor)
        let frames = Self.frames(replay, readings)
        #expect(frames.count == 2)
        // The second is already catching up with a device that has been turned.
        #expect(frames[0].offset.y == 0 && frames[1].offset.y > 0.5)
    }

    /// Turned by 37° in a gap: after one so long that the old pose had faded away, nothing is eased.
    @Test(arguments: [(20.0, true), (5, true), (1.5, false)], [true, false])
    func `shows where the device is soon after a long gap`(
        gap: (seconds: Double, isForgotten: Bool), hasGyroscope: Bool
    ) throws {
        func reading(_ time: Double, _ x: Double, _ z: Double) -> Reading {
            Reading(
                time: Timestamp(nanoseconds: Int64(time * 1e9)),
                accelerometer: Reading.Counts(x: standardGravity * x, y: 0, z: standardGravity * z),
                gyroscope: hasGyroscope ? .zero : nil)
        }
        let before = (0..<500).map { reading(Double($0) * 0.01, 0, 1) }
        let after = (0..<100).map { reading(5 + gap.seconds + Double($0) * 0.01, 0.6, 0.8) }
        var options = Subscription()
        options.include = .up
        let replay = Replay(options: options, sensor: LogHeader.neutralCSV.sensor)
        let frames = Self.frames(replay, before + after)
        let frame = try #require(
            frames.first { $0.time.nanoseconds >= Int64((5 + gap.seconds + 0.3) * 1e9) })
        let turned = Up<ScreenAxes>(x: 0.6, y: 0, z: 0.8)
        let angle = try #require(frame.up).angle(to: turned) * 180 / .pi
        #expect((angle < 2) == gap.isForgotten, "\(angle)°")
        // Where the pose still shows, no frame jumps.
        for (last, next) in zip(frames, frames.dropFirst()) {
            #expect(abs(next.offset.x - last.offset.x) < 2.5 && abs(next.offset.y - last.offset.y) < 2.5)
        }
    }

    @Test func `gives the same as an engine driven by hand`() {
        var random = SplitMix64(seed: 16)
        var time: Int64 = 0
        let readings = (0..<2000).map { _ in
            time += 1_000_000 + Int64(random.below(8_000_000))
            return Self.reading(time, y: 3 * random.signed())
        }
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        var mapper = ShadowMapper()
        var expected: [ShadowOffset] = []
        var next = 0
        var tick = readings[0].time
        while let last = readings.last, tick <= last.time {
            while next < readings.count, readings[next].time <= tick {
                engine.ingest(LogHeader.neutralCSV.sensor.sample(from: readings[next]))
                next += 1
            }
            engine.advance(to: tick)
            expected.append(mapper.view(of: engine.motion)?.offset ?? .zero)
            tick = tick.advanced(by: 20 * Self.millisecond)
        }
        #expect(Self.frames(Self.replay(), readings).map { $0.offset } == expected)
    }

    @Test(arguments: [1.0, 30, 60, 144, 200])
    func `does not drift at a rate whose period is not whole`(rateHz: Double) {
        let frames = Self.frames(
            Self.replay(rateHz: rateHz), (0...3600).map { Self.reading(Int64($0) * 100 * Self.millisecond) })
        #expect(frames.count == Int(360 * rateHz) + 1)
        #expect(frames.last?.time == Timestamp(nanoseconds: 360_000_000_000))
    }

    /// 20° within 0.3 s, which is caught up with from tick to tick.
    @Test(arguments: [1, 2, 5, 7, 10, 12, 19, 20] as [Double])
    func `shows at a low rate what a higher one shows at the same instants`(rateHz: Double) throws {
        let readings = (0..<600).map { index in
            let time = Double(index) * 0.01
            let share = 0.342 * min(1, max(0, time - 3) / 0.3)
            return Reading(
                time: Timestamp(nanoseconds: Int64(index) * 10 * Self.millisecond),
                accelerometer: Reading.Counts(
                    x: 0, y: standardGravity * share,
                    z: standardGravity * (1 - share * share).squareRoot()))
        }
        let rare = Self.frames(Self.replay(rateHz: rateHz), readings)
        let often = Self.frames(Self.replay(rateHz: 100), readings)
        #expect(rare.count == Int(5.99 * rateHz) + 1)
        for (index, frame) in rare.enumerated() {
            #expect((frame.time.nanoseconds - Int64(Double(index) * 1e9 / rateHz)).magnitude <= 1)
            let same = try #require(often.last { $0.time <= frame.time })
            // While it turns, a hundredth of a second is that much.
            #expect((frame.offset - same.offset).length < 0.3, "at \(frame.time)")
        }
        let (last, same) = (try #require(rare.last), try #require(often.last))
        #expect((last.offset - same.offset).length < 0.01)
    }

    @Test func `goes on ticking through silence, and says that it is stale`() {
        let hour: Int64 = 3_600_000_000_000
        let frames = Self.frames(Self.replay(), [Self.reading(0), Self.reading(hour)])
        #expect(frames.count == 180_001)
        #expect(
            frames[25].state == .tracking && frames[26].state == .stale && frames[179_999].state == .stale)
        #expect(frames[179_999].offset == ShadowOffset(x: 0, y: 4))
        #expect(frames.last?.state == .tracking)
    }

    @Test(
        arguments: [
            (0, 86_400_030_000_001), (0, 1_700_000_000_000_000_000), (.min, 0), (.min, .max - 50_000_000),
            (-90_000_000, .max - 50_000_000),
        ] as [(Int64, Int64)])
    func `starts its ticks anew where the clock was set`(before: Int64, after: Int64) {
        let times = [before, before + 30 * Self.millisecond, after, after + 30 * Self.millisecond]
        let frames = Self.frames(Self.replay(), times.map { Self.reading($0) })
        #expect(
            frames.map { $0.time.nanoseconds }
                == [before, before + 20 * Self.millisecond, after, after + 20 * Self.millisecond])
        #expect(frames.map { $0.sequence } == [1, 2, 3, 4])
    }

    @Test func `ends at the end of time`() {
        let start = Int64.max - 50 * Self.millisecond
        let frames = Self.frames(Self.replay(), [Self.reading(start), Self.reading(.max)])
        #expect(frames.map { $0.time.nanoseconds - start } == [0, 20, 40].map { $0 * Self.millisecond })
    }

    @Test func `ignores readings that go back`() {
        let readings = [
            Self.reading(0), Self.reading(100 * Self.millisecond), Self.reading(-5), Self.reading(50),
        ]
        #expect(Self.frames(Self.replay(), readings).count == 6)
    }

    @Test func `gives nothing for nothing, and the fallback for a gyroscope alone`() {
        #expect(Self.frames(Self.replay(), []).isEmpty)
        let rate = Reading(time: Timestamp(nanoseconds: 7), gyroscope: .zero)
        let frames = Self.frames(Self.replay(), [rate])
        #expect(
            frames == [
                Frame(
                    sequence: 1, time: Timestamp(nanoseconds: 7), state: .none,
                    offset: ShadowOffset(x: 0, y: 4))
            ])
    }

    @Test func `keeps tracking through the silence of an only-changes sensor`() {
        let frames = Self.frames(
            Self.replay(onlyChanges: true), [Self.reading(0), Self.reading(60_000_000_000)])
        #expect(frames.count == 3001 && frames.allSatisfy { $0.state == .tracking })
    }

    @Test func `carries up where it was asked for`() {
        var options = Subscription()
        #expect(
            Self.frames(Replay(options: options, sensor: LogHeader.neutralCSV.sensor), [Self.reading(0)])[0]
                .up == nil)
        options.include = .up
        #expect(
            Self.frames(Replay(options: options, sensor: LogHeader.neutralCSV.sensor), [Self.reading(0)])[0]
                .up == .faceUp)
    }
}
