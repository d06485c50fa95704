import Testing
import TiltCore
import TiltSensors

@Suite struct `A witness of rest` {
    /// A hub's counts: 1000 are 1 g.
    private static let axes = Calibration.Axes(scale: 0.00980665)
    private static let flat = Reading.Counts(x: 0, y: 0, z: 1000)
    private static let tilted = Reading.Counts(x: 500, y: 0, z: 866)
    private static let upright = Reading.Counts(x: 1000, y: 0, z: 0)

    private var witness = RestWitness(axes, hysteresis: 0.1)

    private mutating func hear(_ counts: Reading.Counts, at seconds: Double) {
        witness.hear(counts, at: Int64(seconds * 1e9))
    }

    /// Takes a look that took 20 ms.
    private mutating func look(_ counts: Reading.Counts, at seconds: Double) -> RestWitness.Finding {
        witness.look(counts, from: Int64(seconds * 1e9), to: Int64((seconds + 0.02) * 1e9))
    }

    @Test mutating func `says nothing of a device that rests`() {
        hear(Self.flat, at: 10)
        for second in 0..<20 {
            let noisy = Reading.Counts(x: Double(second % 3) * 30, y: -20, z: 1010)
            #expect(look(noisy, at: 11 + 5 * Double(second)) == .nothing)
        }
    }

    @Test mutating func `finds a stream that has died by the second look at a motion`() {
        hear(Self.flat, at: 10)
        #expect(look(Self.flat, at: 11) == .nothing)
        #expect(look(Self.tilted, at: 16) == .news)
        #expect(look(Self.upright, at: 21) == .dead)
    }

    @Test mutating func `wants the second look soon, and no further one where the stream has spoken`() {
        hear(Self.flat, at: 10)
        #expect(look(Self.flat, at: 11) == .nothing && !witness.isSuspicious)
        #expect(look(Self.tilted, at: 16) == .news && witness.isSuspicious)
        for step in 0..<20 { hear(Self.tilted, at: 16.2 + 0.01 * Double(step)) }
        #expect(look(Self.tilted, at: 17.5) == .nothing && !witness.isSuspicious)
        #expect(look(Self.upright, at: 22.5) == .news && witness.isSuspicious)
        // It moved no further in between.
        #expect(look(Self.upright, at: 24) == .dead)
        // 1 s of silence, a look that was due just before the motion, and one more: room for what comes then.
        #expect(1_000_000_000 + RestWitness.period + RestWitness.recheck <= 7_500_000_000)
    }

    @Test mutating func `does not take what comes with a look for a word`() {
        hear(Self.flat, at: 10)
        #expect(look(Self.tilted, at: 16) == .news)
        hear(Self.tilted, at: 16.05)
        #expect(look(Self.upright, at: 21) == .dead)
    }

    @Test mutating func `knows what came with a look before it is told of it`() {
        hear(Self.flat, at: 10)
        hear(Self.tilted, at: 16.01)
        #expect(look(Self.tilted, at: 16) == .news)
        hear(Self.upright, at: 21.01)
        #expect(look(Self.upright, at: 21) == .dead)
    }

    @Test mutating func `lets a motion begin with a look`() {
        hear(Self.flat, at: 10)
        #expect(look(Self.tilted, at: 16) == .news)
        hear(Self.tilted, at: 16.05)
        for step in 0..<20 { hear(Self.upright, at: 16.2 + 0.01 * Double(step)) }
        #expect(look(Self.upright, at: 21) == .nothing)
        #expect(look(Self.tilted, at: 26) == .news)
        #expect(look(Self.tilted, at: 31) == .dead)
    }

    @Test mutating func `lets a nudge be told at once, with a look`() {
        hear(Self.flat, at: 10)
        #expect(look(Self.tilted, at: 16) == .news)
        hear(Self.tilted, at: 16.05)
        #expect(look(Self.tilted, at: 21) == .nothing)
    }

    @Test mutating func `says nothing of a stream that speaks`() {
        for step in 0..<600 { hear(Self.flat, at: 10 + 0.01 * Double(step)) }
        #expect(witness.isSpeaking)
        #expect(look(Self.upright, at: 15.5) == .nothing)
        #expect(look(Self.upright, at: 15.995) == .nothing)
    }

    @Test mutating func `begins with what is seen where nothing was ever said`() {
        #expect(look(Self.flat, at: 1) == .news)
        #expect(look(Self.flat, at: 6) == .nothing)
        #expect(look(Self.tilted, at: 11) == .news)
        #expect(look(Self.upright, at: 16) == .dead)
    }

    @Test mutating func `takes three zeros for a hub that does not answer, and never for a pose`() {
        #expect(look(.zero, at: 1) == .nothing)
        #expect(look(Self.flat, at: 6) == .news)
        #expect(look(Reading.Counts(x: .infinity, y: 0, z: 0), at: 11) == .nothing)
        #expect(look(.zero, at: 16) == .dead)

        witness = RestWitness(Self.axes, hysteresis: 0.1)
        hear(Self.flat, at: 10)
        #expect(look(.zero, at: 11) == .nothing)
        #expect(look(Self.flat, at: 16) == .nothing)
        #expect(look(.zero, at: 21) == .nothing)
        hear(Self.flat, at: 23)
        #expect(look(.zero, at: 26) == .nothing)
        #expect(look(.zero, at: 31) == .dead)
    }

    @Test mutating func `lets a firmware hold back as much as it says`() {
        witness = RestWitness(Self.axes, hysteresis: 6)
        hear(Self.flat, at: 10)
        #expect(look(Self.tilted, at: 16) == .nothing)
        #expect(look(Self.tilted, at: 21) == .nothing)
    }
}
