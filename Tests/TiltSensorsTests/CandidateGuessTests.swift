import Testing
import TiltCore
import TiltSensors

/// What is said where nobody knows which of two accelerometers is the screen's.
@Suite struct `A guess between accelerometers` {
    private func candidate(
        _ name: String, _ location: SensorCandidate.Location, rank: Int?,
        kind: SensorDescription.Kind = .iioBuffer
    ) -> SensorCandidate {
        SensorCandidate(
            id: "\(kind.rawValue):" + name, name: name, kind: kind, device: "", sysPath: "/" + name,
            location: location, rank: rank, reason: "")
    }

    @Test func `is announced with the setting that ends it`() {
        let found = CandidateRanking.withGuessMarked([
            candidate("a", .unknown, rank: 3030), candidate("a", .unknown, rank: 3010, kind: .iioPoll),
            candidate("b", .unknown, rank: 3030),
        ])
        #expect(found[0].guess?.contains("set device = iio-buffer:b under [sensor]") == true)
        #expect(found[0].details == [found[0].guess ?? ""])
        #expect(found.dropFirst().allSatisfy { $0.guess == nil })
    }

    @Test func `is none where a place, the settings or a refusal decide, or it is one device read two ways`()
    {
        let other = candidate("b", .unknown, rank: 3030)
        var named = candidate("a", .unknown, rank: 13_030)
        named.isNamed = true
        for list in [
            [candidate("a", .display, rank: 4030), other], [named, other],
            [candidate("a", .unknown, rank: 3030), candidate("b", .unknown, rank: nil)],
            [candidate("a", .unknown, rank: 3030), candidate("b", .base, rank: 1030)],
            [candidate("a", .unknown, rank: 3030), candidate("a", .unknown, rank: 3010, kind: .iioPoll)],
            [candidate("a", .unknown, rank: nil), other], [other], [],
        ] {
            #expect(CandidateRanking.withGuessMarked(list) == list)
        }
    }
}
