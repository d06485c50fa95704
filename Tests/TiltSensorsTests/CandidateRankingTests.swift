import Testing
import TiltCore
import TiltSensors

@Suite struct `Candidate ranking` {
    private typealias Row = (
        location: SensorCandidate.Location, gyroscope: Bool, kind: SensorDescription.Kind
    )

    /// Best first; every row must beat all rows below it.
    private static let order: [Row] = [
        (.display, true, .iioBuffer), (.display, true, .evdev), (.display, false, .iioBuffer),
        (.display, false, .evdev), (.display, false, .iioPoll), (.unknown, true, .iioBuffer),
        (.unknown, false, .iioBuffer), (.unknown, false, .evdev), (.unknown, false, .iioPoll),
        (.camera, true, .iioBuffer), (.camera, false, .iioPoll), (.base, true, .iioBuffer),
        (.base, false, .evdev),
        (.pad, true, .evdev), (.pad, false, .evdev),
    ]

    private func rank(_ row: Row, isNamed: Bool = false) -> Int {
        CandidateRanking.rank(
            location: row.location, hasGyroscope: row.gyroscope, kind: row.kind, isNamed: isNamed)
    }

    @Test func `puts place before gyroscope before the way of reading`() {
        let ranks = Self.order.map { rank($0) }
        #expect(ranks == ranks.sorted(by: >))
        #expect(Set(ranks).count == ranks.count)
    }

    @Test func `puts the device that the settings name before everything`() {
        let worst = rank((.pad, false, .iioPoll), isNamed: true)
        #expect(worst > rank(Self.order[0]))
    }

    @Test func `gives two equal chips different ids in the order of their places`() {
        func candidate(_ path: String) -> SensorCandidate {
            SensorCandidate(id: "x", name: "x", kind: .evdev, device: "", sysPath: path, rank: 1, reason: "")
        }
        let distinct = CandidateRanking.withDistinctIDs([candidate("/b"), candidate("/a"), candidate("/c")])
        #expect(distinct.map(\.id) == ["x", "x#2", "x#3"])
        #expect(distinct.map(\.sysPath) == ["/a", "/b", "/c"])
    }
}
