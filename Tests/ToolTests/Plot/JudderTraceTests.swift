import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Judder trace` {
    private static func trace(_ offsets: [Double], holeBefore hole: Int? = nil) -> JudderTrace {
        var trace = JudderTrace()
        for (index, x) in offsets.enumerated() {
            trace.append(ShadowOffset(x: x, y: -x), at: Double(index), isJoined: index != hole)
        }
        return trace
    }

    @Test func `of a steady motion is nothing`() {
        #expect(Self.trace([0, 1, 2, 3]).rootMeanSquare == 0)
    }

    @Test func `has the length of each second difference at the middle frame`() {
        let trace = Self.trace([0, 0, 3, 3])
        // 3 and -3 along both axes.
        #expect(trace.lengths.lines == [[1.0, 2].map { Envelope.Point(time: $0, value: 18.0.squareRoot()) }])
        #expect(trace.rootMeanSquare == 18.0.squareRoot())
    }

    @Test func `has none across a hole, and none of fewer than three frames`() {
        #expect(Self.trace([0, 5]).rootMeanSquare == nil)
        #expect(Self.trace([0, 0, 50, 50, 50], holeBefore: 2).rootMeanSquare == 0)
    }
}
