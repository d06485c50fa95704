package import TiltCore

/// The order of candidates: what makes one sensor better than another, and the words for it.
///
/// Where a sensor sits counts most, since a sensor that does not move with the screen is of no use however good. Then a
/// gyroscope, then the way it is read: a buffer has the kernel's timestamps and every sample, polling neither.
package enum CandidateRanking {
    /// What a device gains that the settings name: more than anything else can.
    private static var named: Int { 10_000 }
    /// What another way of reading a named device lacks of that: more than the ways of one device differ by.
    static var otherWay: Int { 200 }
    /// The rank of what may be no accelerometer: less than any other has.
    static var last: Int { 1 }

    /// The rank of a usable candidate; higher wins.
    ///
    /// A named device beats everything.
    package static func rank(
        location: SensorCandidate.Location, hasGyroscope: Bool, kind: SensorDescription.Kind, isNamed: Bool
    ) -> Int {
        let place =
            switch location {
            case .display: 4000
            case .unknown: 3000
            case .camera: 2000
            case .base: 1000
            case .pad: 0
            }
        let way =
            switch kind {
            case .iioBuffer: 30
            case .evdev: 20
            case .iioPoll: 10
            case .log, .remote: 0
            }
        return (isNamed ? named : 0) + place + (hasGyroscope ? 100 : 0) + way
    }

    /// The same in words.
    package static func reason(
        location: SensorCandidate.Location, hasGyroscope: Bool, kind: SensorDescription.Kind, isNamed: Bool
    ) -> String {
        let place =
            switch location {
            case .display: "sits in the display"
            case .unknown: "sits at an unknown place"
            case .camera: "sits in the camera"
            case .base: "sits in the base, which does not move with the screen"
            case .pad: "sits in a game pad"
            }
        let way =
            switch kind {
            case .iioBuffer: "read from an IIO buffer"
            case .evdev: "read from an event node"
            case .iioPoll: "polled from sysfs"
            case .log: "read from a log"
            case .remote: "of another machine"
            }
        let parts =
            (isNamed ? ["named in the settings"] : []) + [place] + (hasGyroscope ? ["with a gyroscope"] : [])
        return (parts + [way]).joined(separator: ", ")
    }

    /// Best first, refused ones last; ties in the order of their directories, so that the list never shuffles.
    package static func sorted(_ candidates: [SensorCandidate]) -> [SensorCandidate] {
        candidates.sorted { a, b in
            let (left, right) = (a.rank ?? -1, b.rank ?? -1)
            return left == right ? a.sysPath.precedesByNumbers(b.sysPath) : left > right
        }
    }

    /// The same candidates, best first as they come; the first is marked as a guess where it sits at an unknown place and
    /// another device does, too.
    package static func withGuessMarked(_ candidates: [SensorCandidate]) -> [SensorCandidate] {
        guard var best = candidates.first, best.rank != nil, !best.isNamed,
            best.location == .unknown,
            let other = candidates.first(where: {
                $0.rank ?? 0 > last && $0.location == .unknown && $0.sysPath != best.sysPath
            })
        else { return candidates }
        let guess =
            "it and " + other.name + " (" + other.id
            + ") sit at unknown places, so that this is the screen's is a "
            + "guess; if it is wrong, set device = " + other.id + " under [sensor]"
        best.guess = guess
        best.details.append(guess)
        return [best] + candidates.dropFirst()
    }

    /// The same candidates, each with an id of its own: two equal chips get `#2` and so on behind theirs.
    ///
    /// The device of `kept` keeps its number, whoever of its kind was unplugged meanwhile.
    package static func withDistinctIDs(
        _ candidates: [SensorCandidate], keeping kept: KeptNumber? = nil
    ) -> [SensorCandidate] {
        let sorted = candidates.sorted { $0.sysPath.precedesByNumbers($1.sysPath) }
        return sorted.map { candidate in
            var candidate = candidate
            let equal = sorted.filter { $0.id == candidate.id }
            let owner = kept.flatMap { kept in equal.contains { $0.sysPath == kept.sysPath } ? kept : nil }
            if let owner, owner.sysPath == candidate.sysPath {
                candidate.number = owner.number
            } else {
                let before = equal.prefix { $0.sysPath != candidate.sysPath }
                candidate.number = 1 + before.count { $0.sysPath != owner?.sysPath }
                if let owner, candidate.number >= owner.number { candidate.number += 1 }
            }
            if candidate.number > 1 { candidate.id += "#" + candidate.number.description }
            return candidate
        }
    }

    /// The number that a device has among its equals, and keeps while it is there.
    package struct KeptNumber: Sendable {
        let sysPath: String
        let number: Int

        package init(sysPath: String, number: Int) { (self.sysPath, self.number) = (sysPath, number) }
    }
}
