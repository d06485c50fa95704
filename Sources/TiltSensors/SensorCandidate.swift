package import TiltCore

/// A device that was found, its rank among the others, and the reason for it.
package struct SensorCandidate: Equatable, Sendable {
    /// Where a sensor sits, as far as udev or sysfs tell.
    package enum Location: String, Sendable {
        case display, base, camera, pad, unknown
    }

    /// The same name as ``SensorDescription/id``.
    package var id: String
    /// The device's own name.
    package var name: String
    /// How it would be read.
    package var kind: SensorDescription.Kind
    /// The device node.
    package var device: String
    /// Where it is in sysfs.
    package var sysPath: String
    /// Where it sits.
    package var location: Location
    /// True where angular rates would come with it.
    package var hasGyroscope: Bool
    /// Higher wins; `nil` where it was refused.
    package var rank: Int?
    /// Why it has this rank or was refused: one sentence part.
    package var reason: String

    package init(
        id: String, name: String, kind: SensorDescription.Kind, device: String, sysPath: String,
        location: Location = .unknown, hasGyroscope: Bool = false, rank: Int?, reason: String
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.device = device
        self.sysPath = sysPath
        self.location = location
        self.hasGyroscope = hasGyroscope
        self.rank = rank
        self.reason = reason
    }
}
