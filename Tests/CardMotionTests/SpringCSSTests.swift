import CardMotion
import Foundation
import Testing

@Suite struct `A spring as CSS` {
    /// The stops between the parentheses.
    private func stops(_ text: String) throws -> [Double] {
        try #require(text.hasPrefix("linear(") && text.hasSuffix(")"))
        return try text.dropFirst(7).dropLast().components(separatedBy: ", ").map { stop in
            // What CSS calls a number, without an exponent.
            try #require(stop.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil, "\(stop)")
            return try #require(Double(stop))
        }
    }

    /// What a browser draws between stops at equal distances.
    private func interpolated(_ stops: [Double], at part: Double) -> Double {
        let place = part * Double(stops.count - 1)
        let index = min(stops.count - 2, Int(place))
        return stops[index] + (stops[index + 1] - stops[index]) * (place - Double(index))
    }

    @Test(arguments: [Spring.press, .release, .calmPress, .transition])
    func `keeps a scale from .95 to 1 within .0004 of the spring`(spring: Spring) throws {
        let stops = try stops(spring.cssLinear())
        #expect(stops.count == 61 && stops.first == 0 && stops.last == 1)
        var worst = 0.0
        for step in 0..<5900 {  // all but the last stretch, which leads to exactly 1
            let part = Double(step) / 6000
            let exact = spring.progress(at: part * spring.duration)
            worst = max(worst, abs(interpolated(stops, at: part) - exact) * 0.05)
        }
        #expect(worst < 0.0004)
    }

    @Test func `ends at exactly 1 although the spring does not`() throws {
        #expect(abs(Spring.release.progress(at: 0.5) - 1) > 0.0015)
        for spring in [Spring.release, Spring(duration: 3, dampingRatio: 0.25)] {
            #expect(spring.cssLinear().hasSuffix(", 1)"))
        }
    }

    @Test(arguments: [(1, 2), (2, 3), (0, 2), (-7, 2), (5000, 1001)])
    func `has one stop more than steps, of which there are 1 to 1000`(steps: Int, count: Int) throws {
        #expect(try stops(Spring.press.cssLinear(steps: steps)).count == count)
    }

    @Test func `writes small and negative numbers without an exponent`() throws {
        let slow = Spring(duration: 60, dampingRatio: 1, initialVelocity: -0.5)
        let stops = try stops(slow.cssLinear(steps: 1000))
        #expect(stops.contains { $0 < 0 })
        #expect(try self.stops(Spring(duration: 60, dampingRatio: 1).cssLinear(steps: 1000))[1] < 0.001)
    }
}
