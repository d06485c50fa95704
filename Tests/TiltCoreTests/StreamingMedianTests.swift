import Testing
import TiltCore

@Suite struct `Streaming median` {
    @Test(arguments: [[3.0], [2, 1], [3, 1, 2], [5, 1, 4, 2], [9, 1, 8, 2, 7]])
    func `is exact for five numbers or fewer`(numbers: [Double]) {
        var median = StreamingMedian()
        for number in numbers { median.take(number) }
        #expect(median.value == numbers.sorted()[numbers.count / 2] && median.count == numbers.count)
    }

    @Test(arguments: [10, 100, 2000])
    func `is near the median of all the numbers, whatever their shape`(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let shapes: [(Double) -> Double] = [
            { $0 }, { $0 * $0 * $0 }, { $0 < 0.5 ? $0 * 0.2 : 3 + $0 }, { 1 / (0.1 + $0) },
        ]
        for shape in shapes {
            let numbers = (0..<count).map { _ in shape(random.unit()) }
            var median = StreamingMedian()
            for number in numbers { median.take(number) }
            // The share of the numbers that lie below it.
            let share = Double(numbers.count { $0 < median.value }) / Double(count)
            #expect((0.3...0.7).contains(share), "\(share) of \(count)")
        }
    }

    @Test func `of one number again and again is that number`() {
        var median = StreamingMedian()
        for _ in 0..<100 { median.take(9.8) }
        #expect(median.value == 9.8)
    }
}
