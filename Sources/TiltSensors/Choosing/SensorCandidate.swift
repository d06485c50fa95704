package import TiltCore

/// A device that was found, its rank among the others, and the reason for it.
package struct SensorCandidate: Equatable, Sendable {
    /// Where a sensor sits, as far as udev or sysfs tell.
    package enum Location: String, Sendable {
        case display, base, camera, pad, unknown
    }

    /// The same name as ``SensorDescription/id``.
    package var id: String
    /// The number behind the id, by which equal chips are told apart; 1 for the first of them, whose id has none.
    package var number = 1
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
    /// What else a person may want to know, such as where its mount matrix came from: one sentence part each.
    package var details: [String]
    /// What is wrong with it and does not keep it from being used, such as a mount matrix that nothing can be made of: one
    /// sentence part each.
    package var warnings: [String] = []
    /// Tells how it would be mounted, as this look has found it: ``Mounting/mark``; `nil` for what is no device.
    package var mounting: UInt64?
    /// Why another one may be the screen's, where this is the best by the order of directories alone.
    package var guess: String?
    /// True where the settings name its device, by this way of reading it or by another.
    package var isNamed = false
    /// What is wrong with the name of a sensor in the settings, at the first of all candidates; `nil` where nothing is.
    package var namesNothing: String?
    /// True where it opened before and then sent nothing: nothing that it was found with is trusted now.
    package var fellSilent = false

    package init(
        id: String, name: String, kind: SensorDescription.Kind, device: String, sysPath: String,
        location: Location = .unknown, hasGyroscope: Bool = false, rank: Int?, reason: String,
        details: [String] = []
    ) {
        // The description's own limits, less what tells two equal ids apart.
        self.id = id.onOneLine(limit: SensorDescription.longestName - 8)
        self.name = name.onOneLine(limit: SensorDescription.longestName)
        self.kind = kind
        self.device = device
        self.sysPath = sysPath
        self.location = location
        self.hasGyroscope = hasGyroscope
        self.rank = rank
        self.reason = reason
        self.details = details
    }
}

extension SensorCandidate.Location {
    /// Reads udev's `ACCEL_LOCATION`, an IIO `label` or a Chromebook's older `location`.
    package init(text: String?) {
        switch text {
        case "display", "accel-display", "lid": self = .display
        case "base", "accel-base": self = .base
        case "camera", "accel-camera": self = .camera
        default: self = .unknown
        }
    }
}
