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

    private func candidate(_ path: String) -> SensorCandidate {
        SensorCandidate(id: "x", name: "x", kind: .evdev, device: "", sysPath: path, rank: 1, reason: "")
    }

    @Test func `gives two equal chips different ids in the order of their places`() {
        let distinct = CandidateRanking.withDistinctIDs([candidate("/b"), candidate("/a"), candidate("/c")])
        #expect(distinct.map(\.id) == ["x", "x#2", "x#3"])
        #expect(distinct.map(\.sysPath) == ["/a", "/b", "/c"])
    }

    /// The numbers are handed out anew at each boot, in the order in which the hub's driver makes its devices.
    @Test(arguments: [
        ["/hub/S.9.auto/d2", "/hub/S.10.auto/d1"], ["/hub/S.99.auto/d", "/hub/S.100.auto/d"],
        ["/i2c-2/2-0018", "/i2c-10/10-0018"], ["/usb1/1-2/d", "/usb1/1-10/d"], ["/a/1", "/a/1/1"],
        ["/a/9223372036854775807/a", "/a/9223372036854775807/b"], ["/a.2", "/a2"],
    ])
    func `compares the numbers of places as numbers`(paths: [String]) {
        for order in [paths, paths.reversed()] {
            let candidates = order.map { candidate($0) }
            #expect(CandidateRanking.sorted(candidates).map(\.sysPath) == paths)
            let distinct = CandidateRanking.withDistinctIDs(candidates)
            #expect(distinct.map(\.sysPath) == paths)
            #expect(distinct.map(\.id) == ["x", "x#2"])
        }
    }

    @Test func `lets a device keep its number while it is there, whoever else comes and goes`() {
        let kept = CandidateRanking.KeptNumber(sysPath: "/b", number: 2)
        func ids(_ paths: String...) -> [String] {
            CandidateRanking.withDistinctIDs(paths.map { candidate($0) }, keeping: kept).map(\.id)
        }
        #expect(ids("/a", "/b") == ["x", "x#2"])
        #expect(ids("/b") == ["x#2"])
        #expect(ids("/b", "/c", "/d") == ["x#2", "x", "x#3"])
        #expect(ids("/a", "/c", "/d") == ["x", "x#2", "x#3"])
    }
}
