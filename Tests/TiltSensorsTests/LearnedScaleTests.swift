import Testing
import TiltCore
import TiltSensors

@Suite struct `A scale that is learned` {
    /// The length of what comes out, in g.
    private func length(_ counts: Reading.Counts) -> Double { counts.length / LearnedScale.countsPerG }

    @Test(arguments: [0.5, 67, 16384.0])
    func `makes gravity 1 g long, whatever a count is, and leaves its direction`(countsPerG: Double) {
        var scale = LearnedScale()
        for _ in 0..<3 {
            let counts = scale(Reading.Counts(x: 0.6 * countsPerG, y: 0, z: 0.8 * countsPerG))
            #expect((length(counts) - 1).magnitude < 1e-9)
            #expect((counts.x / counts.z - 0.75).magnitude < 1e-9)
        }
    }

    @Test func `waits for a reading that has a length`() {
        var scale = LearnedScale()
        #expect(scale(.zero) == .zero)
        #expect((length(scale(Reading.Counts(x: 0, y: 3, z: 0))) - 1).magnitude < 1e-9)
    }

    @Test func `forgets a knock within the time of its window`() {
        var scale = LearnedScale()
        _ = scale(Reading.Counts(x: 0, y: 0, z: 300))
        var last = 0.0
        for _ in 0..<400 { last = length(scale(Reading.Counts(x: 0, y: 0, z: 100))) }
        #expect((last - 1).magnitude < 0.01)
    }
}
